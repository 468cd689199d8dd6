#!/usr/bin/env python3
"""Hertz's impact of a rigid ball on a half space, for the plot of impact.toml: m u'' = -4/3 E* sqrt(R) u^(3/2) by a
Runge-Kutta scheme with small steps; table hertz.csv of force and speed (upwards)."""
from math import sqrt

E, NU, R, SPEED, MASS = 1000.0, 0.3, 1.0, 0.01, 9.0
K = 4 / 3 * E / (1 - NU**2) * sqrt(R)


def force(u):
    return K * max(u, 0.0) ** 1.5


print("time,force,speed")
u, v, h = 0.0, SPEED, 1e-4
for i in range(13001):
    if i % 130 == 0:
        print(f"{i * h:.4g},{force(u):.10g},{-v:.10g}")
    a1 = -force(u) / MASS
    a2 = -force(u + h / 2 * v) / MASS
    a3 = -force(u + h / 2 * v + h * h / 4 * a1) / MASS
    a4 = -force(u + h * v + h * h / 2 * a2) / MASS
    u += h * v + h * h / 6 * (a1 + a2 + a3)
    v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
