#!/usr/bin/env python3
"""Strain of an orthotropic material under a stress sigma along x, its axes askew: prints the displacements that the case
compares, and the 21 constants of the same material as an anisotropic one in the fixed axes.

The compliance is applied in the material's axes (engineering constants, with factors 1/G of the shear angles), the
stress and the strain are turned as 3 x 3 tensors.
"""
from math import sqrt

E, nu, G = (11000.0, 900.0, 500.0), (0.37, 0.42, 0.47), (750.0, 690.0, 40.0)
SIGMA = 5.0
FIRST, SECOND = (0.48, 0.6, 0.64), (-0.8, 0.6, 0.0)
# the order of the constants: columns of the upper triangle, shears xy, xz, yz
PAIRS = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(a):
    size = sqrt(sum(x * x for x in a))
    return [x / size for x in a]


e_1, e_3 = unit(FIRST), unit(cross(FIRST, SECOND))
AXES = [e_1, cross(e_3, e_1), e_3]  # rows


def turned(tensor, rows):
    """Components along `rows` of a tensor given along the fixed axes."""
    return [[sum(rows[i][k] * tensor[k][l] * rows[j][l] for k in range(3) for l in range(3)) for j in range(3)]
            for i in range(3)]


def strain(stress):
    s = turned(stress, AXES)
    e = [[0.0] * 3 for _ in range(3)]
    e[0][0] = s[0][0] / E[0] - nu[0] / E[0] * s[1][1] - nu[1] / E[0] * s[2][2]
    e[1][1] = -nu[0] / E[0] * s[0][0] + s[1][1] / E[1] - nu[2] / E[1] * s[2][2]
    e[2][2] = -nu[1] / E[0] * s[0][0] - nu[2] / E[1] * s[1][1] + s[2][2] / E[2]
    for (i, j), modulus in zip(PAIRS[3:], G):
        e[i][j] = e[j][i] = s[i][j] / (2 * modulus)
    return turned(e, [[AXES[j][i] for j in range(3)] for i in range(3)])


def unit_stress(I):
    i, j = PAIRS[I]
    return [[1.0 if (a, b) in ((i, j), (j, i)) else 0.0 for b in range(3)] for a in range(3)]


def inverse(A):
    n = len(A)
    rows = [list(row) + [float(i == j) for j in range(n)] for i, row in enumerate(A)]
    for c in range(n):
        pivot = max(range(c, n), key=lambda r: abs(rows[r][c]))
        rows[c], rows[pivot] = rows[pivot], rows[c]
        rows[c] = [x / rows[c][c] for x in rows[c]]
        for r in range(n):
            if r != c:
                rows[r] = [x - rows[r][c] * y for x, y in zip(rows[r], rows[c])]
    return [row[n:] for row in rows]


e = strain([[SIGMA, 0, 0], [0, 0, 0], [0, 0, 0]])
print("longer", f"{e[0][0]:.15g}", "thinner", f"{e[1][1]:.15g}", f"{e[2][2]:.15g}")
print("shear angles xy, xz, yz", f"{2 * e[0][1]:.15g}", f"{2 * e[0][2]:.15g}", f"{2 * e[1][2]:.15g}")
print("energy", f"{SIGMA * e[0][0] / 2:.15g}")
# rows: shear angles; columns: unit stresses
S = [[0.0] * 6 for _ in range(6)]
for J in range(6):
    e = strain(unit_stress(J))
    for I, (i, j) in enumerate(PAIRS):
        S[I][J] = e[i][j] * (1 if I < 3 else 2)
D = inverse(S)
print("D =", ", ".join(f"{D[i][j]:.15g}" for j in range(6) for i in range(j + 1)))
