#!/usr/bin/env python3
"""Runs the decks of CalculiX's test suite (package calculix-ccx-test) and writes a table of what comes of them.

Each deck is run as it is, at default settings. What it prints is compared with the values that CalculiX's maintainers
keep (DECK.dat.ref; for decks that print nothing, with the values at nodes of DECK.frd.ref), and with --ccx with what an
installed CalculiX prints: the largest difference of a table over the largest number in it, of the table where that is most (of modes up to their sign); of eigenvalues, in order of size, the
largest relative one, but for those that both have below 1e-9 of the largest (free motions, whose eigenvalue is zero but
for round-off). A deck is within 1 % when every kept table is printed and differs by less. Decks whose kept values CalculiX
2.20 itself does not reach are counted by what 2.20 prints, as a group of their own. Lines of explanation come from
calculix_suite.toml beside this file; decks that need one and have none are listed at the end.

  benchmarks/calculix_suite.py build/jounce --markdown docs/calculix-suite.md
  benchmarks/calculix_suite.py build/jounce --ccx ccx --keep results/suite
  benchmarks/calculix_suite.py build/jounce beamp resstress1
"""
import argparse
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from pathlib import Path

from frd_tables import frd_tables

BEFORE = {"beamread": "beamwrite"}  # decks that go on from the restart file of another one
SUITE = "/usr/share/doc/calculix-ccx-test/examples/test"
NUMBER = re.compile(r"^[+-]?(\d+\.?\d*|\.\d+)([eEdD][+-]?\d+|[+-]\d{3})?$")
WITHIN = 0.01
GLOBAL = re.compile(r"^\* *SUBMODEL.*INPUT *= *([^,\s]+)\.frd", re.IGNORECASE | re.MULTILINE)  # results of other decks
FREE = 1e-9  # of the largest eigenvalue: free motions
# Kinds of decks that are no solid mechanics, by a card or a type of step that only they have.
KINDS = [
    ("fluid dynamics", r"^\* *CFD|^\* *BOUNDARYF"),
    ("networks of fluids", r"^\* *FLUID *SECTION"),
    ("motion in a rotating frame", r"^\* *COMPLEX *FREQUENCY"),
    ("electromagnetics", r"^\* *ELECTROMAGNETICS|^\* *MAGNETIC *PERMEABILITY"),
    ("sensitivity", r"^\* *SENSITIVITY"),
    ("cyclic symmetry", r"^\* *CYCLIC *SYMMETRY"),
    ("heat conduction", r"^\* *(HEAT *TRANSFER|COUPLED *TEMP|UNCOUPLED *TEMP)"),
]


def number_of(word):
    """A number as Fortran prints it, 1.D-3 or 1.234-105; None for other words."""
    if word.lower() in ("nan", "infinity", "-infinity"):
        return float("nan")
    if not NUMBER.match(word):
        return None
    return float(re.sub(r"(?<=\d)(?=[+-]\d{3}$)", "e", word.replace("D", "E").replace("d", "e")))


def tables_of(file):
    """Printed numbers by heading; rows by the whole numbers that they begin with."""
    tables, counts, heading, of_mode = {}, Counter(), None, ""
    for line in file.read_text(errors="replace").splitlines():
        if not line.strip():
            continue
        words = re.sub(r" L$", "", line.rstrip()).split()
        values = [number_of(word) for word in words]
        if any(value is None for value in values):
            title = " ".join(words)
            if "N U M B E R" in line:
                of_mode = "mode: "
            elif "INCREMENT" in line or "S T E P" in line:
                of_mode = ""
            if "E I G E N V A L U E    N" in line:
                heading = None
            elif "E I G E N V A L U E" in line:
                heading = "eigenvalues"
            elif "B U C K L I N G" in line:
                heading = "buckling factors"
            elif " time " in line and " for " in line:
                heading = of_mode + re.sub(r"\)for", ") for", title)
            elif heading not in ("eigenvalues", "buckling factors") or "P A R T I C I P A T I O N" in line:
                heading = None
            else:
                continue
            if heading is not None:
                counts[heading] += 1
                heading_key = (heading, counts[heading])
        elif heading is not None:
            digits = 0
            while digits < len(words) and re.match(r"^\d+$", words[digits]):
                digits += 1
            table = tables.setdefault(heading_key, {})
            key = tuple(words[:digits])
            occurrence = sum(1 for other in table if other[0] == key)
            table[key, occurrence] = values[digits:]
    return {heading: by_faces(table, heading[0]) if "element+face" in heading[0] else table
            for heading, table in tables.items()}


