#!/usr/bin/env python3
"""Damped oscillators of the README: displacements of the beam for small displacements (alpha M + beta K) and of the exact
beam (beta K), table damped.csv for the plot. The case compares with the same formula."""
from math import exp, sin, sqrt

ALPHA, BETA, V_0, W2 = 0.5, 0.002, 0.1, 300.0


def displacement(d, t):
    w = sqrt(W2 - d * d)
    return V_0 / w * exp(-d * t) * sin(w * t)


print("time,small,exact")
for i in range(101):
    t = i / 50
    print(f"{t:g},{displacement((ALPHA + BETA * W2) / 2, t):.10g},{displacement(BETA * W2 / 2, t):.10g}")
