#!/usr/bin/env python3
"""Throws pairs of elastic blocks at each other in arbitrary positions and counts the runs that reach their end.

Blocks of 1 to 4 elements along an edge are turned at random, so that corners, edges and faces meet in any way; one flies at 1,
3 or 8 m/s. Settings are those that a deck has by default; implicit steps are of 0.1 ms. A case is a function of its number.

  benchmarks/random_blocks.py build/jounce
  benchmarks/random_blocks.py build/jounce --scheme half-explicit --only 7 --keep results/blocks
"""
import argparse
import csv
import random
import subprocess
import sys
import tempfile
from pathlib import Path

DECK = """title = "Blocks {number}"
[model]
dimension = 3
[[material]]
name = "rubber"
type = "linear-elastic"
E = 2e7
nu = 0.4
rho = 1100
{blocks}
[[initial]]
on = "b"
velocity = [0, 0, {velocity}]
[[contact]]
name = "touch"
type = "surfaces"
surface = "b.boundary"
against = "a.boundary"
friction = 0.2
[integrator]
type = "{scheme}"
{step}
end = {end}
[output]
frames = 1
"""

BLOCK = """[[mesh]]
name = "{name}"
type = "block"
from = [{low}]
to = [{high}]
counts = [{count}, {count}, {count}]
rotate = {turn}
translate = {place}
[[element]]
name = "{name}"
type = "solid"
mesh = "{name}"
material = "rubber"
strain = "green-lagrange"
mass = "{mass}"
"""


def deck_of(number, scheme):
    draw = random.Random(number)
    turn = lambda: [draw.uniform(-1.5, 1.5) for _ in range(3)]
    counts = draw.choice([1, 2, 3]), draw.choice([1, 2, 4])
    aside = draw.uniform(-0.03, 0.03), draw.uniform(-0.03, 0.03)
    turns = turn(), turn()
    speed = draw.choice([1, 3, 8])
    explicit = scheme == "half-explicit"
    mass = "lumped" if explicit else "consistent"
    blocks = BLOCK.format(name="a", low="-0.03, -0.03, -0.03", high="0.03, 0.03, 0.03", count=counts[0], turn=turns[0],
                          place=[0, 0, 0], mass=mass)
    blocks += BLOCK.format(name="b", low="-0.025, -0.025, -0.04", high="0.025, 0.025, 0.04", count=counts[1], turn=turns[1],
                           place=[*aside, 0.1], mass=mass)
    return DECK.format(number=number, blocks=blocks, velocity=-speed, scheme=scheme, step="" if explicit else "step = 1e-4",
                       end=0.06 / speed + 0.005)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="build/jounce")
    parser.add_argument("--scheme", default="nsga-ggl")
    parser.add_argument("--cases", type=int, default=36, help="numbers 0 to N - 1 (36)")
    parser.add_argument("--only", type=int, nargs="+", metavar="K", help="these numbers")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="decks and results")
    args = parser.parse_args()
    program = Path(args.program).resolve()
    if not program.is_file():
        sys.exit(f"there is no program {args.program}")
    ended = 0
    numbers = args.only or range(args.cases)
    with tempfile.TemporaryDirectory() as scratch:
        base = (args.keep or Path(scratch)).resolve()
        base.mkdir(parents=True, exist_ok=True)
        for number in numbers:
            deck = base / f"blocks_{number}.toml"
            deck.write_text(deck_of(number, args.scheme))
            run = subprocess.run([program, "run", deck.name], cwd=base, capture_output=True, text=True)
            ended += run.returncode == 0
            with open(deck.with_suffix(".results") / "history.csv", newline="") as file:
                rows = list(csv.DictReader(file))
            energy = [float(row["energy_total"]) for row in rows]
            depth = max(float(row["max_penetration"]) for row in rows)
            print(f"{number}: {'ended' if run.returncode == 0 else 'stopped'}, energy at most {max(energy) / energy[0]:.3f} "
                  f"of that of the start, penetration {1e3 * depth:.2g} mm", flush=True)
    print(f"{ended} of {len(numbers)} reach their end")


if __name__ == "__main__":
    main()
