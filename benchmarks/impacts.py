#!/usr/bin/env python3
"""Runs random impacts of parts with default settings and counts the runs that are right, give up, take too long or are wrong.

A case is a function of the seed and its number. Parts are hollow and solid, of triangles, quadrilaterals, tetrahedra and
hexahedra, elastic, of rubber or plastic; one hits walls, a bar or closes on itself, or two hit each other, also one within
the other. Steps are 0.3 to 300 wave times through the smallest element. A run is right if it reaches its end, nothing
penetrates by more than 1e-8 of the size, the total energy never rises by more than 1e-6, plastic work is not negative, the
impulses of the walls explain the change of momentum to 1e-8 of its scale, and parts meet the walls they are thrown at.

  benchmarks/impacts.py build/jounce
  benchmarks/impacts.py build/jounce --seed 1 --only 17 --keep results/impacts
"""
import argparse
import shutil
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
from impacts import report  # noqa: E402
from impacts.deck import words, write_deck  # noqa: E402
from impacts.draw import draw_case  # noqa: E402
from impacts.judge import judge  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="build/jounce")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=100, help="numbers 1 to N (100)")
    parser.add_argument("--only", type=int, nargs="+", metavar="K", help="these numbers")
    parser.add_argument("--limit", type=float, default=60, help="processor seconds of a case (60)")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="table of all outcomes")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="decks and results that are not right, and a list of them")
    parser.add_argument("--keep-all", action="store_true", help="keep the right ones too")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="only write the decks")
    return parser.parse_args()


def main():
    args = arguments()
    numbers = args.only or range(1, args.cases + 1)
    name = lambda case: f"impact_{case.seed}_{case.number:03d}"
    if args.write:
        for number in numbers:
            case = draw_case(args.seed, number)
            write_deck(case, args.write / name(case))
        return 0
    program = Path(args.program).resolve()
    if not program.is_file():
        sys.exit(f"there is no program {args.program}")
    results = []
    with tempfile.TemporaryDirectory() as scratch:
        base = args.keep.resolve() if args.keep else Path(scratch)
        for number in numbers:
            case = draw_case(args.seed, number)
            folder = base / name(case)
            shutil.rmtree(folder, ignore_errors=True)
            write_deck(case, folder)
            outcome = judge(case, program, folder, args.limit)
            results.append((case, outcome))
            if outcome.verdict == "right":
                print(f"right: number {number}, {outcome.cpu:.1f} s", flush=True)
                if not args.keep_all:
                    shutil.rmtree(folder)
            else:
                print(report.line_of(case, outcome, words(case)), flush=True)
            if args.keep:
                report.write_failing(base / "failing.txt", results, words, lambda c: base / name(c))
            if args.csv:
                report.write_csv(args.csv, results, words)
    report.print_tables(results)
    print()
    for case, outcome in results:
        if outcome.verdict != "right":
            print(report.line_of(case, outcome, words(case)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
