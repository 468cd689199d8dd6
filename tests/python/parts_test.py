"""Decks from tables and parts: the same decks and the same messages as from files."""

import dataclasses
import datetime
import re
import tomllib
import unittest

import numpy as np

import jounce
from jounce import parts
from support import INPUTS, ROOT


def parts_of(tables, resolved):
    """The same as parts, found by kind and type, which the resolved tables have."""
    classes = {
        (made.kind, made.type): made
        for made in (getattr(parts, name) for name in parts.__all__)
        if dataclasses.is_dataclass(made)
    }

    def part(kind, table, complete):
        made = classes.get((kind, None)) or classes[kind, complete["type"]]
        names = {field.metadata["key"]: field.name for field in dataclasses.fields(made)}
        return made(**{names[key]: value for key, value in table.items() if key != "type"})

    made = []
    for kind, value in tables.items():
        if kind in ("title", "parameters"):
            continue
        if isinstance(value, list):
            made += [part(kind, *both) for both in zip(value, resolved[kind])]
        else:
            made.append(part(kind, value, resolved[kind]))
    return made


def without_places(message):
    """Messages of a deck without file, line and path of the value, and places within sentences."""
    lines = []
    for line in message.splitlines():
        line = re.sub(r"^[^ ]*\.toml(:\d+:\d+)?: ", "", line)
        line = re.sub(r"(in|from) line \d+|by [\w.\[\]-]+$", "THERE", line)
        lines.append(line)
    return lines


class TableDeckTest(unittest.TestCase):
    def test_tables_and_parts_are_the_decks_of_files(self):
        seen = 0
        for path in sorted(INPUTS.glob("*.toml")):
            with self.subTest(path.name):
                tables = tomllib.loads(path.read_text())
                deck = jounce.Deck(path)
                text = deck.text
                self.assertEqual(jounce.Deck.from_tables(tables, folder=INPUTS).text, text)
                head = {"title": tables.get("title"), "parameters": tables.get("parameters")}
                self.assertEqual(jounce.build(parts_of(tables, deck.tables), folder=INPUTS, **head).text, text)
                seen += 1
        self.assertGreater(seen, 60)

    def test_mistakes_have_the_messages_of_files(self):
        compared = 0
        for path in sorted((ROOT / "tests" / "deck" / "broken").glob("*.toml")):
            if path.name.startswith("syntax"):  # mistakes of the text, not of what it says
                continue
            try:
                tables = tomllib.loads(path.read_text())
            except (tomllib.TOMLDecodeError, UnicodeDecodeError):
                continue  # no tables to speak of
            dates = any(isinstance(v, (datetime.date, datetime.time)) for v in _values(tables))
            if dates:
                continue
            try:
                jounce.Deck(path)
                continue
            except jounce.InputError as error:
                expected = without_places(str(error))
            with self.subTest(path.name):
                with self.assertRaises(jounce.InputError) as caught:
                    jounce.Deck.from_tables(tables, folder=path.parent)
                found = [re.sub(r"^[^ ]+: ", "", line) for line in str(caught.exception).splitlines()]
                found = [re.sub(r"(in|from) line \d+|by [\w.\[\]-]+$", "THERE", line) for line in found]
                self.assertEqual(sorted(found), sorted(expected))
                compared += 1
        self.assertGreater(compared, 60)

    def test_places_are_paths(self):
        with self.assertRaises(jounce.InputError) as caught:
            jounce.build(
                parts.PointMassBody(name="bob", mass=-1, position=[0, 1]),
                parts.NsgaGglIntegrator(stp=1e-3),
                {"load": [{"type": "force", "of": "bob"}]},
            )
        lines = str(caught.exception).splitlines()
        self.assertIn("body.bob.mass: 'mass' must be a number in kg greater than 0, not -1", lines)
        self.assertIn("integrator.stp: unknown key 'stp' in [integrator] (did you mean 'step'?)", lines)
        self.assertIn("integrator: [integrator] lacks the required key 'end': a number in s", lines)
        self.assertTrue(any(line.startswith("load.0") for line in lines), lines)

    def test_values_of_python(self):
        deck = jounce.build(
            parts.Model(gravity=np.array([0.0, -9.81])),
            [parts.PointMassBody(name="p", mass=np.float64(2), position=(np.int64(0), "2*h"))],
            {"output": {"frames": np.int32(3), "events": False}},
            parts.NsgaGglIntegrator(step=1e-3, end=1),
            title="Values",
            parameters={"h": 1.5},
            set={"body.p.mass": 3},
        )
        self.assertEqual(deck.title, "Values")
        tables = deck.tables
        self.assertEqual(tables["body"][0]["position"], [0, 3])
        self.assertEqual(tables["body"][0]["mass"], 3)
        self.assertEqual((tables["output"]["frames"], tables["output"]["events"]), (3, False))
        self.assertEqual(jounce.Deck.from_tables(tables).text, deck.text)
        self.assertEqual(deck.steps, [])
        self.assertIn("Values", repr(deck))

    def test_values_that_decks_do_not_have(self):
        for value, message in (
            (None, "body.p.mass: None is not a value of a deck; omit the key"),
            (object(), "body.p.mass: a value of the type 'object' has no place in a deck"),
            (10**30, "body.p.mass: the number is too large"),
            (float("nan"), "body.p.mass: "),
            ([1], "body.p.mass: 'mass' must be a number"),
        ):
            with self.assertRaises(jounce.InputError) as caught:
                jounce.Deck.from_tables({"body": [{"name": "p", "type": "point-mass", "mass": value, "position": [0, 0]}]})
            self.assertTrue(any(line.startswith(message) for line in str(caught.exception).splitlines()), str(caught.exception))
        with self.assertRaisesRegex(jounce.InputError, "keys of tables are texts, not 3"):
            jounce.Deck.from_tables({"body": [{3: 4}]})
        with self.assertRaisesRegex(ValueError, r"the table \[model\] is given twice"):
            jounce.build(parts.Model(), parts.Model())
        with self.assertRaisesRegex(ValueError, r"the table \[model\] is given twice"):
            jounce.build({"model": {}}, {"model": {}})
        with self.assertRaisesRegex(TypeError, "a part of a deck is one of jounce.parts"):
            jounce.build("pendulum.toml")
        itself = {}
        itself["model"] = itself
        with self.assertRaisesRegex(jounce.InputError, "tables or lists are nested too deeply"):
            jounce.Deck.from_tables(itself)


