"""Models and states of the Python module against differences, texts of decks and known values."""

import copy
import gc
import tomllib
import unittest

import numpy as np

import jounce
from support import INPUTS, moved, needs_scipy

# Joints in the plane and in space, bodies, floating frames, beams, solids of metal and rubber, contacts, friction.
DECKS = ["andrews_squeezer", "door", "four_bar", "free_body", "flyball_governor", "flying_spaghetti_space", "gear_train"]
DECKS += ["heavy_top", "incline", "oscillators", "rubber_block", "shapes", "skate", "slider_crank_flexible", "spatial_pendulum"]
DECKS += ["sphere_stack", "stick_slip_beam", "elastic_bar", "bouncing_ball"]


def random_state(model, seed=3):
    """A state near the start that is no special one."""
    random = np.random.default_rng(seed)
    state = model.state()
    size = np.abs(state.q[: model.nv]).max() + 1e-3
    state.q = moved(model, state.q, random.standard_normal(model.nv), 1e-4 * size)
    state.v = state.v + random.standard_normal(model.nv)
    return state, random.standard_normal(model.nv), size


@needs_scipy
class MatrixTest(unittest.TestCase):
    def each(self):
        for name in DECKS:
            model = jounce.Model(jounce.Deck(INPUTS / f"{name}.toml"))
            with self.subTest(name):
                yield model, *random_state(model)

    def close(self, computed, reference, tolerance, noise=0.0):
        computed, reference = np.asarray(computed), np.asarray(reference)
        self.assertEqual(computed.shape, reference.shape)
        scale = max(np.abs(reference).max(initial=0.0), np.abs(computed).max(initial=0.0))
        self.assertLessEqual(np.abs(computed - reference).max(initial=0.0), tolerance * scale + noise)

    def test_mass_is_the_second_derivative_of_kinetic_energy(self):
        for model, state, d, _ in self.each():
            v, energies = state.v.copy(), []
            for h in (1, -1):
                state.v = v + h * d
                energies.append(state.energies["kinetic"])
            M = model.M(state)
            self.assertEqual(M.shape, (model.nv, model.nv))
            self.close(v @ (M @ d), (energies[0] - energies[1]) / 2, 1e-9, 1e-9 * max(energies))
            state.v = d
            self.close(d @ (M @ d) / 2, state.energies["kinetic"], 1e-12)

    def test_stiffness_is_the_derivative_of_forces(self):
        for model, state, d, size in self.each():
            q = state.q.copy()
            h = 1e-6 * size
            forces = []
            for sign in (1, -1):
                state.q = moved(model, q, d, sign * h)
                forces.append(model.force(state))
            state.q = q
            noise = 1e-15 * np.abs(model.K(state)).max() * np.abs(q).max() / h if model.nv else 0
            self.close(model.K(state) @ d, -(forces[0] - forces[1]) / (2 * h), 2e-5, 10 * noise)

    def test_damping_is_the_derivative_of_forces_by_velocities(self):
        some = 0
        for model, state, d, _ in self.each():
            v, forces = state.v.copy(), []
            for sign in (1, -1):
                state.v = v + sign * 1e-5 * d
                forces.append(model.force(state))
            state.v = v
            C = model.C(state)
            some += np.abs(C).max() > 0
            self.close(C @ d, -(forces[0] - forces[1]) / 2e-5, 1e-5, 1e-9 * np.abs(forces[0]).max())
        self.assertGreater(some, 5)

    def test_jacobian_of_joints_is_the_derivative_of_gaps(self):
        rows = 0
        for model, state, d, size in self.each():
            q, g, h = state.q.copy(), [], 1e-6 * size
            for sign in (1, -1):
                state.q = moved(model, q, d, sign * h)
                g.append(model.g(state))
            state.q = q
            G = model.G(state)
            self.assertEqual(G.shape, (len(g[0]), model.nv))
            self.assertEqual(G.shape[0], model.joints["rows"].sum())
            holonomic = np.abs(g[0] - g[1]) > 0  # rows of velocities have the value 0
            rows += holonomic.sum()
            self.close((G @ d)[holonomic], ((g[0] - g[1]) / (2 * h))[holonomic], 1e-6, 1e-8)
        self.assertGreater(rows, 40)

    def test_directions_of_contacts_are_derivatives_of_gaps(self):
        points = 0
        for model, state, d, size in self.each():
            q, found, h = state.q.copy(), [], 1e-6 * size
            within = 2 * size
            for sign in (1, 0, -1):
                state.q = moved(model, q, d, sign * h)
                contacts = model.contact_points(state, within)
                found.append(dict(zip(zip(contacts["pair"], contacts["point"]), contacts["gap"])))
            state.q = q
            contacts = model.contact_points(state, within)
            self.assertTrue(np.all(contacts["gap"] <= within))
            rates = model.W(state, within).T @ d
            for row, key in enumerate(zip(contacts["pair"], contacts["point"])):
                if key in found[0] and key in found[2]:
                    points += 1
                    self.assertAlmostEqual(rates[row], (found[0][key] - found[2][key]) / (2 * h), delta=1e-4 * np.linalg.norm(d))
            self.assertEqual(model.W(state, within).shape, (model.nv, len(contacts["pair"])))
        self.assertGreater(points, 10)

    def test_stiffness_with_acceleration_has_the_gradient_of_the_mass(self):
        model = jounce.Model(jounce.Deck(INPUTS / "slider_crank_flexible.toml"))
        state, d, size = random_state(model)
        a = np.random.default_rng(8).standard_normal(model.nv)
        q, products, h = state.q.copy(), [], 1e-5 * size
        for sign in (1, -1):
            state.q = moved(model, q, d, sign * h)
            products.append(model.M(state) @ a)
        state.q = q
        gradient = (model.K(state, a) - model.K(state)) @ d
        self.assertGreater(np.abs(gradient).max(), 0)
        self.close(gradient, (products[0] - products[1]) / (2 * h), 1e-5)
        with self.assertRaisesRegex(ValueError, "the acceleration must have"):
            model.K(state, [1.0])

    def test_frequencies_of_two_masses(self):
        spring = '[[element]]\nname = "{0}"\ntype = "spring"\nbetween = ["{1}", "{2}"]\nstiffness = {3}\nrest_length = 1\n'
        text = "[model]\ndimension = 1\n"
        for name, place in (("a", 1), ("b", 2)):
            text += f'[[body]]\nname = "{name}"\ntype = "point-mass"\nmass = 2\nposition = [{place}]\n'
        text += spring.format("left", "ground", "a", 8) + spring.format("right", "a", "b", 8)
        text += '[integrator]\ntype = "moreau-jean"\nstep = 1e-3\nend = 1\n'
        model = jounce.Model(jounce.Deck.from_text(text))
        squares = np.linalg.eigvals(np.linalg.solve(model.M().toarray(), model.K().toarray()))
        np.testing.assert_allclose(sorted(squares.real), 4 * (3 + np.array([-1, 1]) * np.sqrt(5)) / 2, rtol=1e-12)

    def test_a_body_on_an_inclined_plane_has_one_tangent(self):
        model = jounce.Model(jounce.Deck(INPUTS / "rough_incline.toml"))
        contacts = model.contact_points(within=10.0)
        self.assertGreaterEqual(len(contacts["pair"]), 1)
        W, D = model.W(within=10.0).toarray(), model.D(within=10.0).toarray()
        self.assertEqual(W.shape[0], model.nv)
        for k in range(len(contacts["pair"])):
            np.testing.assert_allclose(np.linalg.norm(contacts["normal"][k]), 1, rtol=1e-14)
        self.assertGreaterEqual(D.shape[1], len(contacts["pair"]))
        places = model.nodes["dofs"][0, :2]
        np.testing.assert_allclose(D[places, 0] @ W[places, 0], 0, atol=1e-12)  # a tangent is across its normal
        with self.assertRaisesRegex(ValueError, "within must be a number"):
            model.W(within=float("nan"))