def by_faces(table, heading):
    """One row for each face: means over its points, sums of energies, as both place points of their own on a face."""
    rows = {}
    for (key, _), values in table.items():
        rows.setdefault(key, []).append(values)
    means = {}
    for key, points in rows.items():
        sums = [sum(column) for column in zip(*points)]
        means[key, 0] = sums if "energy" in heading else [total / len(points) for total in sums]
    return means


def deviation(kept, own):
    """Largest deviation of the tables that both have, and the headings that are missing."""
    worst, missing = None, []
    for heading, rows in kept.items():
        found = own.get(heading)
        if found is None:
            missing.append(heading[0])
            continue
        if heading[0] in ("eigenvalues", "buckling factors"):
            values, others = (sorted(row[0] for row in table.values()) for table in (rows, found))
            largest = max((abs(value) for value in values), default=0)
            others += [0.0] * (len(values) - len(others))
            pairs = [pair for pair in zip(values, others) if max(map(abs, pair)) >= FREE * largest]
            values, others = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
            scale = [max(abs(value), FREE * largest) for value in values]
        else:
            # zeros are printed for numbers that no node has
            values = [value for row in rows.values() for value in row]
            others = [value for key, row in rows.items()
                      for value in pad(found.get(key, found.get((key[0], 0), [])), len(row))]  # nodes listed twice
            scale = [max((abs(value) for value in values), default=0)] * len(values)
            # the sign of a mode means nothing
            if heading[0].startswith("mode: ") and sum(a * b for a, b in zip(values, others)) < 0:
                others = [-value for value in others]
        for value, other, size in zip(values, others, scale):
            difference = abs(value - other) / size if size > 0 else abs(value - other)
            if worst is None or not difference <= worst:
                worst = difference
    return worst, missing


def pad(row, size):
    return (row + [0.0] * size)[:size]


def unpack(suite, folder):
    """All files of the suite, which include each other."""
    for file in suite.iterdir():
        if file.suffix == ".gz":
            (folder / file.stem).write_bytes(gzip.decompress(file.read_bytes()))
        elif file.is_file():
            shutil.copy(file, folder)


def kind_of(deck):
    text = deck.read_text(errors="replace").upper()
    for kind, pattern in KINDS:
        if re.search(pattern, text, re.MULTILINE):
            return kind
    return ""


