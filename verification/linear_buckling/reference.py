#!/usr/bin/env python3
"""Loads at which a clamped column buckles, as factors of a force of 4 on its end: factors.csv. `--deck` prints column.inp."""
import sys
from math import pi

E, NU, B, H, L, FORCE = 200.0, 0.0, 2.0, 1.0, 20.0, 4.0
CELLS = 20


def factor(inertia, n):
    """Euler's load with the angle of shear (F. Engesser 1891): 1/P = 1/P_E + 1/(k G A), k = 5/6 of a rectangle."""
    euler = ((2 * n - 1) * pi / (2 * L)) ** 2 * E * inertia
    stiffness = 5 / 6 * E / (2 * (1 + NU)) * B * H
    return 1 / (1 / euler + 1 / stiffness) / FORCE


def deck():
    print("""** A column of 2 by 1 and length 20, clamped below, under a force on its end: factors at which it buckles.
**
**   jounce run verification/linear_buckling/column.inp
**   jounce plot column.results -y factor --reference verification/linear_buckling/factors.csv --x-label "number" --y-label "factor of the load" --title "Loads at which a column buckles"
*NODE, NSET=NALL""")
    number, places = {}, []
    for k in range(2 * CELLS + 1):
        for j in range(3):
            for i in range(3):
                odd = (i % 2) + (j % 2) + (k % 2)
                if odd > 1:
                    continue
                number[i, j, k] = len(number) + 1
                print(f"{number[i, j, k]}, {B * i / 2:g}, {H * j / 2:g}, {L * k / (2 * CELLS):g}")
                places.append((i, j, k))
    order = [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0), (0, 0, 2), (2, 0, 2), (2, 2, 2), (0, 2, 2), (1, 0, 0), (2, 1, 0),
             (1, 2, 0), (0, 1, 0), (1, 0, 2), (2, 1, 2), (1, 2, 2), (0, 1, 2), (0, 0, 1), (2, 0, 1), (2, 2, 1), (0, 2, 1)]
    print("*ELEMENT, TYPE=C3D20, ELSET=ALL")
    for c in range(CELLS):
        nodes = [number[i, j, k + 2 * c] for i, j, k in order]
        print(f"{c + 1}, " + ", ".join(map(str, nodes[:10])) + ",\n" + ", ".join(map(str, nodes[10:])))
    print("*NSET, NSET=LOW\n" + ", ".join(str(number[p]) for p in places if p[2] == 0))
    print("*MATERIAL, NAME=M\n*ELASTIC\n200., 0.\n*SOLID SECTION, ELSET=ALL, MATERIAL=M\n*BOUNDARY\nLOW, 1, 3")
    # The pressure of a force of 4 on the end.
    print(f"*STEP\n*BUCKLE\n4\n*DLOAD\n{CELLS}, P2, {FORCE / (B * H):g}\n*END STEP")


if "--deck" in sys.argv:
    deck()
else:
    weak, strong = B * H**3 / 12, H * B**3 / 12
    factors = sorted([factor(weak, n) for n in (1, 2, 3)] + [factor(strong, n) for n in (1, 2)])[:4]
    print("time,factor")
    for k, value in enumerate(factors):
        print(f"{k + 1},{value:.12g}")
