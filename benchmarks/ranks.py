#!/usr/bin/env python3
"""Which analyses run on several ranks, and how far their results are from those of one rank.

    benchmarks/ranks.py [program] [--ranks 2 3 4 7] [--only WORDS] [--markdown docs/ranks.md]

Every row of the table is a deck of inputs/, made small. Compared are all columns of history.csv, over the largest value
of a column (energies: of all energies; x, y, z: of the three; penetrations of exact contacts, which are round-off, are
left out, and so are numbers of iterations), and the number of rows of events.csv. Columns of counts, and events, may
differ by 5 %: a contact that only just touches is closed or not by the last digits. The status is 1 where a run fails,
or differs by more than 1e-8 without a remark below.
"""
import argparse
import csv
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMIT = 1e-8
TOUCHES = 0.05  # share of events or contacts that may be others
LEFT_OUT = ("newton_iterations", "max_penetration")
CUBE = "inputs/block_against_wall.toml"
LARGE = ["parameters.n=9", "integrator.end=0.004", "parameters.speed=3", "output.frames=0"]
BENT = LARGE + ["element.body.formulation=auto", "element.body.strain=green-lagrange"]

TOUCHING = "contacts that only touch close or not by the last digits: a few events more or fewer"

# what, deck, values, remark where ranks are known to differ
ROWS = [
    ("statics with factors, large strain", "inputs/rubber_block.toml", ["parameters.n=10", "analysis.solver=direct", "analysis.end=0.2"], ""),
    ("statics by multigrid", "inputs/rubber_block.toml", ["parameters.n=10", "analysis.solver=iterative", "analysis.end=0.2"], ""),
    ("statics, arc length", "inputs/snap_through.toml", [], ""),
    ("statics, friction between surfaces", "inputs/punch.toml", [], ""),
    ("linear buckling and path", "inputs/buckled_strip.toml", ["analysis.max_steps=30"], ""),
    ("steps that follow each other", "inputs/released_bar.toml", [], ""),
    ("`nsga-ggl`, conjugate gradients", CUBE, LARGE + ["integrator.solver=iterative"], ""),
    ("`nsga-ggl`, large strain", CUBE, BENT, ""),
    ("`nsga-ggl`, friction at a wall", CUBE, LARGE + ["model.gravity=[2, 0, 0]", "contact.wall.friction=0.3"], ""),
    ("`nsga-ggl`, field by field", CUBE, LARGE + ["model.gravity=[2, 0, 0]", "contact.wall.friction=0.3", "integrator.solver=field-split"], ""),
    ("`moreau-jean`, large strain", CUBE, BENT + ["integrator.type=moreau-jean"], ""),
    ("`generalized-alpha`, large strain", CUBE, BENT + ["integrator.type=generalized-alpha"], ""),
    ("`mixed-generalized-alpha`, large strain", CUBE, BENT + ["integrator.type=mixed-generalized-alpha"], ""),
    ("`mixed-bathe`, large strain", CUBE, BENT + ["integrator.type=mixed-bathe"], ""),
    ("`half-explicit`", CUBE, ["parameters.n=9", "integrator.type=half-explicit", "integrator.end=0.004", "output.frames=0"], ""),
    ("`event-driven`", "inputs/rocking_block.toml", ["integrator.type=event-driven"], ""),
    ("`impulse-velocity`, few bodies", "inputs/shapes.toml", ["integrator.end=0.5"], ""),
    ("`impulse-velocity`, shared contacts", "inputs/sphere_pile.toml", ["parameters.n=3", "integrator.end=0.05", "integrator.contact_tolerance=1e-12", "integrator.bodies_per_rank=1"], ""),
    ("`ccp-euler`, bodies that come and go", "inputs/channel.toml", ["integrator.end=0.004", "integrator.contact_tolerance=1e-11"], TOUCHING),
    ("surface contact of two solids, friction", "inputs/clip.toml", [], ""),
    ("latch: contact, friction, large rotation", "inputs/latch.toml", ["integrator.end=0.0285"], ""),
    ("self contact", "inputs/crushed_tube.toml", ["integrator.end=0.0002"], ""),
    ("plasticity, explicit", "inputs/perforated_plate.toml", [], ""),
    ("erosion of elements, explicit", "inputs/ball_through_plate.toml", [], TOUCHING),
    ("plastic solids in impact", "inputs/drop_test.toml", ["integrator.end=1e-4"], ""),
    ("Johnson-Cook with damage", "inputs/steel_bar_impact.toml", [], TOUCHING),
    ("floating frame with modes, contact", "inputs/slider_crank_flexible.toml", ["integrator.end=0.02"], ""),
    ("joints of rigid bodies", "inputs/bricard.toml", ["integrator.end=1"], ""),
    ("friction in joints", "inputs/door.toml", [], ""),
    ("couplings", "inputs/whirling_shaft.toml", ["integrator.end=0.02"], ""),
    ("beams, large rotations", "inputs/flying_spaghetti_space.toml", [], ""),
    ("gears", "inputs/gear_train.toml", [], ""),
]