class TableTest(unittest.TestCase):
    def test_tables_have_the_entries_of_the_deck(self):
        for name in ("door", "four_bar", "heavy_top", "elastic_bar", "gear_train", "shapes"):
            path = INPUTS / f"{name}.toml"
            deck = tomllib.loads(path.read_text())
            model = jounce.Model(jounce.Deck(path))
            with self.subTest(name):
                for kind, table in (("body", model.bodies), ("contact", model.contacts)):
                    listed = [(entry["name"], entry["type"]) for entry in deck.get(kind, [])]
                    self.assertEqual([row for row in zip(table["name"], table["type"]) if row in listed], listed)
                joints = model.joints
                for entry in deck.get("joint", []):
                    row = joints.row(entry["name"])
                    self.assertEqual(row["type"], entry["type"])
                    self.assertEqual(len(row["row_names"]), row["rows"])
                for entry in deck.get("history", []):
                    self.assertIn(entry["name"], model.sensors["name"])
                for entry in deck.get("element", []):
                    self.assertEqual(model.elements.row(entry["name"])["type"], entry["type"])
        self.assertIn("J", model.sensors.row("energy_total")["unit"])

    def test_nodes_and_cells_of_a_mesh(self):
        model = jounce.Model(jounce.Deck(INPUTS / "elastic_bar.toml"))
        nodes = model.nodes
        self.assertEqual(nodes.size, 201)
        self.assertIn("bar[7]", nodes["name"])
        state = model.state()
        for i in (0, 100, 200):
            self.assertEqual(nodes["position"][i, 0], state.q[nodes["dofs"][i, 0]])
        cells = model.cells("rod" if "rod" in model.elements.names else model.elements.names[0])
        np.testing.assert_array_equal(cells, np.column_stack([np.arange(200), np.arange(1, 201)]))
        self.assertEqual(model.elements["count"].max(), 200)
        with self.assertRaisesRegex(KeyError, "no element"):
            model.cells("nothing")

    def test_names_lead_to_places(self):
        model = jounce.Model(jounce.Deck(INPUTS / "elastic_bar.toml"))
        state = model.state()
        self.assertIn("bar", model.names)
        np.testing.assert_array_equal(state.q[model.dofs("bar")], state.position("bar"))
        np.testing.assert_array_equal(state.v[model.dofs("bar")], state.velocity("bar"))
        for name in model.names:
            self.assertEqual(state.position(name).shape[-1], 3 if state.position(name).ndim == 1 else 1)
        with self.assertRaisesRegex(KeyError, "did you mean 'bar"):
            model.dofs("baar")

    def test_tables_answer_like_mappings(self):
        joints = jounce.Model(jounce.Deck(INPUTS / "four_bar.toml")).joints
        self.assertEqual(dict(joints).keys(), set(joints))
        self.assertEqual(len(joints.rows()), joints.size)
        self.assertEqual(joints.names, joints["name"])
        self.assertEqual(joints.row(0)["name"], joints.names[0])
        self.assertIn(joints.names[0], repr(joints))
        self.assertIn(f"<td>{joints.names[0]}</td>", joints._repr_html_())
        with self.assertRaisesRegex(KeyError, "no column 'nme' .did you mean 'name'"):
            joints["nme"]
        with self.assertRaisesRegex(KeyError, "no row 'x'"):
            joints.row("x")
        with self.assertRaises(IndexError):
            joints.row(99)
        with self.assertRaisesRegex(ValueError, "one length"):
            jounce.Table({"a": [1], "b": [1, 2]})


