"""Results of a run, from its folder."""

import csv
import pathlib
import tomllib

import numpy as np

from jounce import _core
from jounce._tables import Table, nearest


class Result:
    """What a run has left in a folder; files are read when they are asked for.

        result = jounce.open("results/elastic_bar")
        result.history["time"], result.history.units["contact_force"]
        result.events["impulse"]
        result.times, result.fields, result.field("velocity", frame=-1), result.points(-1)
        result.record["statistics"]["steps"]

    Arrays are plain NumPy arrays that cannot be written to.
    """

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        if not self.folder.is_dir():
            raise FileNotFoundError(f"there is no folder {self.folder} of results")
        known = ("history.csv", "fields.vtkhdf", "run.toml", "modes.csv")
        if not any((self.folder / name).exists() for name in known):
            raise FileNotFoundError(f"the folder {self.folder} holds no results of jounce: none of {', '.join(known)}")
        self._kept = {}

    def _once(self, name, read):
        if name not in self._kept:
            self._kept[name] = read()
        return self._kept[name]

    def _csv(self, name):
        columns, units = _core.read_history(self.folder / name)
        return Table(columns, units)

    @property
    def history(self):
        """Table of history.csv: a row for each step, `units` by column. ResultError: there is none."""
        return self._once("history", lambda: self._csv("history.csv"))

    @property
    def modes(self):
        """Table of modes.csv, of `jounce modes`."""
        return self._once("modes", lambda: self._csv("modes.csv"))

    @property
    def events(self):
        """Table of events.csv: a row for each impact; without rows when nothing hit."""

        def read():
            path = self.folder / "events.csv"
            if not path.exists():
                return Table({})
            with path.open(newline="") as file:
                lines = [line for line in csv.reader(file) if line and not line[0].startswith("#")]
            head = [cell.split(" [")[0] for cell in lines[0]]
            rows = [line for line in lines[1:] if len(line) == len(head)]
            return Table({name: _column([row[k] for row in rows]) for k, name in enumerate(head)})

        return self._once("events", read)

    @property
    def record(self):
        """run.toml as dictionaries: status, times, counts, warnings; empty where there is none."""

        def read():
            path = self.folder / "run.toml"
            return tomllib.loads(path.read_text()) if path.exists() else {}

        return self._once("record", read)

    @property
    def deck(self):
        """The deck as it was run, as TOML with all defaults; "" where there is none."""
        path = self.folder / "resolved.toml"
        return path.read_text() if path.exists() else ""

    @property
    def title(self):
        """Title of the deck."""
        return tomllib.loads(self.deck).get("title", "") if self.deck else ""

    def _file(self):
        return self._once("file", lambda: _core.FieldFile(self.folder / "fields.vtkhdf"))

    @property
    def times(self):
        """Times of the frames of fields. ResultError: there are no fields."""
        return self._file().times

    @property
    def fields(self):
        """Table of the fields: name, unit, components, on_points (else on cells)."""
        fields = self._file().fields
        return Table(
            {
                "name": list(fields),
                "unit": [unit for unit, _, _ in fields.values()],
                "components": np.array([n for _, n, _ in fields.values()], dtype=int),
                "on_points": np.array([on for _, _, on in fields.values()], dtype=bool),
            }
        )

    @property
    def parts(self):
        """Names of the meshes and bodies that are drawn."""
        return self._file().body_names

    @property
    def mesh(self):
        """connectivity, offsets and VTK types of the cells."""
        return self._file().mesh

    def _frame(self, frame):
        count = len(self.times)
        if not -count <= frame < count:
            raise IndexError(f"there are {count} frames, none has the number {frame}")
        return frame % count

    def points(self, frame=-1):
        """Positions of all points in a frame, 3 numbers each; frame -1 is the last one."""
        return self._file().points(self._frame(frame))

    def field(self, name, frame=-1):
        """Numbers of a field in a frame: a row for each point or cell. KeyError: there is no such field."""
        if name not in self._file().fields:
            raise KeyError(f"there is no field '{name}'{nearest(name, self._file().fields)}")
        return self._file().values(name, self._frame(frame))

    def xarray(self):
        """History and fields as an xarray.Dataset (package python3-xarray): columns over `step`, fields over frame."""
        try:
            import xarray
        except ImportError:
            raise ImportError("xarray() needs xarray (package python3-xarray of Debian)") from None
        variables = {}
        for name, column in self.history.items():
            variables[name] = ("step", column, {"units": self.history.units.get(name, "")})
        coordinates = {}
        if (self.folder / "fields.vtkhdf").exists():
            frames = range(len(self.times))
            coordinates["frame_time"] = ("frame", self.times)
            variables["points"] = (("frame", "point", "axis"), np.stack([self.points(i) for i in frames]))
            for row in self.fields.rows():
                place = "point" if row["on_points"] else "cell"
                values = np.stack([self.field(row["name"], i) for i in frames])
                axes = ("frame", place) if values.ndim == 2 else ("frame", place, f"{row['name']}_component")
                variables[f"field_{row['name']}"] = (axes, values, {"units": row["unit"]})
        return xarray.Dataset(variables, coords=coordinates, attrs={"title": self.title})

    def scene(self, frames=0):
        """The page of `jounce view` as one HTML text; frames: at most so many, 0: as many as fit."""
        return _core.scene_of_result(self.folder, frames)

    def curves(self, *columns):
        """Curves of columns over time as HTML, as `jounce report` draws them (with gnuplot)."""
        return _core.curves_of_result(self.folder, [str(name) for name in columns])

    def __repr__(self):
        return f"<jounce.Result '{self.title}' in {self.folder}>"


def _column(cells):
    try:
        column = np.array([float(cell) for cell in cells])
    except ValueError:
        return cells
    column.flags.writeable = False
    return column


def open(folder):
    """The results in a folder that a run has written, as a Result. FileNotFoundError: it holds none."""
    return Result(folder)
