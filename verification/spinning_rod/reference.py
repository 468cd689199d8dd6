#!/usr/bin/env python3
"""Stretch R and spin of a free rod of two equal elements with linear displacements over time: table motion.csv.

The half elements stretch evenly, so the moment of inertia is J R^2 with J = rho A L^3/12, the kinetic energy J (R^2 w^2 + R'^2)/2 and
the strain energy E A L (R - 1)^2/2. With the momentum J R^2 w kept: R'' = w0^2/R^3 - W^2 (R - 1), W^2 = 12 E/(rho L^2). Runge and
Kutta's method of order 4 with steps of 1e-6 s, whose error is round-off."""

W2, SPIN, STEP, EVERY = 12 * 1e5 / 1200, 12.64911064065, 1e-6, 5000


def slope(r, v):
    return v, SPIN**2 / r**3 - W2 * (r - 1)


r, v = 1.0, 0.0
print("time,stretch,spin")
for i in range(500001):
    if i % EVERY == 0:
        print(f"{i * STEP:g},{r:.15g},{SPIN / r**2:.15g}")
    a = slope(r, v)
    b = slope(r + STEP / 2 * a[0], v + STEP / 2 * a[1])
    c = slope(r + STEP / 2 * b[0], v + STEP / 2 * b[1])
    d = slope(r + STEP * c[0], v + STEP * c[1])
    r += STEP / 6 * (a[0] + 2 * b[0] + 2 * c[0] + d[0])
    v += STEP / 6 * (a[1] + 2 * b[1] + 2 * c[1] + d[1])
