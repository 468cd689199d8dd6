#!/usr/bin/env python3
"""Runs the flexible slider-crank of table 2 with every scheme and step, writes table.md, draws study.png.

    python3 verification/slider_crank_flexible/study.py [PROGRAM]      default build/jounce

A run diverges at the first time at which it fails, or at which the scheme has made more energy than a tenth of the work
done on the mechanism (the ledger's numerical dissipation below -0.1 work). Noise is the part of a series that alternates
from step to step: root mean square of (x_{n-1} - 2 x_n + x_{n+1})/4. Standard library and gnuplot.
"""
import csv
import math
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TABLE_2 = ["torque=1", "omega1=0", "omega2=0", "c=0.0005", "restitution=0.1", "mu=0.1"]
SCHEMES = [("gen.-alpha 0.8", ["type=mixed-generalized-alpha", "rho_inf=0.8"]),
           ("gen.-alpha 0.5", ["type=mixed-generalized-alpha", "rho_inf=0.5"]),
           ("gen.-alpha 0", ["type=mixed-generalized-alpha", "rho_inf=0"]),
           ("Bathe", ["type=mixed-bathe"]),
           ("ED-alpha 0", ["type=mixed-ed-alpha", "rho_inf=0"]),
           ("nsga-ggl 0.5", ["type=nsga-ggl", "rho_inf=0.5"])]
STEPS = ["1e-4", "1e-5"]
END = 0.5
NAMES = ["time", "crank_angle", "root_moment", "rod_moment", "impulse_1", "impulse_2", "impulse_3", "impulse_4",
         "work_external", "dissipated_numerical", "energy_total"]


def run(program, folder, step, integrator):
    """Rows of the history by NAMES, and whether the run came to its end."""
    sets = [f"parameters.{x}" for x in TABLE_2] + [f"integrator.{x}" for x in integrator]
    sets += [f"integrator.step={step}", f"integrator.end={END}", "output.frames=0", "output.history_every=1",
             "history.rod_moment.element=10"]
    command = [program, "run", ROOT / "inputs/slider_crank_flexible.toml", "-q", "-o", folder]
    for item in sets:
        command += ["--set", item]
    done = subprocess.run(command, capture_output=True, check=False)
    with open(folder / "history.csv", newline="") as file:
        reader = csv.reader(file)
        header = next(reader)
        places = [header.index(name) for name in NAMES]
        rows = [[float(row[p]) for p in places] for row in reader if len(row) == len(header)]
    return rows, done.returncode == 0


def divergence(rows, finished):
    for row in rows:
        if not all(map(math.isfinite, row)) or row[9] < -0.1 * max(row[8], 1e-3):
            return row[0]
    return None if finished else rows[-1][0]


def rms(values):
    return math.sqrt(sum(x * x for x in values) / len(values))


def noise(rows, column):
    x = [row[column] for row in rows]
    return rms([(a - 2 * b + c) / 4 for a, b, c in zip(x, x[1:], x[2:])])


def line(name, step, rows, finished):
    h = float(step)
    diverges = divergence(rows, finished)
    part = [row for row in rows if 0.01 <= row[0] <= 0.1]
    touches = [sum(row[4:8]) > 0 for row in part]
    peak = made = 0.0
    for row in rows:
        peak = max(peak, row[9])
        made = max(made, peak - row[9])
    return (f"| {name} | {step} | {'none' if diverges is None else f'{diverges:.4g} s'} | {rows[-1][1]:.2f} | "
            f"{rms([r[2] for r in part]):.1e} | {noise(part, 2):.1e} | {rms([r[3] for r in part]):.2f} | "
            f"{noise(part, 3):.3f} | {max(sum(r[4:8]) for r in part) / h:.0f} | "
            f"{sum(a != b for a, b in zip(touches, touches[1:]))} | {rows[-1][9]:.2f} | {made:.2g} |")


def draw(folder, series):
    script = [f'set terminal pngcairo size 1100,{210 * len(SCHEMES)} font "sans,9"',
              f'set output "{HERE / "study.png"}"', f"set multiplot layout {len(SCHEMES)},2", "set grid",
              "set xrange [0:0.1]", "unset key"]
    for name, file in series:
        script += ["set yrange [-0.006:0.006]", f'set title "{name}: moment at the root of the rod, N m"',
                   f'plot "{file}" using 1:2 with lines lw 0.6 lc 1', "set yrange [0:600]",
                   f'set title "{name}: contact force, N"', f'plot "{file}" using 1:3 with lines lw 0.6 lc 2']
    (folder / "plot.gp").write_text("\n".join(script) + "\n")
    subprocess.run(["gnuplot", folder / "plot.gp"], check=True)


def main():
    program = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/jounce").resolve()
    lines = ["| scheme | dt | diverges | crank angle at 0.5 s | root moment, rms | its noise | mid moment, rms | its noise "
             "| largest force, N | openings and closings | numerical dissipation, J | energy made, J |", "|" + " --- |" * 12]
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        series = []
        for step in STEPS:
            for name, integrator in SCHEMES:
                rows, finished = run(program, folder / f"{name}-{step}", step, integrator)
                lines.append(line(name, step, rows, finished))
                print(lines[-1], flush=True)
                if step == STEPS[-1]:
                    file = folder / f"{len(series)}.dat"
                    file.write_text("".join(f"{r[0]} {r[2]} {sum(r[4:8]) / float(step)}\n" for r in rows if r[0] <= 0.1))
                    series.append((name, file))
        draw(folder, series)
    (HERE / "table.md").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
