#!/usr/bin/env python3
"""Uniaxial stretch l of W = mu/2 (tr C - 3) - mu ln J + lambda/2 (ln J)^2 (Bonet and Wood 2008): table of force over the
first area, Cauchy stress and energy per first volume, l = 1 + 2 t, for E = 3, nu = 0.4.

With sides s and J = l s^2: traction on the sides mu (s - 1/s) + lambda ln J / s = 0 gives s (bisection), the pull is
dW/dl = mu (l - 1/l) + lambda ln J / l.
"""
from math import log

E, nu = 3.0, 0.4
mu = E / (2 * (1 + nu))
lam = E * nu / ((1 + nu) * (1 - 2 * nu))

print("t,pull,stress,energy")
for i in range(11):
    t = i / 10
    l = 1 + 2 * t
    low, high = 0.1, 1.0
    for _ in range(200):
        s = (low + high) / 2
        if mu * (s * s - 1) + lam * log(l * s * s) > 0:
            high = s
        else:
            low = s
    J = l * s * s
    pull = mu * (l - 1 / l) + lam * log(J) / l
    energy = mu / 2 * (l * l + 2 * s * s - 3) - mu * log(J) + lam / 2 * log(J)**2
    print(f"{t},{pull:.15g},{pull / (s * s):.15g},{energy:.15g}")
