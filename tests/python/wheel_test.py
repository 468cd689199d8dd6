"""`pip wheel .` without network, and the wheel where it is installed."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import unittest
import zipfile

import jounce
from support import INPUTS, ROOT, Folder

BUILD = pathlib.Path(jounce.__file__).absolute().parents[2]


@unittest.skipIf(importlib.util.find_spec("pip") is None, "wheels need pip (package python3-pip)")
class WheelTest(unittest.TestCase):
    def pip(self, *arguments):
        command = [sys.executable, "-m", "pip", *arguments, "--no-index", "--no-deps"]
        clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return subprocess.run(command, capture_output=True, text=True, env=clean | {"PIP_ROOT_USER_ACTION": "ignore"})

    def wheel(self, folder, build=BUILD):
        settings = [f"--config-settings=build={build}", "--config-settings=compile=no"]
        return self.pip("wheel", str(ROOT), "-w", str(folder), *settings)

    def test_it_installs_and_runs(self):
        with Folder() as folder:
            done = self.wheel(folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            (wheel,) = folder.glob("jounce-*.whl")
            with zipfile.ZipFile(wheel) as archive:
                self.assertIsNone(archive.testzip())
                names = archive.namelist()
            for name in ("__init__.py", "parts.py", "parts.pyi", "_core.pyi", "py.typed", "jounce_gmsh"):
                self.assertIn(f"jounce/{name}", names)
            done = self.pip("install", "--target", str(folder / "site"), str(wheel))
            self.assertEqual(done.returncode, 0, done.stderr)
            code = "import jounce, sys; run = jounce.Run(jounce.Deck(sys.argv[1])); run.step(); print(jounce.__file__)"
            # A mesh of Gmsh is read by the program that the wheel has beside the module.
            done = subprocess.run(
                [sys.executable, "-c", code, str(INPUTS / "clip.toml")],
                capture_output=True,
                text=True,
                cwd=folder,
                env=os.environ | {"PYTHONPATH": str(folder / "site")},
            )
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("site", done.stdout)

    def test_a_build_without_the_module(self):
        with Folder() as folder:
            done = self.wheel(folder, folder)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("the Python module in", done.stderr + done.stdout)


if __name__ == "__main__":
    unittest.main()
