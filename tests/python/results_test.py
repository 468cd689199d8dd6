"""Results that Python opens, what notebooks show, and type stubs."""

import ast
import csv
import inspect
import pathlib
import re
import subprocess
import sys
import tomllib
import unittest
from unittest import mock

import numpy as np

import jounce
from jounce import _core
from support import INPUTS, Folder

try:
    import h5py
except ImportError:
    h5py = None
try:
    import xarray
except ImportError:
    xarray = None


class ResultTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = Folder()
        cls.folder = cls.place.__enter__() / "ball"
        cls.addClassCleanup(cls.place.__exit__)
        deck = jounce.Deck(INPUTS / "bouncing_ball.toml", {"integrator.end": 1.2, "output.frames": 12})
        jounce.Run(deck, output=cls.folder).run()
        cls.result = jounce.open(cls.folder)

    def test_tables_are_the_files(self):
        for name, table in (("history.csv", self.result.history), ("events.csv", self.result.events)):
            with (self.folder / name).open(newline="") as file:
                rows = list(csv.reader(file))
            self.assertEqual([cell.split(" [")[0] for cell in rows[0]], list(table))
            self.assertGreater(table.size, 1)
            self.assertEqual(table.size, len(rows) - 1)
            for k, column in enumerate(table.values()):
                cells = [row[k] for row in rows[1:]]
                if isinstance(column, list):
                    self.assertEqual(column, cells)
                else:
                    self.assertEqual(column.tolist(), [float(cell) for cell in cells])
                    self.assertFalse(column.flags.writeable)
        self.assertEqual(self.result.history.units["time"], "s")
        self.assertEqual(self.result.record, tomllib.loads((self.folder / "run.toml").read_text()))
        self.assertEqual(self.result.deck, (self.folder / "resolved.toml").read_text())
        self.assertEqual(self.result.title, tomllib.loads(self.result.deck)["title"])

    @unittest.skipUnless(h5py, "h5py is missing (package python3-h5py)")
    def test_fields_are_those_that_h5py_reads(self):
        with h5py.File(self.folder / "fields.vtkhdf") as file:
            group = file["VTKHDF"]
            times = group["Steps/Values"][:]
            count = group["NumberOfPoints"][0]
            for frame in (0, 5, -1):
                points = group["Points"][:].reshape(len(times), count, 3)
                np.testing.assert_array_equal(self.result.points(frame), points[frame])
                velocity = group["PointData/velocity"][:].reshape(len(times), count, 3)
                np.testing.assert_array_equal(self.result.field("velocity", frame), velocity[frame])
        np.testing.assert_array_equal(self.result.times, times)

    def test_fields_have_names_and_shapes(self):
        fields = self.result.fields
        self.assertIn("velocity", fields["name"])
        self.assertEqual(fields.row("velocity")["components"], 3)
        for row in fields.rows():
            shape = self.result.field(row["name"]).shape
            self.assertEqual(shape[1:], (row["components"],) if row["components"] > 1 else ())
        self.assertEqual(len(self.result.times), 13)
        self.assertIn("ball", self.result.parts)
        self.assertEqual(self.result.mesh["offsets"][0], 0)
        with self.assertRaisesRegex(KeyError, "no field 'velocty' .did you mean 'velocity'"):
            self.result.field("velocty")
        for frame in (13, -14):
            with self.assertRaisesRegex(IndexError, "there are 13 frames"):
                self.result.points(frame)

    def test_what_is_no_result(self):
        with Folder() as folder:
            with self.assertRaisesRegex(FileNotFoundError, "holds no results of jounce"):
                jounce.open(folder)
            with self.assertRaisesRegex(FileNotFoundError, "there is no folder"):
                jounce.open(folder / "x")
            jounce.Run(
                jounce.Deck(INPUTS / "bouncing_ball.toml", {"integrator.end": 0.01, "output.frames": 0}), output=folder / "r"
            ).run()
            result = jounce.open(folder / "r")
            self.assertEqual(result.events.size, 0)
            with self.assertRaises(jounce.ResultError):
                result.times
            with self.assertRaises(OSError):
                result.modes
            self.assertNotIn("<iframe", result._repr_html_())
            (folder / "r" / "fields.vtkhdf").write_bytes(b"no fields")
            with self.assertRaises(jounce.ResultError):
                jounce.open(folder / "r").times

    def test_xarray_where_it_is(self):
        if xarray is None:
            with self.assertRaisesRegex(ImportError, "python3-xarray"):
                self.result.xarray()
            return
        data = self.result.xarray()
        np.testing.assert_array_equal(data["field_velocity"].values[-1], self.result.field("velocity", -1))
        np.testing.assert_array_equal(data["time"].values, self.result.history["time"])

    def test_matrices_say_what_they_lack(self):
        with mock.patch.dict("sys.modules", {"scipy": None, "scipy.sparse": None}):
            with self.assertRaisesRegex(ImportError, "matrices need SciPy .package python3-scipy"):
                jounce.Model(jounce.Deck(INPUTS / "pendulum.toml")).M()

    def test_import_does_not_load_scipy(self):
        code = "import sys, jounce; print([m for m in ('scipy', 'xarray', 'pandas', 'matplotlib') if m in sys.modules])"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout.strip(), "[]")


