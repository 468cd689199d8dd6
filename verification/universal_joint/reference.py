#!/usr/bin/env python3
"""Speed of the second shaft of a universal joint over time: table spin.csv for the plot. The case compares with the same
formula at every step."""
from math import cos, pi, sin

BETA, OMEGA = 2 * pi / 9, 5.0

print("time,spin")
for i in range(51):
    t = i / 20
    print(f"{t:g},{OMEGA * cos(BETA) / (1 - (sin(BETA) * cos(OMEGA * t)) ** 2):.15g}")
