#!/usr/bin/env python3
"""Folds random thin sheets and looks for parts of a sheet that have gone through each other.

A sheet of rubber, lead or a light elastic material, one hexahedron thick, is clamped at one end; the other end comes close,
passes beside it, above or below, while two planes leave little room. Self contact of the whole boundary with friction, explicit
steps at default settings. A case is a function of its number. A run is judged by the frames of its field results: the middle
surface of the sheet, cut into triangles, must not cross itself in two frames that follow each other, nor at the end. Of
what dips in by half of the thickness and comes out again the frames are listed. The check shares nothing with the program.

  benchmarks/folds.py build/jounce
  benchmarks/folds.py build/jounce --only 17 --keep results/folds

It needs python3-numpy and python3-h5py.
"""
import argparse
import csv
import random
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import h5py
import numpy as np

DECK = """title = "Fold {number}"

[parameters]
T = {time}

[units]
length = "m"
mass = "kg"
time = "s"

[model]
dimension = 3

[[material]]
name = "sheet"
{material}

[[mesh]]
name = "sheet"
type = "block"
from = [0, 0, 0]
to = [{length}, {width}, {thickness}]
counts = [{along}, {across}, 1]

[[element]]
name = "sheet"
type = "solid"
mesh = "sheet"
material = "sheet"
strain = "{strain}"
mass = "lumped"

[[boundary]]
on = "sheet.x_min"
components = ["x", "y", "z"]
{motions}
[[contact]]
name = "folds"
type = "surfaces"
surface = "sheet.boundary"
against = "sheet.boundary"
friction = {friction}

{planes}
[integrator]
type = "half-explicit"
end = "T"

[output]
frames = 20
history_every = 20

[[history]]
name = "in_folds"
quantity = "contact_force"
of = "folds"
"""

MOTION = """
[[boundary]]
on = "sheet.x_max"
components = ["{axis}"]
motion = "{way} * 0.5 * (1 - cos(pi * t / T))"
"""

PLANE = """
[[contact]]
name = "{name}"
type = "point-plane"
points = ["sheet"]
through = [0, 0, {height}]
normal = [0, 0, {up}]
friction = {friction}
"""

# Keys of the material, and the strain.
MATERIALS = [
    ('type = "neo-hookean"\nE = 5e6\nnu = 0.45\nrho = 1100', "green-lagrange"),
    ('type = "plastic"\nE = 16e9\nnu = 0.42\nrho = 11340\nyield_stress = [8e6, 15e6]\nplastic_strain = [0, 0.5]', "logarithmic"),
    ('type = "linear-elastic"\nE = 60e6\nnu = 0.2\nrho = 700', "logarithmic"),
]


def deck_of(number):
    draw = random.Random(number)
    material, strain = draw.choice(MATERIALS)
    length = draw.uniform(0.06, 0.1)
    along, across = draw.randint(12, 18), draw.randint(3, 5)
    thickness = draw.uniform(0.5e-3, 2e-3)
    close = draw.uniform(0.6, 1.1)  # share of the length; beyond 1 the ends pass each other
    beside, above = draw.uniform(-0.4, 0.4) * length, draw.choice([-1, 1]) * draw.uniform(0.05, 0.3) * length
    speed = draw.uniform(5, 30) if strain == "logarithmic" else draw.uniform(2, 10)
    room = draw.uniform(0.1, 0.4) * length
    motions = "".join(MOTION.format(axis=axis, way=way) for axis, way in zip("xyz", [-close * length, beside, above]))
    width, friction = draw.uniform(0.15, 0.4) * length, draw.choice([0, 0.2, 0.5])
    planes = [("floor", min(0, above) - room, 1), ("ceiling", thickness + max(0, above) + room, -1)]
    return DECK.format(number=number, material=material, strain=strain, length=length, width=width, thickness=thickness,
                       along=along, across=across, time=length / speed, motions=motions, friction=friction,
                       planes="".join(PLANE.format(name=name, height=height, up=up, friction=friction)
                                      for name, height, up in planes))


def middle_surfaces(results, counts):
    """Places of the middle surface in every frame, (frames, along + 1, across + 1, 3): means of lower and upper nodes."""
    with h5py.File(results / "fields.vtkhdf", "r") as file:
        points, first = file["VTKHDF/Points"][:], file["VTKHDF/Steps/PointOffsets"][:]
    nodes = (counts[0] + 1) * (counts[1] + 1)
    frames = [points[k:k + 2 * nodes].reshape(2, counts[1] + 1, counts[0] + 1, 3) for k in first]
    return [frame.mean(axis=0).swapaxes(0, 1) for frame in frames]


