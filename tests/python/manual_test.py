"""Names that docs/python.md shows exist, its decks build, and its claims about times hold."""

import ast
import re
import unittest

import jounce
from support import ROOT

TEXT = (ROOT / "docs" / "python.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.S)
OWNERS = {
    "run": jounce.Run,
    "model": jounce.Model,
    "state": jounce.State,
    "result": jounce.Result,
    "deck": jounce.Deck,
    "jounce": jounce,
    "parts": jounce.parts,
}


class ManualTest(unittest.TestCase):
    def test_blocks_are_python(self):
        self.assertGreater(len(BLOCKS), 7)
        for block in BLOCKS:
            ast.parse(block)

    def test_names_exist(self):
        seen = set()
        for owner, name in re.findall(r"\b(run|model|state|result|deck|jounce|parts)\.([A-Za-z_]+)", TEXT):
            if (owner, name) in (("run", "toml"), ("model", "inconsistent_start")):
                continue  # a file, a key
            self.assertTrue(hasattr(OWNERS[owner], name), f"{owner}.{name}")
            seen.add((owner, name))
        self.assertGreater(len(seen), 45)

    def test_every_public_name_is_in_the_manual(self):
        for name in jounce.__all__:
            if name not in ("Result", "SavedRun", "Table"):  # which functions return
                self.assertIn(name, TEXT)
        for owner in ("run", "model", "state", "result"):
            missing = [
                name
                for name in vars(OWNERS[owner])
                if not name.startswith("_") and not re.search(rf"\b{name}\b", TEXT)
            ]
            self.assertEqual(missing, [], owner)

    def test_the_rod_of_the_manual_falls(self):
        block = next(block for block in BLOCKS if "A falling rod" in block)
        names = {"jounce": jounce, "parts": jounce.parts, "print": lambda *_: None}
        exec(block, names)
        run = jounce.Run(names["deck"], record=True)
        run.run()
        # Released level, it swings between 0 and -pi; the energy stays.
        angle = run.recorded["angle"]
        self.assertLess(angle.min(), -3.1)
        self.assertGreater(angle.min(), -3.1417)
        self.assertLess(abs(run.recorded["energy_total"][-1]), 1e-3)


if __name__ == "__main__":
    unittest.main()
