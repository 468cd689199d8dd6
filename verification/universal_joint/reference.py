#!/usr/bin/env python3
"""Speed of the second shaft of a universal joint and moment of the drive over time: table spin.csv for the plot. The case
compares with the same formulas at every step."""
from math import cos, pi, sin

BETA, OMEGA, J = 2 * pi / 9, 5.0, 0.02

print("time,spin,moment")
for i in range(51):
    t = i / 20
    phi = OMEGA * t
    below = 1 - (sin(BETA) * cos(phi)) ** 2
    ratio, slope = cos(BETA) / below, -cos(BETA) * 2 * sin(BETA) ** 2 * cos(phi) * sin(phi) / below**2
    print(f"{t:g},{OMEGA * ratio:.15g},{J * OMEGA**2 * ratio * slope:.15g}")
