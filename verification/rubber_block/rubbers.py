#!/usr/bin/env python3
"""Uniaxial stretch l = 1 + t, sides s free of stress, of three rubbers of rubbers.toml: tables NAME.csv of force over the
first area, Cauchy stress and energy per first volume.

The energies are written out as functions of l and s and differentiated by them by hand; with J = l s^2 and
p = dU/dJ the isochoric stretches are l J^(-1/3) and s J^(-1/3). dW/ds = 0 gives s (bisection), the pull is dW/dl.
"""
from pathlib import Path


def volumetric(J, D):
    U = sum((J - 1) ** (2 * k + 2) / d for k, d in enumerate(D))
    p = sum((2 * k + 2) * (J - 1) ** (2 * k + 1) / d for k, d in enumerate(D))
    return U, p


def ogden(l, s, terms, D):
    """With x = l/s: isochoric stretches x^(2/3) and x^(-1/3)."""
    x, J = l / s, l * s * s
    U, p = volumetric(J, D)
    W = sum(2 * mu / a**2 * (x ** (2 * a / 3) + 2 * x ** (-a / 3) - 3) for mu, a in terms)
    dW = sum(4 * mu / (3 * a) * (x ** (2 * a / 3) - x ** (-a / 3)) for mu, a in terms) / x  # by x
    return W + U, dW / s + p * s * s, -dW * l / s**2 + 2 * p * l * s


def polynomial(l, s, C, D):
    """I_1 = x^(4/3) + 2 x^(-2/3), I_2 = 2 x^(2/3) + x^(-4/3)."""
    x, J = l / s, l * s * s
    U, p = volumetric(J, D)
    a, b = x ** (4 / 3) + 2 * x ** (-2 / 3) - 3, 2 * x ** (2 / 3) + x ** (-4 / 3) - 3
    da, db = 4 / 3 * (x ** (1 / 3) - x ** (-5 / 3)), 4 / 3 * (x ** (-1 / 3) - x ** (-7 / 3))
    W = C[0] * a + C[1] * b + C[2] * a**2 + C[3] * a**3
    dW = C[0] * da + C[1] * db + 2 * C[2] * a * da + 3 * C[3] * a**2 * da
    return W + U, dW / s + p * s * s, -dW * l / s**2 + 2 * p * l * s


MATERIALS = {  # function, constants (polynomial: C10, C01, C20, C30), D
    "ogden": (ogden, [(0.7, 1.8), (0.3, -2.2)], [0.4, 0.9]),
    "mooney_rivlin": (polynomial, [0.3, 0.2, 0, 0], [0.4]),
    "yeoh": (polynomial, [0.5, 0, -0.05, 0.04], [0.4]),
}

for name, (energy, constants, D) in MATERIALS.items():
    lines = ["t,pull,stress,energy"]
    for i in range(11):
        t = i / 10
        l, low, high = 1 + t, 0.3, 1.2
        for _ in range(200):
            s = (low + high) / 2
            if energy(l, s, constants, D)[2] > 0:
                high = s
            else:
                low = s
        W, pull, _ = energy(l, s, constants, D)
        lines.append(f"{t},{pull:.15g},{pull / (s * s):.15g},{W:.15g}")
    (Path(__file__).parent / f"{name}.csv").write_text("\n".join(lines) + "\n")
