"""Nonlinear structural dynamics with contact.

    import jounce

    deck = jounce.Deck("inputs/pendulum.toml", {"integrator.step": 1e-3})
    run = jounce.Run(deck, record=True)
    run.run()
    print(run.recorded["energy_total"])

Deck     an input file, a text, or tables; jounce.build makes one from jounce.parts
Model    its parts, forces and matrices at any state
State    q, v and t
Run      steps; save, restore, undo; functions after each step
open     the results of a run

The manual is docs/python.md.
"""

from jounce import _display, parts
from jounce._core import (
    Deck,
    InputError,
    Model,
    ResultError,
    Run,
    RunError,
    SavedRun,
    State,
    __version__,
)
from jounce._results import Result, open
from jounce._tables import Table
from jounce.parts import build

__all__ = [
    "Deck",
    "InputError",
    "Model",
    "Result",
    "ResultError",
    "Run",
    "RunError",
    "SavedRun",
    "State",
    "Table",
    "build",
    "open",
    "parts",
]

for _class in (Model, Run, State, Table, Result):
    _class._repr_html_ = getattr(_display, _class.__name__.lower() + "_html")
del _class