def run(command, folder, limit):
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    try:
        done = subprocess.run(command, cwd=folder, env=environment, timeout=limit, text=True, errors="replace",
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired:
        return None, f"does not end within {limit:g} s"


def go_on(before, name, command, folder, limit):
    """The restart file that a program leaves of a deck becomes the one that another deck of the folder reads."""
    place = folder / f"{name}.before"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    shutil.copy(folder / f"{before}.inp", place)
    run(command + [before], place, limit)
    written = place / f"{before}.rout"
    if written.exists():
        shutil.copy(written, folder / f"{name}.rin")


def first_error(text):
    """The first message of a run that was refused or failed, without the name of the deck's file."""
    for line in text.splitlines():
        found = re.search(r"error: (.*)", line)
        if found:
            return found.group(1)
    lines = [line for line in text.splitlines() if line.strip()]
    first = next((line for line in lines if ".inp:" in line), lines[-1] if lines else "")
    return re.sub(r"^\S+\.inp:\d+:\s*", "", first.strip())


def errors_in(text):
    return sum(bool(re.match(r"\S+\.inp:\d+:", line)) for line in text.splitlines())


class Deck:
    """One deck: how it ended, how far it is from the kept values and from CalculiX."""

    def __init__(self, name, args, folder):
        self.name = name
        deck = folder / f"{name}.inp"
        self.kind = kind_of(deck)
        globals_ = [stem for stem in GLOBAL.findall(deck.read_text(errors="replace")) if not (folder / f"{stem}.frd").exists()]
        place = self.with_results_of(globals_, name, args, folder) if globals_ else folder
        if name in BEFORE:
            go_on(BEFORE[name], name, [args.program, "ccx", "-i"], folder, args.limit)
        status, text = run([args.program, "run", "-q", "-o", folder.resolve() / f"{name}.results", deck.name], place, args.limit)
        self.status = {0: "runs", 2: "refused"}.get(status, "fails")
        self.message, self.errors = ("", 0) if status == 0 else (first_error(text), errors_in(text))
        self.kept, self.missing, self.ccx, self.missing_ccx, self.has_kept = None, [], None, [], False
        if status != 0:
            return
        own_file, kept_file = folder / f"{name}.results" / f"{name}.dat", folder / f"{name}.dat.ref"
        own = tables_of(own_file) if own_file.exists() else {}
        kept = tables_of(kept_file) if kept_file.exists() else {}
        kept_frd = folder / f"{name}.frd.ref"
        is_by_frd = not kept and kept_frd.exists()
        if is_by_frd:
            own_frd = self.job(name, args, folder)
            kept, own = frd_tables(kept_frd, own_frd)
        self.has_kept = bool(kept)
        self.kept, self.missing = deviation(kept, own)
        if args.ccx and is_by_frd:
            written = folder / f"{name}.frd"
            if not written.exists():
                run([args.ccx, name], folder, args.limit)
            if written.exists():
                self.ccx, self.missing_ccx = deviation(*frd_tables(written, own_frd))
        elif args.ccx:
            printed = folder / f"{name}.dat"
            if not printed.exists():
                if name in BEFORE:
                    go_on(BEFORE[name], name, [args.ccx], folder, args.limit)
                for job in [*globals_, name]:
                    run([args.ccx, job], folder, args.limit)
            if printed.exists():
                self.ccx, self.missing_ccx = deviation(tables_of(printed), own)

    @classmethod
    def with_results_of(cls, stems, name, args, folder):
        """A folder with the .frd of the global models of a submodel."""
        for stem in stems:
            shutil.copy(cls.job(stem, args, folder), cls.job_folder(name, folder))
        return cls.job_folder(name, folder)

    @classmethod
    def job(cls, name, args, folder):
        """The .frd that jounce ccx leaves, in a folder of its own."""
        place = cls.job_folder(name, folder)
        run([args.program, "ccx", "-i", name], place, args.limit)
        return place / f"{name}.frd"

    @staticmethod
    def job_folder(name, folder):
        place = folder / f"{name}.job"
        place.mkdir(exist_ok=True)
        results = [folder / f"{stem}.frd" for stem in GLOBAL.findall((folder / f"{name}.inp").read_text(errors="replace"))]
        for file in [*folder.glob("*.inp"), *filter(Path.exists, results)]:
            if not (place / file.name).exists():
                (place / file.name).symlink_to(file.resolve())
        return place

    @property
    def outcome(self):
        if self.status != "runs":
            return self.status
        if not self.has_kept:
            return "runs, nothing is kept"
        if self.kept is not None and self.kept <= WITHIN and not self.missing:
            return "within 1 %"
        if self.ccx is not None and self.ccx <= WITHIN and not self.missing_ccx:
            return "within 1 % of 2.20"
        return "runs, differs"


def percent(value):
    return "" if value is None else f"{100 * value:.2g}"


def remark(deck, notes):
    note = notes.get(deck.name, "")
    if deck.status != "runs":
        return note or deck.message
    lacks = "" if not deck.missing or note else "not printed: " + "; ".join(sorted({h.split(" for ")[0] for h in deck.missing}))
    return note or lacks


def markdown(decks, notes, ccx):
    counts = Counter(deck.outcome for deck in decks)
    others = Counter(deck.kind for deck in decks if deck.kind and deck.status != "runs")
    runs = sum(count for outcome, count in counts.items() if outcome not in ("refused", "fails"))
    lines = [
        "# Decks of CalculiX's test suite", "",
        "This table is written by `benchmarks/calculix_suite.py` from the decks of the Debian package",
        "`calculix-ccx-test` (2.20) and the remarks in `benchmarks/calculix_suite.toml`. Deviations in per cent are the",
        "largest difference of a printed table over its largest number, from the values that CalculiX's maintainers keep"
        + (" and from\nCalculiX 2.20." if ccx else ".") + " Decks that print\nnothing are compared by the values at nodes of their `.frd` files. Eigenvalues of free motions, which are zero but for\n"
        "round-off, are not compared; contact at points of integration is compared by its means over faces.", "",
        f"Of {len(decks)} decks {runs} run. {counts['within 1 %']} are within 1 % of the kept values, "
        + (f"{counts['within 1 % of 2.20']} more of what CalculiX 2.20 prints, where the kept values are others, " if ccx else "") +
        f"{counts['runs, differs']} differ, of {counts['runs, nothing is kept']} no values are kept. "
        f"{counts['refused']} are refused, {counts['fails']} fail.",
        "Of the refused ones " + ", ".join(f"{n} are of {kind}" for kind, n in others.most_common()) + ".", "",
        "| deck | outcome | deviation, % |" + (" from 2.20, % |" if ccx else "") + " remark |",
        "| --- | --- | --- |" + (" --- |" if ccx else "") + " --- |"]
    for deck in decks:
        if deck.status == "refused" and deck.kind:
            continue
        cells = [f"`{deck.name}`", deck.outcome, percent(deck.kept)] + ([percent(deck.ccx)] if ccx else [])
        lines.append("| " + " | ".join(cells + [remark(deck, notes).replace("|", "\\|")]) + " |")
    lines += ["", "Refused as other physics:", ""]
    for kind, _ in others.most_common():
        names = [deck.name for deck in decks if deck.kind == kind and deck.status == "refused"]
        lines.append(f"- {kind}: " + ", ".join(f"`{name}`" for name in names))
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="build/jounce")
    parser.add_argument("decks", nargs="*", help="names of decks; default: all of the suite")
    parser.add_argument("--suite", default=SUITE, help="folder with the decks")
    parser.add_argument("--ccx", help="program of CalculiX to compare with")
    parser.add_argument("--keep", help="folder for decks and results, and for what CalculiX printed in a run before")
    parser.add_argument("--limit", type=float, default=300, help="seconds for a deck")
    parser.add_argument("--markdown", help="file for the table")
    args = parser.parse_intermixed_args()
    args.program = str(Path(args.program).resolve())
    suite = Path(args.suite)
    if not suite.is_dir():
        sys.exit(f"there is no folder {suite}; it is that of the package calculix-ccx-test")
    notes = tomllib.loads((Path(__file__).parent / "calculix_suite.toml").read_text())
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(args.keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        unpack(suite, folder)
        names = args.decks or sorted(file.stem for file in folder.glob("*.inp"))
        decks = []
        for name in names:
            deck = Deck(name, args, folder)
            decks.append(deck)
            print(f"{name:<20} {deck.outcome:<22} {percent(deck.kept):>8} {percent(deck.ccx):>8} {deck.kind:<18} "
                  f"{deck.errors if deck.errors > 1 else '':>2} {remark(deck, notes)[:150]}", flush=True)
    print(dict(Counter(deck.outcome for deck in decks)))
    silent = [d.name for d in decks if not d.kind and d.outcome != "within 1 %" and d.name not in notes]
    if silent:
        print("without a line of explanation:", " ".join(silent))
    if args.markdown:
        Path(args.markdown).write_text(markdown(decks, notes, args.ccx))


if __name__ == "__main__":
    main()
