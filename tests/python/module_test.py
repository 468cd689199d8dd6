"""The Python module: decks, steps, states as arrays, functions of users. Run by test_module.cpp."""

import csv
import math
import os
import pathlib
import sys
import tempfile
import unittest
import warnings
from collections.abc import Mapping

import numpy as np

import jounce

INPUTS = pathlib.Path(__file__).resolve().parents[2] / "inputs"
sys.path.insert(0, str(INPUTS / "python"))

PARTICLE = """
[model]
dimension = 1
[[body]]
name = "p"
type = "point-mass"
mass = 2
position = [1]
[integrator]
type = "generalized-alpha"
rho_inf = 1
step = 1e-2
end = 1
"""
SPRING = PARTICLE + """
[[load]]
name = "spring"
type = "user-force"
function = "spring"
points = ["p"]
parameters = [8]
"""


def spring(t, x, v, parameters):
    return -parameters[0] * x


class DeckTest(unittest.TestCase):
    def test_values_are_set_and_read_back(self):
        deck = jounce.Deck(INPUTS / "pendulum.toml", {"integrator.step": 2e-3, "title": "mine", "model.gravity": np.array([0.0, -5.0])})
        self.assertEqual(deck.title, "mine")
        self.assertIn("step = 0.002", deck.text)
        self.assertIn("-5", deck.text)

    def test_mistakes_are_those_of_the_program(self):
        with self.assertRaises(jounce.InputError) as caught:
            jounce.Deck(INPUTS / "pendulum.toml", {"integrator.stp": 1})
        self.assertIn("did you mean", str(caught.exception))
        self.assertIsInstance(caught.exception, ValueError)
        with self.assertRaises(jounce.InputError):
            jounce.Run(jounce.Deck.from_text(SPRING))  # nobody gives the function

    def test_values_that_decks_do_not_have(self):
        with self.assertRaisesRegex(jounce.InputError, "model.gravity: None is not a value"):
            jounce.Deck(INPUTS / "pendulum.toml", {"model.gravity": None})
        for value in ([0, float("nan")], np.array([0.0, math.inf])):
            with self.assertRaises(jounce.InputError) as caught:
                jounce.Deck(INPUTS / "pendulum.toml", {"model.gravity": value})
            self.assertIn("--set model.gravity", str(caught.exception))
            self.assertNotIn("text", str(caught.exception))

    def test_a_start_that_fails_is_a_run_error(self):
        deck = jounce.Deck(INPUTS / "pendulum.toml", {"body.bob.mass": 0, "body.bob.inertia": 0})
        with self.assertRaisesRegex(jounce.RunError, "neither mass"):
            jounce.Run(deck)

    def test_functions_that_nothing_uses_are_told(self):
        with self.assertWarnsRegex(UserWarning, "uses the function 'sprnig'; did you mean 'spring'"):
            jounce.Run(jounce.Deck.from_text(SPRING), forces={"spring": spring, "sprnig": spring})
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            jounce.Run(jounce.Deck.from_text(SPRING), forces={"spring": spring})


class RunTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.before = os.getcwd()
        os.chdir(self.folder.name)
        self.addCleanup(lambda: os.chdir(self.before))

    def test_steps_go_to_the_end_and_leave_no_file(self):
        run = jounce.Run(jounce.Deck(INPUTS / "pendulum.toml", {"integrator.end": 0.1}))
        self.assertEqual(run.time, 0)
        steps = 0
        while run.step():
            steps += 1
        self.assertAlmostEqual(run.time, 0.1, 12)
        self.assertEqual(steps, 100)
        self.assertFalse(run.step())
        self.assertIn("100 steps", run.close())
        self.assertEqual(os.listdir("."), [])

    def test_values_are_those_of_the_files(self):
        deck = jounce.Deck(INPUTS / "bouncing_ball.toml", {"integrator.end": 1.2, "output.frames": 0})
        run = jounce.Run(deck, output="results")
        seen, pushes, last = [], 0, None
        while run.step():
            seen.append(run.history)
            contacts = run.contacts
            if np.any(contacts["impulse"] > 0):
                pushes += 1
                last = contacts
        with open("results/history.csv", newline="") as file:
            rows = list(csv.reader(file))
        names = [cell.split(" [")[0] for cell in rows[0]]
        self.assertEqual(len(rows) - 2, len(seen))
        for row, values in zip(rows[2:], seen):
            for name, cell in zip(names, row):
                if name != "time":
                    self.assertEqual(float(cell), values[name], name)
        self.assertGreater(pushes, 0)
        self.assertEqual(last["position"].shape, (len(last["pair"]), 3))
        self.assertAlmostEqual(np.linalg.norm(last["normal"][0]), 1)

    def test_state_and_energies(self):
        with jounce.Run(jounce.Deck(INPUTS / "elastic_bar.toml")) as run:
            run.step()
            self.assertEqual(run.q.shape, run.v.shape)
            whole = run.position("bar")
            self.assertEqual(whole.shape[1], 1)
            self.assertEqual(run.position("bar.start").shape, (3,))
            self.assertAlmostEqual(run.energies["total"], run.history["energy_total"])
            copy = run.q
            run.step()
            self.assertNotEqual(copy.tolist(), run.q.tolist())
            with self.assertRaisesRegex(KeyError, "did you mean 'bar"):
                run.position("baar")

    def test_arrays_cannot_be_written_to(self):
        """Writing to a copy of the state would be lost without a word."""
        values = {"integrator.end": 1.2, "output.frames": 0}
        run = jounce.Run(jounce.Deck(INPUTS / "bouncing_ball.toml", values), record=True)
        while run.step() and not len(run.contacts["pair"]):
            pass
        bar = jounce.Run(jounce.Deck(INPUTS / "elastic_bar.toml"), record=True)
        bar.step()

        def arrays_of(value):
            if isinstance(value, np.ndarray):
                return [value]
            return [a for entry in value.values() for a in arrays_of(entry)] if isinstance(value, Mapping) else []

        def results_of(run, names):
            for name in dir(jounce.Run):  # whatever the class offers
                if name.startswith("_"):
                    continue
                if isinstance(getattr(jounce.Run, name), property):
                    yield name, getattr(run, name)
            for name in names:
                yield name, run.position(name)
                yield name, run.velocity(name)

        seen = 0
        for one, names in ((run, ["ball"]), (bar, ["bar", "bar.start"])):
            for name, value in results_of(one, names):
                for array in arrays_of(value):
                    seen += array.size > 0
                    self.assertFalse(array.flags.writeable, name)
                    with self.assertRaises(ValueError):
                        array[...] = 5
        self.assertGreaterEqual(seen, 12)
        copy = run.q.copy()
        copy[0] = 5
        self.assertNotEqual(run.q[0], 5)

    def test_restart(self):
        deck = jounce.Deck(INPUTS / "pendulum.toml", {"integrator.end": 0.2, "output.checkpoint_every": 100, "output.frames": 0})
        whole = jounce.Run(deck, output="a")
        whole.run()
        again = jounce.Run(deck, restart="a/checkpoint.h5")
        again.run()
        self.assertEqual(whole.q.tolist(), again.q.tolist())

    def test_restart_with_another_model(self):
        values = {"integrator.end": 0.2, "output.checkpoint_every": 100, "output.frames": 0}
        jounce.Run(jounce.Deck(INPUTS / "pendulum.toml", values), output="b").run()
        other = jounce.Deck(INPUTS / "pendulum.toml", {**values, "body.bob.mass": 2})
        with self.assertRaisesRegex(jounce.InputError, "body.bob.mass: 1 -> 2"):
            jounce.Run(other, restart="b/checkpoint.h5")
        jounce.Run(other, restart="b/checkpoint.h5", changed_model=True).run()

    def test_failure_is_an_exception_with_a_cause(self):
        run = jounce.Run(jounce.Deck(INPUTS / "pendulum.toml", {"integrator.max_iterations": 1, "integrator.max_cuts": 1}))
        with self.assertRaisesRegex(jounce.RunError, "pivot"):
            run.run()


