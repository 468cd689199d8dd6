"""Ways back: saved runs and undone steps repeat bit by bit under every scheme; states; functions after steps."""

import csv
import json
import unittest

import numpy as np

import jounce
from support import INPUTS, Folder, needs_scipy

BALL = """
[model]
gravity = [0, -9.81]
[[body]]
name = "ball"
type = "rigid"
mass = 0.4
inertia = 1e-3
position = [0, 0.06]
velocity = [1, -1]
angular_velocity = 3
[[body]]
name = "arm"
type = "rigid"
mass = 1
inertia = 0.1
position = [2, 0]
[[joint]]
name = "pin"
type = "revolute"
between = ["ground", "arm"]
at = [1.5, 0]
[[element]]
name = "line"
type = "spring"
between = ["ball", "arm"]
stiffness = 40
[[contact]]
name = "floor"
type = "point-plane"
points = ["ball"]
radius = 0.05
through = [0, 0]
normal = [0, 1]
restitution = 0.5
friction = 0.3
[integrator]
type = "{scheme}"
step = 2e-3
end = 0.4
"""


CLAMPED = """
[model]
gravity = [0, -9.81]
[[body]]
name = "b"
type = "rigid"
mass = 3
inertia = 1
position = [0, 0]
[[joint]]
name = "clamp"
type = "fixed"
between = ["ground", "b"]
[integrator]
step = 1e-2
end = 0.1
"""


def schemes():
    """Those that the schema lists."""
    from jounce import _core

    variants = json.loads(_core.schema())["properties"]["integrator"]["oneOf"]
    return [variant["$ref"].removeprefix("#/$defs/integrator.") for variant in variants]


def balls():
    """A name and a deck for every scheme, with friction and restitution where the scheme takes them."""
    for scheme in schemes():
        for friction, e in ((0.3, 0.5), (0, 0.5), (0, 0)):
            law = {"contact.floor.friction": friction, "contact.floor.restitution": e}
            law["analysis.max_energy_gain"] = 1e3  # generalized-alpha makes energy in impacts; it repeats that too
            try:
                deck = jounce.Deck.from_text(BALL.format(scheme=scheme), law)
                jounce.Run(deck)
            except (jounce.InputError, jounce.RunError):
                continue
            yield scheme, deck
            break


def steps(run, count):
    """Makes steps, and returns all that can be seen after each."""
    seen = []
    for _ in range(count):
        if not run.step():
            break
        contacts = run.contacts
        seen.append((run.time, run.q.tolist(), run.v.tolist(), list(run.history.values()), contacts["impulse"].tolist()))
    return seen