class StateTest(unittest.TestCase):
    def setUp(self):
        self.model = jounce.Model(jounce.Deck(INPUTS / "heavy_top.toml"))

    def test_views_cannot_be_written_and_follow_what_is_set(self):
        state = self.model.state()
        q, v = state.q, state.v
        for array in (q, v):
            with self.assertRaisesRegex(ValueError, "read-only"):
                array[0] = 5
        with self.assertRaises(ValueError):
            q.flags.writeable = True
        state.v = np.arange(self.model.nv) + 0.5
        np.testing.assert_array_equal(v, np.arange(self.model.nv) + 0.5)
        other = state.copy()
        other.v = np.zeros(self.model.nv)
        self.assertEqual(v[1], 1.5)
        for twin in (copy.copy(state), copy.deepcopy(state)):
            np.testing.assert_array_equal(twin.q, q)
            self.assertIsNot(twin, state)
        self.assertIs(state.model, self.model)
        state.t = 0.25
        self.assertEqual(state.t, 0.25)
        self.assertIn("t = 0.25", repr(state))

    def test_what_is_set_is_checked(self):
        state = self.model.state()
        for value, message in (
            (state.q[:-1], "q must have .* numbers in a row, not the shape"),
            (np.array([state.q]), "not the shape"),
            (np.full_like(state.q, np.nan), "not finite"),
            ("text", "q must be an array"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                state.q = value
        q = state.q.copy()
        q[self.model.nv :] *= 1.1
        with self.assertRaisesRegex(ValueError, "the quaternion q.*has the norm 1.1 instead of 1"):
            state.q = q
        with self.assertRaisesRegex(ValueError, "v must have"):
            state.v = [1.0]
        with self.assertRaisesRegex(ValueError, "t must be a finite"):
            state.t = float("nan")
        self.assertEqual(state.position(self.model.bodies.names[0]).shape, (3,))

    @needs_scipy
    def test_arrays_outlive_state_model_and_run(self):
        run = jounce.Run(jounce.Deck(INPUTS / "heavy_top.toml", {"integrator.end": 0.02}))
        run.step()
        model, state = run.model, run.state
        arrays = [state.q, state.v, run.q, run.force, state.position(model.bodies.names[0]), model.nodes["position"]]
        kept = [array.copy() for array in arrays]
        M = model.M(state)
        run.run()
        del run, state
        gc.collect()
        rubbish = [np.random.default_rng(0).standard_normal(len(arrays[0])) for _ in range(2000)]
        for array, copied in zip(arrays, kept):
            np.testing.assert_array_equal(array, copied)
        again = model.state()
        again.q, again.v = arrays[0], arrays[1]
        self.assertEqual(abs(model.M(again) - M).max(), 0)
        del model, again
        gc.collect()
        for array, copied in zip(arrays, kept):
            np.testing.assert_array_equal(array, copied)
        self.assertEqual(len(rubbish), 2000)

    @needs_scipy
    def test_states_of_other_models_are_refused(self):
        other = jounce.Model(jounce.Deck(INPUTS / "elastic_bar.toml"))
        for function in (self.model.M, self.model.force, self.model.fields, self.model.contact_points):
            with self.assertRaisesRegex(ValueError, "the state belongs to another model: it has 201 velocities"):
                function(other.state())

    @needs_scipy
    def test_free_velocities_come_first(self):
        model = jounce.Model(jounce.Deck(INPUTS / "truss.toml"))
        held = tomllib.loads((INPUTS / "truss.toml").read_text())["boundary"]
        self.assertGreater(len(held), 0)
        self.assertLess(model.n_free, model.nv)
        K = model.K()[: model.n_free, : model.n_free].toarray()
        self.assertGreater(np.linalg.eigvalsh(K).min(), 0)  # it stands
        self.assertLess(np.linalg.eigvalsh(model.K().toarray()).min(), 1e-9 * np.abs(K).max())  # without supports it moves

    def test_axial_force_is_that_of_the_strain(self):
        deck = jounce.Deck(INPUTS / "elastic_bar.toml")
        model = jounce.Model(deck)
        state = model.state()
        x = state.q.copy()
        strain = 1e-3 * np.sin(np.arange(200))
        material = deck.tables["material"][0]
        area = deck.tables["element"][0]["area"]
        start = state.position("bar")[:, 0].copy()
        lengths = np.diff(start)
        x[model.dofs("bar")[:, 0]] = start[0] + np.concatenate([[0], np.cumsum(lengths * (1 + strain))])
        state.q = x
        force = model.fields(state)["axial_force"]
        expected = material["E"] * area * strain
        np.testing.assert_allclose(force[1:200], (expected[1:] + expected[:-1]) / 2, rtol=1e-8, atol=1e-9 * abs(expected).max())
        np.testing.assert_allclose(model.points(state)[:201, 0], x[model.dofs("bar")[:, 0]])
        self.assertEqual(model.drawings["points"].sum(), len(model.points(state)))


if __name__ == "__main__":
    unittest.main()
