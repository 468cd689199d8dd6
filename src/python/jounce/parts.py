"""Parts of a deck as dataclasses, one for each table and type that the deck reference lists.

    from jounce import parts

    deck = jounce.build(
        parts.Model(gravity=[0, -9.81]),
        parts.PointMassBody(name="ball", mass=1, position=[0, 1]),
        parts.PointPlaneContact(name="floor", points=["ball"], through=[0, 0], normal=[0, 1], restitution=0.8),
        parts.NsgaGglIntegrator(step=1e-3, end=2),
        title="A ball",
    )

The name of a class is that of the type, then of the table: [[joint]] type = "revolute" is RevoluteJoint. Its fields are
the keys; help(parts.RevoluteJoint) says what they mean. Keys that are words of Python have a bar behind them: from_.
None stands for a key that is not given. jounce.build checks keys and values as it does those of a deck, and reports all
mistakes at once.
"""

import dataclasses
import inspect
import json
import keyword
import re

from jounce import _core

__all__ = ["build"]  # and the classes, below


def _camel(text):
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[-_]", text))


def _describe(name, key, required):
    default = key.get("default")
    if required:
        state = "required"
    elif default is None:
        state = "optional"
    else:
        state = f"default {json.dumps(default)}"
    text = key.get("description", "")
    if "enum" in key:
        text += "; one of " + ", ".join(map(str, key["enum"]))
    return f"{name}  ({state})\n    {text}"


def _table(self):
    """The part as a dictionary, as a deck has it."""
    table = {} if self.type is None else {"type": self.type}
    for field in dataclasses.fields(self):
        value = getattr(self, field.name)
        if value is not None:
            table[field.metadata["key"]] = value
    return table | self._unknown


def _init(self, **keys):
    known = {field.name for field in dataclasses.fields(self)}
    for field in dataclasses.fields(self):
        setattr(self, field.name, keys.get(field.name))
    self._unknown = {name: value for name, value in keys.items() if name not in known}  # jounce.build tells


def _repr(self):
    given = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)} | self._unknown
    values = ", ".join(f"{name}={value!r}" for name, value in given.items() if value is not None)
    return f"{type(self).__name__}({values})"


def _signature(fields):
    parameters = [inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    for name, _, field in fields:
        default = inspect.Parameter.empty if field.metadata["required"] else None
        parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default))
    return inspect.Signature(parameters)


def _part_class(kind, is_list, type_name, entry):
    required = set(entry.get("required", []))
    fields, docs = [], []
    for key, schema in entry["properties"].items():
        if key == "type":
            continue
        name = key + "_" if keyword.iskeyword(key) else key
        docs.append(_describe(name, schema, key in required))
        metadata = {"key": key, "doc": schema.get("description", ""), "required": key in required, "schema": schema}
        fields.append((name, object, dataclasses.field(default=None, metadata=metadata)))
    members = {"kind": kind, "type": type_name, "is_list": is_list, "table": _table, "__repr__": _repr}
    name = _camel(type_name or "") + _camel(kind)
    made = dataclasses.make_dataclass(name, fields, kw_only=True, init=False, repr=False, namespace=members)

    def __init__(self, **keys):
        _init(self, **keys)

    __init__.__signature__ = _signature(fields)
    __init__.__qualname__ = f"{name}.__init__"
    made.__init__ = __init__
    made.__module__ = __name__
    header = f"[[{kind}]]" if is_list else f"[{kind}]"
    if type_name:
        header += f' type = "{type_name}"'
    made.__doc__ = f"{header}: {entry.get('description', '')}\n\n" + "\n".join(docs) + "\n"
    return made


def _part_classes():
    schema = json.loads(_core.schema())
    for kind, entry in schema["properties"].items():
        if kind in ("title", "parameters"):
            continue
        is_list = entry.get("type") == "array"
        content = entry["items"] if is_list else entry
        if "oneOf" not in content:
            yield _part_class(kind, is_list, None, content)
            continue
        for variant in content["oneOf"]:
            found = schema["$defs"][variant["$ref"].removeprefix("#/$defs/")]
            yield _part_class(kind, is_list, found["properties"]["type"]["const"], found)


for _made in _part_classes():
    globals()[_made.__name__] = _made
    __all__.append(_made.__name__)
del _made


def _add(tables, part):
    if isinstance(part, dict):
        for kind, value in part.items():
            if isinstance(value, list) and isinstance(tables.get(kind, []), list):
                tables.setdefault(kind, []).extend(_plain(entry) for entry in value)
            elif kind in tables:
                raise ValueError(f"the table [{kind}] is given twice")
            else:
                tables[kind] = _plain(value)
    elif _is_part(part):
        if part.is_list:
            tables.setdefault(part.kind, []).append(part.table())
        elif part.kind in tables:
            raise ValueError(f"the table [{part.kind}] is given twice")
        else:
            tables[part.kind] = part.table()
    elif isinstance(part, (list, tuple)):
        for entry in part:
            _add(tables, entry)
    else:
        raise TypeError(f"a part of a deck is one of jounce.parts, a dictionary or a list of them, not {part!r}")


def _is_part(value):
    return dataclasses.is_dataclass(value) and not isinstance(value, type) and hasattr(value, "is_list")


def _plain(value):
    return value.table() if _is_part(value) else value


def build(*parts, title=None, parameters=None, set=None, folder="."):
    """A Deck from parts, dictionaries of tables ({"body": [{...}]}), and lists of both, in any order.

    title, parameters  of the deck; values may be expressions of the parameters, "2*k"
    set                values that replace others, by their paths, as of Deck
    folder             in which files that the deck names are searched

    Raises InputError with the messages that a deck file would have, ValueError for a table given twice, TypeError for
    what is no part.
    """
    tables = {}
    if title is not None:
        tables["title"] = title
    if parameters is not None:
        tables["parameters"] = dict(parameters)
    for part in parts:
        _add(tables, part)
    return _core.Deck.from_tables(tables, set or {}, folder)
