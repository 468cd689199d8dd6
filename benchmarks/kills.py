#!/usr/bin/env python3
"""Kills one of several ranks at random moments and looks at what is left.

    benchmarks/kills.py [program] [--times 100] [--ranks 3] [--seed 1]

Every run is of a cube that hits a wall, with frames, events and a checkpoint every few steps. After the kill (SIGKILL)
all ranks must be gone, the results must be read by the program, and the run must go on from its checkpoint, alone or on
another number of ranks, to the history of a run that was left in peace (1e-8 of the largest value of a column).
"""
import argparse
import csv
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

DECK = "inputs/block_against_wall.toml"
VALUES = ["parameters.n=6", "integrator.solver=iterative", "model.gravity=[1, 2, 0]", "integrator.end=0.3",
          "output.frames=40", "output.events=true", "output.checkpoint_every=5"]
COUNTS = ("newton_iterations",)  # of solvers, no results of the model


def columns(file):
    rows = list(csv.reader(line for line in open(file) if not line.startswith("#")))
    return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}


def difference(a, b):
    worst = 0.0
    for name in a:
        if name in COUNTS:
            continue
        if len(a[name]) != len(b[name]):
            return float("inf")
        scale = max(map(abs, a[name]), default=0) or 1
        worst = max(worst, max(abs(x - y) for x, y in zip(a[name], b[name])) / scale)
    return worst


def ranks_of(launcher):
    """Processes of the program below a launcher."""
    found = subprocess.run(["pgrep", "-P", str(launcher), "jounce"], capture_output=True, text=True)
    return [int(word) for word in found.stdout.split()]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="build/jounce")
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--ranks", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.chdir(pathlib.Path(__file__).resolve().parent.parent)
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_mpi_yield_when_idle="1")
    chance = random.Random(options.seed)
    base = [options.program, "run", DECK] + [word for value in VALUES for word in ("--set", value)]

    def run(ranks, output, *more):
        command = ["mpiexec", "-n", str(ranks)] * (ranks > 1) + base + ["-o", str(output), *more]
        return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        start = time.time()
        peaceful = run(options.ranks, folder / "whole")
        peaceful.communicate()
        length = time.time() - start
        whole = columns(folder / "whole/history.csv")
        kinds = {"before results": 0, "before a checkpoint": 0, "gone on": 0, "was over": 0}
        for number in range(options.times):
            output = folder / f"run{number}"
            process = run(options.ranks, output)
            time.sleep(chance.uniform(0.2, 1.0) * length)
            ranks = ranks_of(process.pid)
            if ranks:
                os.kill(chance.choice(ranks), signal.SIGKILL)
            try:
                process.communicate(timeout=30)
            except subprocess.TimeoutExpired:
                print(f"run {number}: the other ranks go on without the one that was killed")
                process.kill()
                wrong += 1
                continue
            if process.returncode == 0:
                kinds["was over"] += 1
                continue
            if not (output / "history.csv").exists():
                kinds["before results"] += 1
                continue
            readers = [["plot", str(output), "-y", "energy_total", "-o", str(output / "p.png")], ["draw", str(output), "--list"],
                       ["status", str(output)]]
            for reader in readers:
                said = subprocess.run([options.program, *reader], capture_output=True, text=True)
                if said.returncode != 0 and "no values" not in said.stderr:
                    print(f"run {number}: jounce {reader[0]}: {said.stderr.strip()}")
                    wrong += 1
            if not (output / "checkpoint.h5").exists():
                kinds["before a checkpoint"] += 1
                continue
            rest = run(chance.choice([1, 2, options.ranks + 1]), output, "--restart", str(output / "checkpoint.h5"))
            words = rest.communicate()[0]
            apart = difference(whole, columns(output / "history.csv")) if rest.returncode == 0 else float("inf")
            if apart > 1e-8:
                print(f"run {number}: the restart differs by {apart:g}: {words.strip()[-300:]}")
                wrong += 1
            kinds["gone on"] += 1
    print(", ".join(f"{count} {kind}" for kind, count in kinds.items()) + f"; {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