def columns(file):
    rows = list(csv.reader(line for line in open(file) if not line.startswith("#")))
    return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}


def rows_of(file):
    return sum(1 for line in open(file) if not line.startswith("#")) if file.exists() else 0


def difference(a, b):
    energies = max((abs(x) for name in a if name.startswith("energy_") for x in a[name]), default=0)
    worst, of = 0.0, ""
    for name in a:
        if name in LEFT_OUT:
            continue
        if len(a[name]) != len(b[name]):
            return float("inf"), f"{len(a[name])} rows and {len(b[name])}"
        family = [other for other in a if other[:-1] == name[:-1]] if name[-2:] in ("_x", "_y", "_z") else [name]
        scale = max((abs(x) for other in family for x in a[other]), default=0)
        if name.startswith(("energy_", "dissipated_", "work_")):
            scale = max(scale, energies)
        is_count = all(x.is_integer() for x in a[name] + b[name] if x == x)
        apart = max((abs(x - y) for x, y in zip(a[name], b[name]) if x == x or y == y), default=0)
        if is_count and apart <= TOUCHES * scale:
            continue
        if apart > 0 and apart / scale > worst:
            worst, of = apart / scale, name
    return worst, of


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="build/jounce")
    parser.add_argument("--ranks", type=int, nargs="+", default=[2, 3, 4, 7])
    parser.add_argument("--only", default="")
    parser.add_argument("--markdown")
    options = parser.parse_args()
    os.chdir(ROOT)
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_mpi_yield_when_idle="1", OPENBLAS_NUM_THREADS="1")
    table, bad = [], 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for what, deck, values, remark in ROWS:
            if options.only not in what:
                continue
            line, ends = [], []
            for ranks in [1] + options.ranks:
                output = folder / str(ranks)
                command = ["mpiexec", "-n", str(ranks)] * (ranks > 1) + [options.program, "run", deck, "-q", "-o", str(output)]
                for value in values:
                    command += ["--set", value]
                start = time.time()
                try:
                    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=900)
                except subprocess.TimeoutExpired:
                    line.append("no end in 900 s")
                    bad += 1
                    continue
                if done.returncode != 0:
                    line.append("fails")
                    print(f"{what}, ranks: {ranks}: {done.stderr.strip()[:300]}", flush=True)
                    bad += 1
                    continue
                if ranks == 1:
                    one = columns(output / "history.csv")
                    events = rows_of(output / "events.csv")
                    continue
                apart, of = difference(one, columns(output / "history.csv"))
                word = f"{apart:.0e}" if apart > 0 else "0"
                if abs(rows_of(output / "events.csv") - events) > TOUCHES * events:
                    word += ", other events"
                line.append(word)
                if (apart > LIMIT or "other" in word) and not remark:
                    print(f"{what}, ranks: {ranks}: {of} differs by {word}", flush=True)
                    bad += 1
            stem = pathlib.Path(deck).stem
            print(f"{what} ({stem}): {', '.join(line)}", flush=True)
            table.append(f"| {what} | `{stem}` | " + " | ".join(line) + f" | {remark} |")
    if options.markdown:
        head = ["# What runs on several ranks", "",
                "This table is written by `benchmarks/ranks.py`. It has the largest difference of the histories from those of one rank,", "relative to the largest value of a column.", "",
                "| analysis | deck | " + " | ".join(f"{r} ranks" for r in options.ranks) + " | remark |",
                "| --- | --- | " + "--- | " * len(options.ranks) + "--- |"]
        pathlib.Path(options.markdown).write_text("\n".join(head + table) + "\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
