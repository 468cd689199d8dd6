"""What notebooks show of models, runs, results and tables: _repr_html_."""

import csv
import html
import pathlib
import tempfile

from jounce import _core

ROWS = 20  # of a table
CURVES = 4  # of a history
FRAMES = 60  # of a scene


def table_html(self):
    """The first rows as an HTML table."""
    from jounce._tables import _text

    head = "".join(f"<th>{html.escape(name)}</th>" for name in self)
    body = ""
    for i in range(min(self.size, ROWS)):
        body += "<tr>" + "".join(f"<td>{html.escape(_text(column[i]))}</td>" for column in self.values()) + "</tr>"
    more = f"<p>{self.size} rows</p>" if self.size > ROWS else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _facts(rows):
    cells = "".join(f"<tr><th>{html.escape(name)}</th><td>{html.escape(str(value))}</td></tr>" for name, value in rows)
    return f"<table>{cells}</table>"


def _scene(page):
    return (
        f'<iframe srcdoc="{html.escape(page)}" style="width:100%;height:480px;border:0" title="scene of the model" '
        'sandbox="allow-scripts"></iframe>'
    )


def _side_by_side(figures):
    figures = figures.replace("<figure>", '<figure style="flex:0 1 420px;margin:8px">')
    return f'<div style="display:flex;flex-wrap:wrap">{figures}</div>'


def _shown(table):
    """Columns to draw: those of the deck come first."""
    skipped = {"time", "step_size", "newton_iterations", "active_contacts"}
    return [name for name in table if name not in skipped][:CURVES]


def model_html(self):
    """Counts, and the model at its start."""
    facts = [
        ("velocities", f"{self.nv}, {self.n_free} free"),
        ("bodies", self.bodies.size),
        ("elements", int(self.elements["count"].sum())),
        ("joint rows", int(self.joints["rows"].sum())),
        ("contacts", self.contacts.size),
    ]
    return _facts(facts) + _scene(self.scene())


def state_html(self):
    """Time and energies."""
    return _facts([("t", self.t), *((name, f"{value:.6g}") for name, value in self.energies.items())])


def run_html(self):
    """Time and energies, curves where the run records, the model as it stands."""
    facts = [("t", f"{self.time:.9g}"), *((f"energy, {name}", f"{v:.6g}") for name, v in self.energies.items())]
    try:
        table = self.recorded
    except _core.RunError:
        return _facts(facts) + _scene(self.scene())
    with tempfile.TemporaryDirectory() as folder:
        with (pathlib.Path(folder) / "history.csv").open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(table)
            writer.writerows(zip(*(column.tolist() for column in table.values())))
        curves = _core.curves_of_result(folder, _shown(table))
    return _facts(facts) + _side_by_side(curves) + _scene(self.scene())


def result_html(self):
    """Title, curves of the first columns, and the model in motion."""
    text = f"<p>{html.escape(self.title)}: {html.escape(str(self.record.get('message', '')))}</p>"
    if (self.folder / "history.csv").exists():
        text += _side_by_side(self.curves(*_shown(self.history)))
    if (self.folder / "fields.vtkhdf").exists():
        text += _scene(self.scene(FRAMES))
    return text