class SavedRunTest(unittest.TestCase):
    def repeats(self, deck, before, after, **choice):
        run = jounce.Run(deck, **choice)
        steps(run, before)
        saved = run.save()
        first = steps(run, after)
        self.assertEqual(len(first), after)
        for _ in range(2):
            run.restore(saved)
            self.assertEqual(run.time, saved.time)
            np.testing.assert_array_equal(run.q, saved.state.q)
            np.testing.assert_equal(steps(run, after), first)  # NaN equals NaN
        return run, saved, first

    def test_every_scheme_repeats_bit_by_bit(self):
        tried = []
        for scheme, deck in balls():
            tried.append(scheme)
            with self.subTest(scheme):
                for before in (0, 10, 57):
                    self.repeats(deck, before, 60)
        self.assertEqual(tried, schemes())

    def test_plastic_strain_follows_back(self):
        self.repeats(jounce.Deck(INPUTS / "plastic_bar.toml"), 3, 5)
        self.repeats(jounce.Deck(INPUTS / "crushed_tube.toml"), 2, 3)

    def test_bodies_that_come_and_go_and_chosen_steps(self):
        self.repeats(jounce.Deck(INPUTS / "sphere_pile.toml"), 5, 8)
        self.repeats(jounce.Deck(INPUTS / "snap_through.toml"), 4, 6)  # along its path

    def test_after_the_end_too(self):
        deck = jounce.Deck(INPUTS / "pendulum.toml", {"integrator.end": 0.05})
        run = jounce.Run(deck)
        saved = run.save()
        summary = run.run()
        end = run.q
        self.assertFalse(run.step())
        run.restore(saved)
        self.assertEqual(run.time, 0)
        self.assertEqual(run.run().split(" iterations a step")[0], summary.split(" iterations a step")[0])
        np.testing.assert_array_equal(run.q, end)

    def test_saved_runs_belong_to_one_run_and_step(self):
        deck = jounce.Deck.from_text(BALL.format(scheme="moreau-jean"))
        saved = jounce.Run(deck).save()
        with self.assertRaisesRegex(ValueError, "the saved run is another one"):
            jounce.Run(deck).restore(saved)
        chain = jounce.Run(jounce.Deck(INPUTS / "released_bar.toml"))
        saved = chain.save()
        before = chain.model
        while chain.model is before:
            chain.step()
        with self.assertRaisesRegex(ValueError, "another step of the deck"):
            chain.restore(saved)
        self.assertEqual(before.state().q.shape, (before.nv,))  # the model of the step before lives on

    def test_results_cannot_go_back(self):
        with Folder() as folder:
            deck = jounce.Deck(INPUTS / "pendulum.toml", {"integrator.end": 0.02})
            with jounce.Run(deck, output=folder / "results") as run:
                for back in (run.save, run.undo, lambda: run.restore(run.state)):
                    with self.assertRaisesRegex(jounce.RunError, "writes results cannot go back"):
                        back()
                run.run()
            with self.assertRaisesRegex(ValueError, "either output or undo"):
                jounce.Run(deck, output=folder / "other", undo=1)

    def test_a_failed_step_can_be_left(self):
        deck = jounce.Deck.from_text(BALL.format(scheme="moreau-jean"), {"integrator.max_cuts": 0})
        text = deck.text + '\n[[load]]\nname = "push"\ntype = "user-force"\nfunction = "push"\npoints = ["arm"]\n'
        fail = [False]

        def push(t, x, v, parameters):
            if fail[0]:
                raise RuntimeError("no force today")
            return 0 * x

        run = jounce.Run(jounce.Deck.from_text(text), forces={"push": push})
        steps(run, 5)
        saved = run.save()
        first = steps(run, 5)
        run.restore(saved)
        fail[0] = True
        with self.assertRaisesRegex(jounce.RunError, "no force today"):
            run.step()
        fail[0] = False
        run.restore(saved)
        self.assertEqual(steps(run, 5), first)


class UndoTest(unittest.TestCase):
    def test_undone_steps_repeat(self):
        run = jounce.Run(jounce.Deck.from_text(BALL.format(scheme="nsga-ggl")), undo=3, record=True)
        seen = steps(run, 50)
        for back in (1, 2, 3):
            for _ in range(back):
                run.undo()
            self.assertEqual(run.recorded.size, 51 - back)
            self.assertEqual(run.time, seen[49 - back][0])
            self.assertEqual(steps(run, back), seen[50 - back :])
        for _ in range(3):
            run.undo()
        with self.assertRaisesRegex(jounce.RunError, "there is no step to take back"):
            run.undo()
        self.assertEqual(steps(run, 3), seen[47:])

    def test_undo_has_to_be_asked_for(self):
        run = jounce.Run(jounce.Deck.from_text(BALL.format(scheme="nsga-ggl")))
        run.step()
        with self.assertRaisesRegex(jounce.RunError, "make it with undo=1"):
            run.undo()
        with self.assertRaisesRegex(ValueError, "number of steps"):
            jounce.Run(run.deck, undo=-1)

    def test_the_last_step_of_a_run(self):
        run = jounce.Run(jounce.Deck(INPUTS / "pendulum.toml", {"integrator.end": 0.01}), undo=1)
        run.run()
        end = run.q
        run.undo()
        self.assertAlmostEqual(run.time, 0.009, 12)
        self.assertTrue(run.step())
        np.testing.assert_array_equal(run.q, end)
        self.assertFalse(run.step())


