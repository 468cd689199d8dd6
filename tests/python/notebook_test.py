"""The notebooks of inputs/python run to their ends; what they assert, they compare with closed forms."""

import importlib.util
import json
import os
import subprocess
import sys
import unittest

from support import INPUTS, Folder

MISSING = [name for name in ("nbconvert", "ipykernel", "scipy") if importlib.util.find_spec(name) is None]
NOTEBOOKS = sorted((INPUTS / "python").glob("*.ipynb"))


class NotebookTest(unittest.TestCase):
    def test_there_are_three_without_outputs(self):
        self.assertEqual(len(NOTEBOOKS), 3)
        for path in NOTEBOOKS:
            cells = json.loads(path.read_text())["cells"]
            code = [cell for cell in cells if cell["cell_type"] == "code"]
            self.assertTrue(any("assert " in "".join(cell["source"]) for cell in code), path.name)
            self.assertFalse(any(cell["outputs"] for cell in code), f"clear the outputs of {path.name}")

    @unittest.skipIf(MISSING, f"notebooks need {', '.join(MISSING)} (packages jupyter-nbconvert, python3-ipykernel, python3-scipy)")
    def test_each_runs(self):
        for path in NOTEBOOKS:
            with self.subTest(path.name), Folder() as folder:
                command = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", str(path)]
                command += ["--output-dir", str(folder), "--ExecutePreprocessor.timeout=300"]
                settings = {"JUPYTER_PLATFORM_DIRS": "1", "IPYTHONDIR": str(folder), "HOME": str(folder)}
                done = subprocess.run(command, capture_output=True, text=True, env=os.environ | settings)
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                cells = json.loads((folder / path.name).read_text())["cells"]
                outputs = [output for cell in cells if cell["cell_type"] == "code" for output in cell["outputs"]]
                self.assertGreater(len(outputs), 0)
                self.assertFalse([o for o in outputs if o["output_type"] == "error"])


if __name__ == "__main__":
    unittest.main()
