#!/usr/bin/env python3
"""Largest growth a step of linear meshes with small elements, by schemes that let these take p substeps.

    benchmarks/subcycling_stability.py

Local steps with nu = 0 to 0.2 as in src/integrators/mixed/local_steps.h, and the impulse method (r-RESPA), in which the
other elements give impulses at the ends of steps. Rods and plane grids of elements of bilinear shape, masses lumped,
steps in shares of the limit of the coarse elements. Needs numpy; uses no code of Jounce.
"""

import numpy as np


def rod(lengths):
    elements = [[i, i + 1] for i in range(len(lengths))]
    return (len(lengths) + 1, elements, [np.array([[1, -1], [-1, 1]]) / l for l in lengths],
            [np.full(2, l / 2) for l in lengths])


def quadrilateral(width, height, nu=0.3):
    """Stiffness and lumped mass in plane stress, E = rho = 1."""
    law = np.array([[1, nu, 0], [nu, 1, 0], [0, 0, (1 - nu) / 2]]) / (1 - nu * nu)
    stiffness = np.zeros((8, 8))
    for a in (-1 / np.sqrt(3), 1 / np.sqrt(3)):
        for b in (-1 / np.sqrt(3), 1 / np.sqrt(3)):
            slope = np.array([[b - 1, 1 - b, 1 + b, -1 - b], [a - 1, -1 - a, 1 + a, 1 - a]]) / 4
            slope[0] *= 2 / width
            slope[1] *= 2 / height
            strain = np.zeros((3, 8))
            strain[0, 0::2] = strain[2, 1::2] = slope[0]
            strain[1, 1::2] = strain[2, 0::2] = slope[1]
            stiffness += strain.T @ law @ strain * width * height / 4
    return stiffness, np.full(8, width * height / 4)


def grid(widths, heights):
    row = len(widths) + 1
    elements, stiffness, mass = [], [], []
    for j, height in enumerate(heights):
        for i, width in enumerate(widths):
            first = j * row + i
            elements.append([2 * n + c for n in (first, first + 1, first + row + 1, first + row) for c in (0, 1)])
            k, m = quadrilateral(width, height)
            stiffness.append(k)
            mass.append(m)
    return 2 * row * (len(heights) + 1), elements, stiffness, mass


def limits(stiffness, mass):
    """2 / omega of each element with its own masses."""
    return np.array([2 / np.sqrt(np.linalg.eigvalsh(k / np.sqrt(np.outer(m, m)))[-1])
                     for k, m in zip(stiffness, mass)])


def split(mesh, h, factor):
    """Which elements are fast, and p."""
    limit = factor * limits(mesh[2], mesh[3])
    return h > limit * (1 + 1e-7), int(np.ceil(h / limit.min() - 1e-9))


def sums(mesh, chosen):
    n, elements, stiffness, mass = mesh
    K, m = np.zeros((n, n)), np.zeros(n)
    for dofs, k, own, take in zip(elements, stiffness, mass, chosen):
        m[dofs] += own
        if take:
            K[np.ix_(dofs, dofs)] += k
    return K, m


def growth_of_local_steps(mesh, h, factor, nu):
    fast, p = split(mesh, h, factor)
    K, m = sums(mesh, [True] * len(mesh[1]))
    A = K / m[:, None]
    P = np.zeros(mesh[0])
    for dofs, is_fast in zip(mesh[1], fast):
        if is_fast:
            P[dofs] = 1
    delta = 1 + nu / p**2
    T, slope = [1, delta], [0, 1]
    for k in range(1, p):
        T.append(2 * delta * T[k] - T[k - 1])
        slope.append(2 * T[k] + 2 * delta * slope[k] - slope[k - 1])
    omega = 2 * slope[p] / T[p]
    before = np.eye(mesh[0])
    held = A * (1 - P)
    z = before - h * h / (omega * delta) * A
    for k in range(1, p):
        b = T[k - 1] / T[k + 1]
        before, z = z, (1 + b) * z - b * before - 2 * T[k] / (T[k + 1] * omega) * h * h * (held + A @ (P[:, None] * z))
    values = np.linalg.eigvals(z).astype(complex)  # q_{n+1} + q_{n-1} = 2 z q_n
    root = np.sqrt(values**2 - 1)
    return max(abs(values + root).max(), abs(values - root).max()) - 1


def growth_of_impulses(mesh, h, factor):
    fast, p = split(mesh, h, factor)
    (K_f, m), (K_s, _) = sums(mesh, fast), sums(mesh, ~fast)
    one, none = np.eye(mesh[0]), np.zeros((mesh[0], mesh[0]))
    impulse = np.block([[one, none], [-h / 2 * K_s / m[:, None], one]])
    kick = np.block([[one, none], [-h / (2 * p) * K_f / m[:, None], one]])
    drift = np.block([[one, h / p * one], [none, one]])
    step = impulse @ np.linalg.matrix_power(kick @ drift @ kick, p) @ impulse
    return abs(np.linalg.eigvals(step)).max() - 1


def random_meshes():
    random = np.random.default_rng(7)
    for _ in range(120):
        q = random.integers(2, 13)
        yield rod(np.concatenate([random.uniform(1, 1.3, 10), random.uniform(1 / q, 1, random.integers(1, 12)),
                                  random.uniform(1, 1.3, 8)])), 1.0
    for _ in range(12):
        q = random.integers(2, 7)
        sides = [np.concatenate([random.uniform(1, 1.3, n), random.uniform(1 / q, 1.2 / q, random.integers(1, 4)),
                                 random.uniform(1, 1.3, n)]) for n in (4, 3)]
        mesh = grid(*sides)
        yield mesh, np.quantile(limits(mesh[2], mesh[3]), 0.6)


def main():
    kGrows = 1e-6
    print("rods of 20, n and 20 elements, those in the middle 1/q long, at 0.9 of the limit: growth a step by impulses")
    grown = []
    for q in (2, 3, 4, 5, 8):
        row = [growth_of_impulses(rod([1] * 20 + [1 / q] * n + [1] * 20), 0.9, 0.9) for n in (1, 3, 10, 20)]
        grown += row
        print(f"  q = {q}:", *(f"n = {n} {x:.1e}" for n, x in zip((1, 3, 10, 20), row)))
    print(f"  {sum(x > kGrows for x in grown)} of {len(grown)} grow, by up to {1 + max(grown):.2f}")
    print("random rods and grids, local steps: meshes that grow, largest growth")
    for factor in (0.9, 1.0):
        for nu in (0, 0.01, 0.05, 0.1, 0.2):
            found = [growth_of_local_steps(mesh, factor * limit, factor, nu) for mesh, limit in random_meshes()]
            print(f"  share {factor}, nu = {nu}: {sum(x > kGrows for x in found)} of {len(found)}, {max(found):.1e}")


if __name__ == "__main__":
    main()
