"""Tables: columns by name."""

from collections.abc import Mapping

import numpy as np


class Table(Mapping):
    """Columns of equal length by name: lists of texts, and read-only NumPy arrays of numbers.

        joints = model.joints
        joints["rows"]            a column
        joints.row("hinge")       a dictionary: the row with this name
        joints.names              the column "name"; of histories the names of the columns
        list(joints), len(joints), joints.size      column names, their number, the number of rows
        dict(joints)              plain columns, for pandas.DataFrame and the like
    """

    def __init__(self, columns, units=None):
        self._columns = dict(columns)
        self.units = dict(units or {})
        lengths = {len(column) for column in self._columns.values()}
        if len(lengths) > 1:
            raise ValueError(f"columns of a table have one length, not {sorted(lengths)}")
        self.size = lengths.pop() if lengths else 0

    def __getitem__(self, name):
        try:
            return self._columns[name]
        except KeyError:
            raise KeyError(f"there is no column '{name}'{nearest(name, self._columns)}") from None

    def __iter__(self):
        return iter(self._columns)

    def __len__(self):
        return len(self._columns)

    @property
    def names(self):
        """Names of the rows; of a table without the column "name" those of the columns."""
        return list(self._columns.get("name", self._columns))

    def row(self, which):
        """A row as a dictionary, by its number or by its name. IndexError, KeyError: there is none."""
        if isinstance(which, str):
            names = self._columns.get("name", [])
            if which not in names:
                raise KeyError(f"there is no row '{which}'{nearest(which, names)}")
            which = list(names).index(which)
        return {name: column[which] for name, column in self._columns.items()}

    def rows(self):
        """All rows, as dictionaries."""
        return [self.row(i) for i in range(self.size)]

    def __repr__(self):
        head = list(self._columns)
        shown = [[_text(column[i]) for column in self._columns.values()] for i in range(min(self.size, 20))]
        widths = [max([len(head[k])] + [len(row[k]) for row in shown]) for k in range(len(head))]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in [head, *shown]]
        if self.size > 20:
            lines.append(f"... {self.size} rows")
        return "\n".join(lines)


def nearest(name, known):
    """" (did you mean 'x'?)", or nothing where no name is near."""
    import difflib

    found = difflib.get_close_matches(str(name), [str(k) for k in known], 1)
    return f" (did you mean '{found[0]}'?)" if found else ""


def _text(value):
    if isinstance(value, np.ndarray):
        return "(" + ", ".join(_text(v) for v in value.tolist()) + ")"
    if isinstance(value, (float, np.floating)):
        return f"{value:.6g}"
    return str(value)
