#!/usr/bin/env python3
"""Impacts of the academic contact of Preclik, Eibl, Ruede (2018), section 4.1, by scans over one angle.

Sliding impulses with u_N = 0 are r = r_N (1, mu cos a, mu sin a) with r_N from the angle. Coulomb's law wants the slip
u_T along -(cos a, sin a), maximum dissipation the least energy r.A r/2 + b.r. Prints impulse, energy and the velocity
of the body after the impact for every solution.
"""
from math import cos, pi, sin, sqrt

arms, m, mu = (10.0, 1.0, 1.0), (0.03, 65.0, 50.0), 3.7
mass = 2 * sum(m)
inertia = [2 * sum(m[j] * arms[j]**2 for j in range(3) if j != i) for i in range(3)]
v_0 = (-0.06, -0.7, -0.23)


def dot(x, y):
    return sum(p * q for p, q in zip(x, y))


def cross(x, y):
    return (x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0])


def unit(x):
    return tuple(p / sqrt(dot(x, x)) for p in x)


n = unit((0.25, 0.36, -0.9))
t = unit(cross(n, (1, 0, 0)))
frame = (n, t, cross(n, t))
tip = (arms[0], 0, 0)
turns = [cross(tip, direction) for direction in frame]
A = [[dot(frame[i], frame[j]) / mass + sum(turns[i][k] * turns[j][k] / inertia[k] for k in range(3)) for j in range(3)]
     for i in range(3)]
b = [dot(direction, v_0) for direction in frame]


def impulse(a):
    e = (1, mu * cos(a), mu * sin(a))
    factor = -b[0] / dot(A[0], e)
    return [factor * x for x in e]


def slip(a):
    r = impulse(a)
    return [dot(A[i], r) + b[i] for i in range(3)]


def energy(r):
    return 0.5 * sum(r[i] * dot(A[i], r) for i in range(3)) + dot(b, r)


def across(a):
    """u_T x (cos a, sin a): zero where the slip is along the friction."""
    u = slip(a)
    return u[1] * sin(a) - u[2] * cos(a)


def slope(a):
    """dE/da = u.dr/da, with dr/da from r_N = -b_N/(A_N.e)."""
    e, de = (1, mu * cos(a), mu * sin(a)), (0, -mu * sin(a), mu * cos(a))
    r = impulse(a)
    change = -r[0] * dot(A[0], de) / dot(A[0], e)
    return dot(slip(a), [change * e[i] + r[0] * de[i] for i in range(3)])


def roots(f, count=20000):
    for i in range(count):
        low, high = 2 * pi * i / count, 2 * pi * (i + 1) / count
        if f(low) * f(high) > 0:
            continue
        for _ in range(100):
            middle = 0.5 * (low + high)
            low, high = (low, middle) if f(low) * f(middle) <= 0 else (middle, high)
        if abs(f(0.5 * (low + high))) < 1e-9:  # not a pole
            yield 0.5 * (low + high)


def show(name, r):
    after = [v_0[i] + sum(frame[j][i] * r[j] for j in range(3)) / mass for i in range(3)]
    print(f"{name}: r =", *(f"{x:.12g}" for x in r), f"energy {energy(r):.12g} velocity", *(f"{x:.15g}" for x in after))


for a in roots(across):
    u = slip(a)
    if impulse(a)[0] > 0 and u[1] * cos(a) + u[2] * sin(a) < 0:
        show("Coulomb", impulse(a))
show("maximum dissipation", min((impulse(a) for a in roots(slope) if impulse(a)[0] > 0), key=energy))
