#!/usr/bin/env python3
"""End of a damped bar of two elements after a load that is suddenly there: table damped.csv for the plot, by the formula
of the README, which the case compares with at every step."""
from math import cos, exp, pi, sin, sqrt

F, K, M, ALPHA, BETA = 6.0, 100.0, 3.0, 0.4, 0.005

print("time,u_9_z")
for i in range(151):
    t, u = i / 50, 0.0
    for theta in (pi / 4, 3 * pi / 4):
        square = 6 * K / M * (1 - cos(theta)) / (2 + cos(theta))
        d = (ALPHA + BETA * square) / 2
        w = sqrt(square - d * d)
        u += F / (2 * K * (1 - cos(theta))) * (1 - exp(-d * t) * (cos(w * t) + d / w * sin(w * t)))
    print(f"{t:g},{u:.10g}")
