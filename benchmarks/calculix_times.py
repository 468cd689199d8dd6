#!/usr/bin/env python3
"""Times jobs of CalculiX's test suite (package calculix-ccx-test) with `jounce ccx -i JOB` and with `ccx -i JOB`.

Runs of both programs alternate, each in its own folder and with one thread; the smallest time of each counts.
Decks that one of the programs does not finish are left out. Prints the table: deck, seconds of both, their ratio; then
the median ratio and the sums. --cpu counts the time of the processor in place of that of the clock, which serves on a
machine that does other things as well.

  benchmarks/calculix_times.py build/jounce --markdown times.md
  benchmarks/calculix_times.py build/jounce beamp beamcr4 --repeat 5
"""
import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import calculix_suite

ENVIRONMENT = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def run(command, folder, name, args):
    """Seconds of one run, None where the job does not finish."""
    used, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    try:
        done = subprocess.run([*command, "-i", name], cwd=folder, env=ENVIRONMENT, timeout=args.limit,
                              capture_output=True, text=True, errors="replace")
    except subprocess.TimeoutExpired:
        return None
    seconds, now = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if args.cpu:
        seconds = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
    return seconds if done.returncode == 0 and "Job finished" in done.stdout else None


def times(programs, name, args):
    """The smallest time of each program, in turn; None where one of them fails."""
    smallest = [float("inf")] * len(programs)
    for _ in range(args.repeat):
        for which, (command, folder) in enumerate(programs):
            seconds = run(command, folder, name, args)
            if seconds is None:
                return None
            smallest[which] = min(smallest[which], seconds)
    return smallest


def markdown(rows, summary):
    lines = ["| deck | Jounce, s | CalculiX, s | ratio |", "| --- | --- | --- | --- |"]
    lines += [f"| `{name}` | {a:.3f} | {b:.3f} | {a / b:.2f} |" for name, a, b in rows]
    return "\n".join(lines + ["", summary]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="build/jounce")
    parser.add_argument("decks", nargs="*", help="names of decks; default: all of the suite")
    parser.add_argument("--suite", default=calculix_suite.SUITE, help="folder with the decks")
    parser.add_argument("--ccx", default="ccx", help="program of CalculiX")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each program")
    parser.add_argument("--limit", type=float, default=120, help="seconds for a run")
    parser.add_argument("--cpu", action="store_true", help="time of the processor")
    parser.add_argument("--markdown", help="file for the table")
    args = parser.parse_intermixed_args()
    commands = {"own": [str(Path(args.program).resolve()), "ccx"], "ccx": [args.ccx]}
    if not Path(args.suite).is_dir():
        sys.exit(f"there is no folder {args.suite}; it is that of the package calculix-ccx-test")
    rows = []
    with tempfile.TemporaryDirectory() as temporary:
        programs = [(command, Path(temporary) / folder) for folder, command in commands.items()]
        for _, folder in programs:
            folder.mkdir()
            calculix_suite.unpack(Path(args.suite), folder)
        for name in args.decks or sorted(file.stem for file in folder.glob("*.inp")):
            found = times(programs, name, args)
            if found:
                rows.append((name, *found))
                print(f"{name:<20} {found[0]:8.3f} {found[1]:8.3f} {found[0] / found[1]:6.2f}", flush=True)
    if not rows:
        sys.exit("no deck is finished by both programs")
    sums = [sum(row[which] for row in rows) for which in (1, 2)]
    median = statistics.median(a / b for _, a, b in rows)
    summary = (f"{len(rows)} decks: median ratio {median:.2f}, sums {sums[0]:.1f} s and {sums[1]:.1f} s, "
               f"ratio {sums[0] / sums[1]:.2f}.")
    print(summary)
    if args.markdown:
        Path(args.markdown).write_text(markdown(rows, summary))


if __name__ == "__main__":
    main()