class StateOfRunTest(unittest.TestCase):
    def test_the_start_gives_the_same_run(self):
        for scheme, deck in balls():
            with self.subTest(scheme):
                fresh = jounce.Run(deck)
                start = fresh.state
                first = steps(fresh, 80)
                fresh.restore(start)
                np.testing.assert_equal(steps(fresh, 80), first)

    def test_a_state_with_other_velocities_is_a_deck_with_them(self):
        text = BALL.format(scheme="nsga-ggl")
        run = jounce.Run(jounce.Deck.from_text(text))
        steps(run, 20)
        run.restore(run.model.state())
        state = run.state
        v = state.v.copy()
        v[run.model.dofs("ball")] = [2, -0.5, 1]
        state.v = v
        run.restore(state)
        other = jounce.Run(
            jounce.Deck.from_text(text, {"body.ball.velocity": [2, -0.5], "body.ball.angular_velocity": 1})
        )
        self.assertEqual(steps(run, 60), steps(other, 60))

    def test_it_goes_on_in_the_middle(self):
        """Free flight: the parabola from the state that was set."""
        text = BALL[: BALL.index('[[body]]\nname = "arm"')] + BALL[BALL.index("[integrator]") :]
        run = jounce.Run(jounce.Deck.from_text(text.format(scheme="nsga-ggl")))
        steps(run, 10)
        state = run.state
        state.q, state.v, state.t = [1, 3, 0], [0.5, 2, 0], 0.3
        run.restore(state)
        self.assertEqual(run.time, 0.3)
        run.run()
        self.assertAlmostEqual(run.time, 0.4, 12)
        np.testing.assert_allclose(run.q[:2], [1.05, 3 + 0.2 - 9.81 * 0.01 / 2], atol=1e-9)

    def test_joints_hold_as_in_a_deck(self):
        deck = jounce.Deck.from_text(BALL.format(scheme="nsga-ggl"), {"model.inconsistent_start": "refuse"})
        run = jounce.Run(deck)
        state = run.state
        q = state.q.copy()
        q[run.model.dofs("arm")[0]] += 0.1
        state.q = q
        with self.assertRaisesRegex(jounce.InputError, "joint"):
            run.restore(state)
        run = jounce.Run(jounce.Deck.from_text(BALL.format(scheme="nsga-ggl")))
        moved = run.state
        moved.q = q
        run.restore(moved)
        self.assertLess(np.abs(run.model.g(run.state)).max(), 1e-9)

    def test_times_and_decks_that_do_not_fit(self):
        run = jounce.Run(jounce.Deck.from_text(BALL.format(scheme="nsga-ggl")))
        state = run.state
        state.t = 7
        with self.assertRaisesRegex(ValueError, "the time 7 of the state is not in the run, from 0 to 0.4"):
            run.restore(state)
        other = jounce.Run(jounce.Deck(INPUTS / "pendulum.toml"))
        with self.assertRaisesRegex(ValueError, "another deck"):
            other.restore(run.state)
        with self.assertRaises(TypeError):
            run.restore(3)


