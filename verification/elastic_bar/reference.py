#!/usr/bin/env python3
"""Exact solution of the elastic bar against a rigid wall, from the wave equation (see wave_equation.py).

Writes motion.csv: corners of the piecewise linear gap and displacement of the free end, and the piecewise constant
force and velocity, with doubled rows at jumps.
"""
from fractions import Fraction

from wave_equation import falling_bar

gap, speed, end = Fraction("5.005"), Fraction(10), Fraction(3, 2)

if __name__ == "__main__":
    # From the first contact on: a bar at distance 0.
    impact = gap / speed
    rows = falling_bar(E=900, rho=1, A=1, L=10, g=0, gap=0, speed=speed, cells=4, steps=12)
    table = [(Fraction(0), gap, -speed, Fraction(0), Fraction(0)),
             (impact, Fraction(0), -speed, -gap, Fraction(0))]
    for (t0, gap0, free0, _), (t1, gap1, free1, force) in zip(rows, rows[1:]):
        velocity = (gap1 - gap0) / (t1 - t0)
        table.append((impact + t0, gap0, velocity, free0 - gap, force))
        table.append((impact + t1, gap1, velocity, free1 - gap, force))
    release = next(t for t, row_gap, *_ in table if t > impact and row_gap > 0)
    contact = [row for row in table if row[4] != 0]
    print("contact from", float(contact[0][0]), "to", float(contact[-1][0]), "force", set(float(r[4]) for r in contact))
    with open("motion.csv", "w") as out:
        out.write("# exact elastic bar, made by reference.py\n")
        out.write("time,gap,gap_velocity,free_end_displacement,contact_force\n")
        for row in table:
            out.write(",".join(repr(float(value)) for value in row) + "\n")
