#!/usr/bin/env python3
"""Exact solution of the falling bar that bounces under gravity, from the wave equation (see ../elastic_bar/wave_equation.py).

E = 900, rho = 1, A = 1, L = 10, g = 10, dropped from 5 above the floor. The motion repeats after 16/3. Writes
motion.csv (time, height of the bottom, displacement of the top, contact force) over one period and a bit, and checks
the values of Doyen, Ern and Piperno, SIAM J. Sci. Comput. 33 (2011) 223-249.
"""
import sys
from fractions import Fraction

sys.path.insert(0, "../elastic_bar")
from wave_equation import falling_bar  # noqa: E402

if __name__ == "__main__":
    cells = 60
    rows = falling_bar(E=900, rho=1, A=1, L=10, g=10, gap=5, speed=0, cells=cells, steps=18 * cells)
    height = {time: gap for time, gap, _, _ in rows}
    for time, value in (("2", "5/3"), ("5/2", "145/36"), ("8/3", "35/9"), ("3", "40/9"), ("7/2", "25/36"),
                        ("16/3", "5")):
        assert height[Fraction(time)] == Fraction(value), (time, height[Fraction(time)])
    dt = rows[1][0]
    closed = [time for time, _, _, force in rows if force > 0]
    intervals, start = [], None
    for time in closed:
        if start is None or time - last > dt:
            if start is not None:
                intervals.append((start - dt, last))
            start = time
        last = time
    intervals.append((start - dt, last))
    print("contacts", [(str(a), str(b)) for a, b in intervals])
    assert intervals[:2] == [(Fraction(1), Fraction(5, 3)), (Fraction(11, 3), Fraction(13, 3))]
    for time, _, _, force in rows:
        if 1 < time <= Fraction(5, 3):
            assert force == 300 + 300 * (time - dt / 2 - 1), (time, force)
    with open("motion.csv", "w") as out:
        out.write("# exact bouncing bar, made by reference.py; the force is the mean of the interval that ends there\n")
        out.write("time,gap,free_end_displacement,contact_force\n")
        for row in rows:
            out.write(",".join(repr(float(value)) for value in row) + "\n")