class AfterStepTest(unittest.TestCase):
    def test_functions_are_called_in_order_until_they_are_forgotten(self):
        run = jounce.Run(jounce.Deck(INPUTS / "pendulum.toml", {"integrator.end": 0.01}))
        calls = []

        @run.after_step
        def first(given):
            self.assertIs(given, run)
            calls.append(("first", given.time))

        second = run.after_step(lambda given: calls.append(("second", given.time)))
        run.step()
        self.assertEqual([name for name, _ in calls], ["first", "second"])
        self.assertEqual(calls[0][1], run.time)
        run.forget(second)
        run.run()
        self.assertEqual(len(calls), 2 + 9)
        with self.assertRaisesRegex(ValueError, "not called"):
            run.forget(second)

    def test_they_stop_a_run_and_may_not_step(self):
        run = jounce.Run(jounce.Deck(INPUTS / "pendulum.toml"))
        run.after_step(lambda given: given.stop() if given.time > 0.0295 else None)
        run.run()
        self.assertAlmostEqual(run.time, 0.030, 12)
        self.assertFalse(run.step())
        for wrong in (lambda given: given.step(), lambda given: given.save()):
            run = jounce.Run(jounce.Deck(INPUTS / "pendulum.toml"))
            run.after_step(wrong)
            with self.assertRaisesRegex(jounce.RunError, "called after each step cannot"):
                run.step()
            self.assertAlmostEqual(run.time, 0.001, 12)  # the step itself stands
            run.forget(wrong)
            self.assertTrue(run.step())

    def test_their_exceptions_come_through(self):
        run = jounce.Run(jounce.Deck(INPUTS / "pendulum.toml"))

        def wrong(given):
            raise ZeroDivisionError("by hand")

        run.after_step(wrong)
        with self.assertRaisesRegex(ZeroDivisionError, "by hand"):
            run.run()


class RecordTest(unittest.TestCase):
    def test_recorded_is_the_history_file(self):
        deck = jounce.Deck(INPUTS / "bouncing_ball.toml", {"integrator.end": 0.8, "output.frames": 0})
        run = jounce.Run(deck, record=True)
        run.run()
        with Folder() as folder:
            jounce.Run(deck, output=folder / "r").run()
            with open(folder / "r" / "history.csv", newline="") as file:
                rows = list(csv.reader(file))
        names = [cell.split(" [")[0] for cell in rows[0]]
        table = run.recorded
        self.assertEqual(list(table), names)
        np.testing.assert_array_equal(np.array(rows[1:], dtype=float).T, np.array([table[name] for name in names]))
        with self.assertRaisesRegex(jounce.RunError, "record=True"):
            jounce.Run(deck).recorded

    def test_reactions_carry_the_weight(self):
        run = jounce.Run(jounce.Deck.from_text(CLAMPED))
        run.run()
        np.testing.assert_allclose(np.sort(np.abs(run.reactions["clamp"])), [0, 0, 29.43], atol=1e-9)
        np.testing.assert_allclose(run.force, [0, -29.43, 0], atol=1e-12)

    @needs_scipy
    def test_reactions_balance_forces(self):
        run = jounce.Run(jounce.Deck.from_text(CLAMPED))
        run.run()
        G = run.model.G(run.state)
        np.testing.assert_allclose(run.force + G.T @ run.reactions["clamp"], 0, atol=1e-9)

    def test_friction_impulses_brake(self):
        """A block slides on a plane: per step mu m g h against the motion."""
        text = BALL[: BALL.index('[[body]]\nname = "arm"')].replace("position = [0, 0.06]", "position = [0, 0.05]")
        text = text.replace("velocity = [1, -1]\nangular_velocity = 3", "velocity = [1, 0]").replace('"rigid"', '"point-mass"')
        text = text.replace("inertia = 1e-3\n", "") + BALL[BALL.index("[[contact]]") :].format(scheme="moreau-jean")
        run = jounce.Run(jounce.Deck.from_text(text))
        steps(run, 20)
        contacts = run.contacts
        self.assertAlmostEqual(contacts["impulse"][0], 0.4 * 9.81 * 2e-3, 9)
        self.assertAlmostEqual(np.abs(contacts["friction_impulse"][0]).sum(), 0.3 * 0.4 * 9.81 * 2e-3, 9)
        self.assertAlmostEqual(run.velocity("ball")[0], 1 - 0.3 * 9.81 * 0.04, 9)


if __name__ == "__main__":
    unittest.main()
