#!/usr/bin/env python3
"""Harmonic response of a damped bar of two elements in its two modes: the numbers of case.toml, and with `--table`
response.csv for the plot."""
import sys
from math import cos, pi, sin, sqrt

F, K, M, ALPHA, BETA = 6.0, 100.0, 3.0, 0.4, 0.005


def modes():
    """Of each mode, 1 at the end but for its sign: displacements of both nodes, square of the circular frequency,
    stiffness."""
    for theta in (pi / 4, 3 * pi / 4):
        square = 6 * K / M * (1 - cos(theta)) / (2 + cos(theta))
        yield (sin(theta), sin(2 * theta)), square, 2 * K * (1 - cos(theta))


def response(frequency, is_base):
    """Complex displacement of the end: under the force, or where the root moves by 1."""
    w = 2 * pi * frequency
    total = 1.0 + 0.0j if is_base else 0.0j
    for phi, square, stiffness in modes():
        mass = stiffness / square
        load = F * phi[1]
        if is_base:  # masses of the nodes that move alike: 3 in the middle, 3/2 at the end
            load = (w * w - 1j * w * ALPHA) * (M * phi[0] + M / 2 * phi[1])
        total += phi[1] * load / (stiffness - w * w * mass + 1j * w * (ALPHA * mass + BETA * stiffness))
    return total


if "--table" in sys.argv:
    print("time,u_9_z,u_9_z_imaginary")
    for i in range(241):
        value = response(0.6 + 0.01 * i, False)
        print(f"{0.6 + 0.01 * i:.2f},{value.real:.10g},{value.imag:.10g}")
else:
    first = sqrt(next(modes())[1]) / (2 * pi)
    for is_base in (False, True):
        for frequency in (0.6, first, 3.0):
            value = response(frequency, is_base)
            print(f"{'base' if is_base else 'force'} {frequency:.15g} {value.real:.15g} {value.imag:.15g}")
