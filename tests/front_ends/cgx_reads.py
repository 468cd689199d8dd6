"""A bar in tension, solved by SOLVER with text and binary results, is read and drawn by CalculiX' viewer cgx, which
gives the numbers that the closed solution has. Usage: cgx_reads.py SOLVER FOLDER"""

import os
import subprocess
import sys

SOLVER, FOLDER = sys.argv[1:]
DECK = """*NODE, NSET=ALL
1, 0., 0., 0.
2, 4., 0., 0.
3, 4., 1., 0.
4, 0., 1., 0.
5, 0., 0., 1.
6, 4., 0., 1.
7, 4., 1., 1.
8, 0., 1., 1.
*ELEMENT, TYPE=C3D8, ELSET=BAR
1, 1, 2, 3, 4, 5, 6, 7, 8
*MATERIAL, NAME=STEEL
*ELASTIC
210000., .3
*SOLID SECTION, ELSET=BAR, MATERIAL=STEEL
*NSET, NSET=END
2, 3, 6, 7
*BOUNDARY
1, 1, 3
4, 1
4, 3
5, 1, 2
8, 1
*STEP
*STATIC
*CLOAD
END, 1, 25.
{}
*END STEP
"""
FILES = {
    "text": "*NODE FILE\nU\n*EL FILE\nS",
    "binary": "*NODE OUTPUT\nU\n*ELEMENT OUTPUT\nS",
}


def run(*words):
    return subprocess.run(words, cwd=FOLDER, capture_output=True, text=True, errors="replace", timeout=120)


def commands(name, lines):
    with open(os.path.join(FOLDER, name), "w") as file:
        file.write("\n".join(lines) + "\n")
    return name


def values(name):
    """Node: value, as `send ... abq ds` writes them."""
    found = {}
    with open(os.path.join(FOLDER, name)) as file:
        for line in file:
            words = line.replace(",", " ").split()
            if len(words) == 2 and words[0].isdigit():
                found[int(words[0])] = float(words[1])
    return found


def check(condition, text):
    print("{}: {}".format("ok" if condition else "WRONG", text))
    return bool(condition)


def main():
    passed = True
    for kind, output in FILES.items():
        commands(kind + ".inp", [DECK.format(output)])
        solved = run(SOLVER, "-i", kind)
        passed &= check(solved.returncode == 0, kind + ": solved " + solved.stdout[-200:] * solved.returncode)
        read = run("cgx", "-bg", commands(kind + ".fbd", [
            "read {}.frd".format(kind), "prnt info", "send all abq ds1 e1", "send all abq ds2 e1"]))
        passed &= check("n:8 e:1 " in read.stdout, kind + ": nodes and element")
        moved, stress = values("all_ds1e1.dat"), values("all_ds2e1.dat")
        for name in ("all_ds1e1.dat", "all_ds2e1.dat"):
            os.remove(os.path.join(FOLDER, name))
        ends = [moved[node] for node in (2, 3, 6, 7)]
        exact = 100 * 4 / 210000
        passed &= check(all(abs(u - exact) < 1e-6 for u in ends), "{}: displacements {}".format(kind, ends))
        passed &= check(len(stress) == 8 and all(abs(s - 100) < 1e-2 for s in stress.values()),
                        "{}: stresses {}".format(kind, sorted(set(stress.values()))))
        run("xvfb-run", "-a", "cgx", "-b", commands("draw.fbd", [
            "read {}.frd".format(kind), "view elem", "ds 1 e 1", "plot fv all", "rot y", "frame", "hcpy png", "exit"]))
        picture = os.path.join(FOLDER, "hcpy_1.png")
        passed &= check(os.path.exists(picture) and os.path.getsize(picture) > 2000, kind + ": drawn")
        if os.path.exists(picture):
            os.rename(picture, os.path.join(FOLDER, kind + ".png"))
    print("cgx: {}".format("passed" if passed else "failed"))
    return 0 if passed else 1


sys.exit(main())