def triangles_of(surface):
    """Triangles and the numbers of their nodes: every cell is cut along one diagonal."""
    number = np.arange(surface.shape[0] * surface.shape[1]).reshape(surface.shape[:2])
    a, b, c, d = number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]
    return np.concatenate([np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)])


def crossings(surface):
    """Pairs of triangles without a common node of which an edge of one pierces the other."""
    points, cells = surface.reshape(-1, 3), triangles_of(surface)
    i, j = np.triu_indices(len(cells), 1)
    apart = (cells[i][:, :, None] != cells[j][:, None, :]).all(axis=(1, 2))
    i, j = i[apart], j[apart]
    low, high = points[cells].min(axis=1), points[cells].max(axis=1)
    near = ((low[i] <= high[j]) & (low[j] <= high[i])).all(axis=1)
    i, j = i[near], j[near]
    pierced = np.zeros(len(i), bool)
    for face, other in ((i, j), (j, i)):
        p = points[cells[face]]
        for k in range(3):
            a, b = points[cells[other][:, k]], points[cells[other][:, (k + 1) % 3]]
            pierced |= pierces(p, a, b)
    return int(pierced.sum())


def pierces(p, a, b):
    """Whether the segments from a to b pass through the triangles p, by the signs of volumes."""
    volume = lambda u, v, w, x: np.einsum("ni,ni->n", np.cross(v - u, w - u), x - u)
    sides = volume(p[:, 0], p[:, 1], p[:, 2], a) * volume(p[:, 0], p[:, 1], p[:, 2], b) < 0
    turns = [volume(a, b, p[:, k], p[:, (k + 1) % 3]) for k in range(3)]
    return sides & ((np.min(turns, axis=0) > 0) | (np.max(turns, axis=0) < 0))


def judge(program, folder, number):
    """The words for the outcome, whether it reached its end, the crossing pairs of all frames."""
    (folder / "case.toml").write_text(deck_of(number))
    run = subprocess.run([program, "run", "case.toml", "-q", "-o", "out"], cwd=folder, capture_output=True, text=True)
    with open(folder / "case.toml", "rb") as file:
        deck = tomllib.load(file)
    surfaces = middle_surfaces(folder / "out", deck["mesh"][0]["counts"])
    pairs = [crossings(surface) for surface in surfaces]
    with open(folder / "out" / "history.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    depth = max(float(row["max_penetration"]) for row in rows) / deck["mesh"][0]["to"][2]
    force = sum(float(row["in_folds"]) > 0 for row in rows) / len(rows)
    scale = max(float(row["energy_total"]) + float(row["dissipated_friction"]) for row in rows)
    error = max(abs(float(row["dissipated_numerical"])) for row in rows) / scale
    words = f"depth {depth:.2f} of the thickness, contact in {force:.0%} of the rows, balance {error:.1e} of the energy"
    if run.returncode != 0:
        words += f"; ended: {run.stderr.strip()[:300]}"
    return words, run.returncode == 0, pairs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="build/jounce")
    parser.add_argument("--cases", type=int, default=1000, help="numbers 1 to N (1000)")
    parser.add_argument("--only", type=int, nargs="+", metavar="K", help="these numbers")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="decks and results that cross or do not reach their end")
    args = parser.parse_args()
    program = Path(args.program).resolve()
    if not program.is_file():
        sys.exit(f"there is no program {args.program}")
    numbers = args.only or range(1, args.cases + 1)
    crossed, ended = [], []
    with tempfile.TemporaryDirectory() as scratch:
        for number in numbers:
            folder = (args.keep.resolve() if args.keep else Path(scratch)) / f"fold_{number:04d}"
            folder.mkdir(parents=True, exist_ok=True)
            words, whole, pairs = judge(program, folder, number)
            if any(pairs):
                stays = pairs[-1] > 0 or any(a > 0 and b > 0 for a, b in zip(pairs, pairs[1:]))
                if stays:
                    crossed.append(number)
                words = f"{'CROSSED' if stays else 'dipped'}, pairs in the frames {pairs}; {words}"
            if not whole:
                ended.append(number)
            print(f"{number}: {words}", flush=True)
    print(f"{len(crossed)} of {len(numbers)} cross {crossed}, {len(ended)} did not reach their end {ended}")
    return bool(crossed)


if __name__ == "__main__":
    sys.exit(main())
