"""Writes the type stub of jounce.parts from the schema of decks:

    python3 -m jounce._stubs parts.pyi

The build calls it.
"""

import dataclasses
import pathlib
import sys

from jounce import parts

HEAD = '''# Made by python3 -m jounce._stubs from the schema of decks.
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, Literal

import numpy.typing as npt

from jounce._core import Deck

Number = float | str
"""A number, or an expression of the parameters."""

class Part:
    kind: str
    type: str | None
    is_list: bool
    def table(self) -> dict[str, Any]: ...

def build(
    *parts: Part | Mapping[str, Any] | Sequence[Part | Mapping[str, Any]],
    title: str | None = None,
    parameters: Mapping[str, Number] | None = None,
    set: Mapping[str, Any] | None = None,
    folder: str | PathLike[str] = ".",
) -> Deck: ...
'''


def _type(schema):
    if "enum" in schema:
        return "Literal[" + ", ".join(repr(value) for value in schema["enum"]) + "]"
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(one) for one in schema["anyOf"]))
    kind = schema.get("type")
    if kind == "array":
        inner = _type(schema.get("items", {}))
        return f"Sequence[{inner}]" + (" | npt.NDArray[Any]" if inner == "Number" else "")
    if kind == "string":
        return "str"
    if kind == "boolean":
        return "bool"
    if isinstance(kind, list):
        return "Number" if "number" in kind else "int | str"
    return "Mapping[str, Any]" if "$ref" in schema or kind == "object" else "Any"


def stub():
    """The text of parts.pyi."""
    text = HEAD
    for name in parts.__all__:
        made = getattr(parts, name)
        if not dataclasses.is_dataclass(made):
            continue
        fields = dataclasses.fields(made)
        text += f"\nclass {name}(Part):\n"
        for field in fields:
            optional = "" if field.metadata["required"] else " | None"
            text += f"    {field.name}: {_type(field.metadata['schema'])}{optional}\n"
        text += "    def __init__(\n        self,\n        *,\n"
        for field in fields:
            optional = "" if field.metadata["required"] else " | None = None"
            text += f"        {field.name}: {_type(field.metadata['schema'])}{optional},\n"
        text += "    ) -> None: ...\n"
    return text


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[1])
    target.unlink(missing_ok=True)  # a link would lead into the sources
    target.write_text(stub())