class EndTest(unittest.TestCase):
    def test_script_that_fails_with_an_open_run_ends_by_its_own_error(self):
        code = f"""
import jounce
run = jounce.Run(jounce.Deck({str(INPUTS / "block_against_wall.toml")!r}, {{"parameters.n": 4}}))
run.step()
kept, state = run.model, run.state
raise SystemExit(3)
"""
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (3, "", ""))


class DisplayTest(unittest.TestCase):
    def frame(self, text):
        return re.search(r'<iframe srcdoc="([^"]*)"', text).group(1)

    def test_results_show_curves_and_scene(self):
        with Folder() as folder:
            deck = jounce.Deck(INPUTS / "elastic_bar.toml", {"integrator.end": 0.05, "output.frames": 5})
            jounce.Run(deck, output=folder / "r").run()
            result = jounce.open(folder / "r")
            text = result._repr_html_()
            self.assertIn("Elastic bar", text)
            self.assertGreaterEqual(text.count("data:image/svg+xml"), 2)
            page = self.frame(text)
            self.assertIn("&lt;script", page)
            self.assertNotIn("http://", re.sub(r"http://www\.w3\.org\S*", "", page))
            self.assertIn("<figure>", result.curves("gap"))
            self.assertIn("<script", result.scene(2))
            with self.assertRaises(OSError):
                result.curves("no_such_column")

    def test_runs_models_and_states(self):
        run = jounce.Run(jounce.Deck(INPUTS / "pendulum.toml", {"integrator.end": 0.05}), record=True)
        run.run()
        text = run._repr_html_()
        self.assertIn("data:image/svg+xml", text)
        self.assertIn("energy, kinetic", text)
        self.assertTrue(self.frame(text))
        self.assertTrue(self.frame(run.model._repr_html_()))
        self.assertIn("<th>total</th>", run.state._repr_html_())
        plain = jounce.Run(jounce.Deck(INPUTS / "pendulum.toml"))._repr_html_()
        self.assertNotIn("image/svg", plain)
        self.assertTrue(self.frame(plain))
        self.assertIn("<script", run.scene())
        self.assertIn("<script", run.model.scene())

    def test_texts_are_escaped(self):
        deck = jounce.Deck(INPUTS / "pendulum.toml", {"title": "a <b> & \"c\"", "integrator.end": 0.01})
        with Folder() as folder:
            jounce.Run(deck, output=folder / "r").run()
            self.assertIn("a &lt;b&gt; &amp; &quot;c&quot;", jounce.open(folder / "r")._repr_html_())


class StubTest(unittest.TestCase):
    def setUp(self):
        folder = pathlib.Path(_core.__file__).parent
        self.core = ast.parse((folder / "_core.pyi").read_text())
        self.parts = ast.parse((folder / "parts.pyi").read_text())
        self.assertTrue((folder / "py.typed").exists())

    def test_stub_of_the_core_has_every_name_and_parameter(self):
        nodes = {node.name: node for node in self.core.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        for name, thing in vars(_core).items():
            if name.startswith("_"):
                continue
            self.assertIn(name, nodes)
            if not isinstance(thing, type):
                self.same_parameters(nodes[name], thing)
            elif not issubclass(thing, Exception):
                self.same_members(nodes[name], thing)

    def same_members(self, node, thing):
        own = {member: value for member, value in vars(thing).items() if not member.startswith("_")}
        stubs = {}
        for entry in node.body:
            if isinstance(entry, ast.FunctionDef):
                stubs.setdefault(entry.name, entry)
            elif isinstance(entry, ast.AnnAssign):
                stubs[entry.target.id] = None
        self.assertEqual({name for name in stubs if not name.startswith("_")}, set(own), node.name)
        for name, value in own.items():
            if isinstance(value, property):
                self.assertEqual(value.fset is not None, stubs[name] is None, f"{node.name}.{name}")
            else:
                self.same_parameters(stubs[name], getattr(thing, name))

    def same_parameters(self, node, function):
        text = function.__doc__
        if "Overloaded" in text:
            return
        signature = text.splitlines()[0]
        given = [name for name in re.findall(r"(?:^\w+\(|, )(\w+): ", signature) if name != "self"]
        stub = [a.arg for a in node.args.args + node.args.kwonlyargs if a.arg != "self"]
        self.assertEqual(stub, given, signature)

    def test_stub_of_parts_has_every_part(self):
        classes = {node.name: node for node in self.parts.body if isinstance(node, ast.ClassDef)}
        for name in jounce.parts.__all__:
            if name == "build":
                continue
            init = next(e for e in classes[name].body if isinstance(e, ast.FunctionDef) and e.name == "__init__")
            made = getattr(jounce.parts, name)
            self.assertEqual(
                [a.arg for a in init.args.kwonlyargs], list(inspect.signature(made).parameters), name
            )
        self.assertEqual(len(classes), len(jounce.parts.__all__))  # Part, and without build


if __name__ == "__main__":
    unittest.main()