class PartDocumentationTest(unittest.TestCase):
    def test_every_type_of_the_reference_is_a_part(self):
        """The reference was written from the schema by other code."""
        text = (ROOT / "docs" / "deck-reference.md").read_text()
        known = {(made.kind, made.type) for made in map(parts.__dict__.get, parts.__all__) if dataclasses.is_dataclass(made)}
        headings = re.findall(r'^#+ .*?`?(\w+)`?.*type = "([\w-]+)"', text, re.M)
        for kind, type_name in headings:
            self.assertIn((kind, type_name), known)
        self.assertGreater(len(known), 90)

    def test_help_says_what_keys_mean(self):
        doc = parts.RevoluteJoint.__doc__
        self.assertIn('[[joint]] type = "revolute"', doc)
        self.assertIn("between  (required)", doc)
        self.assertIn("friction  (default 0)", doc)
        self.assertIn("radius of the pin, at which friction acts [length]", doc)
        self.assertIn("from_", parts.LineMesh.__doc__)
        self.assertEqual(parts.LineMesh(from_=[0]).table()["from"], [0])
        self.assertIn("one of", parts.Units.__doc__)

    def test_every_public_name_has_a_docstring(self):
        for name in jounce.__all__:
            thing = getattr(jounce, name)
            self.assertTrue(thing.__doc__, name)
            if not isinstance(thing, type) or issubclass(thing, Exception):
                continue
            for member, value in vars(thing).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    self.assertTrue(value.__doc__, f"{name}.{member}")


def _values(tables):
    for value in tables.values() if isinstance(tables, dict) else tables:
        if isinstance(value, (dict, list)):
            yield from _values(value)
        else:
            yield value


if __name__ == "__main__":
    unittest.main()