class FunctionTest(unittest.TestCase):
    def test_spring_oscillates_with_its_frequency(self):
        for force in (spring, lambda t, x, v, p: (-p[0] * x, [[p[0]]], [[0]])):
            run = jounce.Run(jounce.Deck.from_text(SPRING), forces={"spring": force})
            run.run()
            self.assertAlmostEqual(run.position("p")[0], math.cos(2.0), 3)
            self.assertAlmostEqual(run.energies["kinetic"] + 4 * run.position("p")[0] ** 2, 4, 6)

    def test_arrays_are_views_that_cannot_be_written(self):
        shapes = []

        def force(t, x, v, parameters):
            shapes.append((x.shape, v.shape, parameters.shape))
            x[0, 0] = 7
            return 0 * v

        run = jounce.Run(jounce.Deck.from_text(SPRING, {"integrator.max_cuts": 0}), forces={"spring": lambda *a: 0 * a[1]})
        run.step()
        with self.assertRaisesRegex(RuntimeError, "read-only"):
            jounce.Run(jounce.Deck.from_text(SPRING, {"integrator.max_cuts": 0}), forces={"spring": force}).run()
        self.assertEqual(shapes[0], ((1, 1), (1, 1), (1,)))

    def test_exceptions_and_wrong_shapes_name_the_function(self):
        deck = jounce.Deck.from_text(SPRING, {"integrator.max_cuts": 0})

        def late(t, x, v, parameters):
            if t > 0.5:
                raise ZeroDivisionError("by hand")
            return -x

        with self.assertRaisesRegex(jounce.RunError, "'spring' failed: ZeroDivisionError: by hand"):
            jounce.Run(deck, forces={"spring": late}).run()
        for wrong, message in ((lambda *a: [1, 2], "2 numbers instead of 1"), (lambda *a: "x", "not an array"), (lambda *a: (1, 2), "K and C")):
            with self.assertRaisesRegex(RuntimeError, message):
                jounce.Run(deck, forces={"spring": wrong}).run()

    def test_values_that_are_no_numbers_name_function_entry_and_time(self):
        def late(t, x, v, parameters):
            return x * (math.nan if t > 0.5 else -1)

        deck = jounce.Deck.from_text(SPRING, {"integrator.max_cuts": 0})
        with self.assertRaisesRegex(jounce.RunError, "the function 'spring' of load 'spring' gave a force that is not a number at t = 0.5") as caught:
            jounce.Run(deck, forces={"spring": late}).run()
        self.assertNotIn("smaller", str(caught.exception))
        element = '[[element]]\nname = "extra"\ntype = "user-mass"\nfunction = "m"\npoints = ["p"]\n'
        text = PARTICLE + element + SPRING[len(PARTICLE):]
        with self.assertRaisesRegex(RuntimeError, "the function 'm' of element 'extra' gave a mass matrix that is infinite at t = 0"):
            jounce.Run(jounce.Deck.from_text(text), forces={"spring": spring}, masses={"m": lambda x, p: [[math.inf]]}).run()
        contact = '[[contact]]\nname = "stop"\ntype = "user-gap"\nfunction = "g"\npoints = ["p"]\n'
        text = PARTICLE + contact + SPRING[len(PARTICLE):]
        gap = lambda x, p: x[0, 0] + 2 if x[0, 0] > 0.5 else math.nan
        with self.assertRaisesRegex(jounce.RunError, "the function 'g' of contact 'stop' gave a gap that is not a number at t = 0"):
            jounce.Run(jounce.Deck.from_text(text), forces={"spring": spring}, gaps={"g": gap}).run()

    def test_interrupt_in_a_function_ends_the_run(self):
        def interrupted(t, x, v, parameters):
            if t > 0.5:
                raise KeyboardInterrupt
            return -x

        run = jounce.Run(jounce.Deck.from_text(SPRING), forces={"spring": interrupted})
        with self.assertRaises(KeyboardInterrupt):
            run.run()
        self.assertLess(run.time, 0.6)

    def test_mass(self):
        text = PARTICLE + '[[element]]\nname = "m"\ntype = "user-mass"\nfunction = "m"\npoints = ["p"]\n' + SPRING[len(PARTICLE):]
        run = jounce.Run(jounce.Deck.from_text(text), forces={"spring": spring}, masses={"m": lambda x, p: [[6.0]]})
        run.run()
        self.assertAlmostEqual(run.position("p")[0], math.cos(1.0), 4)

    def test_steps_that_follow_each_other(self):
        run = jounce.Run(jounce.Deck(INPUTS / "released_bar.toml", {"step.release.end": 1.00004}))
        times = []
        while run.step():
            times.append(run.time)
        self.assertEqual(len(times), 4 + 400)
        self.assertEqual(times[3], 1.0)
        self.assertAlmostEqual(times[4] - 1.0, 1e-7, delta=1e-15)
        self.assertEqual(len(run.q), 101)

    def test_two_runs_at_once(self):
        runs = [jounce.Run(jounce.Deck.from_text(SPRING, {"load.spring.parameters": [k]}), forces={"spring": spring}) for k in (8, 32)]
        while all([run.step() for run in runs]):
            pass
        self.assertAlmostEqual(runs[0].position("p")[0], math.cos(2.0), 3)
        self.assertAlmostEqual(runs[1].position("p")[0], math.cos(4.0), 2)


class ScriptTest(unittest.TestCase):
    def test_pole_is_balanced(self):
        import balance

        times, angles = balance.main()
        self.assertAlmostEqual(angles[0], balance.TILT)
        self.assertLess(max(abs(angles[times > 8])), 2e-3)

    def test_particle_comes_to_rest_in_the_bowl(self):
        import bowl

        path, deepest = bowl.main()
        self.assertLess(deepest, 1e-12)
        x = path[-1, 0]
        self.assertAlmostEqual(0.8 * x - 0.5 * math.sin(5 * x), 0, 3)  # the curve is level there
        self.assertTrue(np.all(path[:, 1] > 0.4 * path[:, 0] ** 2 + 0.1 * np.cos(5 * path[:, 0]) - 1e-12))


if __name__ == "__main__":
    unittest.main()
