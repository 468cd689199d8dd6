"""Cantilever with a head, dragged along a rough wall: tip and friction over time.

Euler-Bernoulli cantilever of length L, stiffness EI, mass rho per length, with the mass H at its tip, in the frame of the
clamp, which moves with the constant speed v. Modes phi_i = C_i (cosh bx - cos bx - s (sinh bx - sin bx)) with
s = (cosh bL + cos bL)/(sinh bL + sin bL) and, from the shear force of the head's inertia,

    1 + cosh bL cos bL + (H/(rho L)) bL (sinh bL cos bL - cosh bL sin bL) = 0

are orthonormal in rho integral phi_i phi_k dx + H phi_i(L) phi_k(L). With w = sum phi_i(L) a_i, slip s = v + w':

    slip    a_i'' = -omega_i^2 (a_i + beta a_i') - phi_i(L) sign(s) mu(|s|) P
    stick   s = 0; friction f = sum phi_i(L) omega_i^2 (a_i + beta a_i') / sum phi_i(L)^2, held while |f| <= mu(0) P

beta being the material's damping.

Runge-Kutta of order 4, changes of branch by bisection. Independent of Jounce; standard library only.

    python3 reference.py > motion.csv
"""
import sys
from math import cos, cosh, exp, sin, sinh, sqrt

EI, rho, L, H, P = 1e5, 1.0, 1.0, 10.0, 20.0
mu_s, mu_k, v_0, v = 0.5, 0.2, 5e-4, 5e-4
beta = 1e-4
MODES = 3


def frequency_equation(x):
    return 1 / cosh(x) + cos(x) + H / (rho * L) * x * (sinh(x) / cosh(x) * cos(x) - sin(x))


def modes():
    """Pairs of omega and phi(L)."""
    found, x = [], 0.05
    while len(found) < MODES:
        if frequency_equation(x) * frequency_equation(x + 0.01) < 0:
            low, high = x, x + 0.01
            for _ in range(80):
                middle = 0.5 * (low + high)
                if frequency_equation(low) * frequency_equation(middle) <= 0:
                    high = middle
                else:
                    low = middle
            b = low
            s = (cosh(b) + cos(b)) / (sinh(b) + sin(b))
            shape = lambda y: cosh(b * y) - cos(b * y) - s * (sinh(b * y) - sin(b * y))
            n = 2000
            integral = sum((1 if i in (0, n) else 4 if i % 2 else 2) * shape(i / n) ** 2 for i in range(n + 1)) / (3 * n)
            mass = rho * L * integral + H * shape(1.0) ** 2
            found.append((b * b / (L * L) * sqrt(EI / rho), shape(1.0) / sqrt(mass)))
        x += 0.01
    return found


MODE = modes()
SUM = sum(p * p for _, p in MODE)


def mu(speed):
    return mu_k + (mu_s - mu_k) * exp(-speed / v_0)


def slip(y):
    return v + sum(p * y[2 * i + 1] for i, (_, p) in enumerate(MODE))


def elastic(y):
    """Force of the wall that holds the tip."""
    return sum(p * w * w * (y[2 * i] + beta * y[2 * i + 1]) for i, (w, p) in enumerate(MODE)) / SUM


def friction(y, sigma):
    return elastic(y) if sigma == 0 else -sigma * mu(abs(slip(y))) * P


def rate(y, sigma):
    f = friction(y, sigma)
    d = []
    for i, (w, p) in enumerate(MODE):
        d += [y[2 * i + 1], -w * w * (y[2 * i] + beta * y[2 * i + 1]) + p * f]
    return d


def step(y, sigma, h):
    add = lambda a, k: [u + a * r for u, r in zip(y, k)]
    k1 = rate(y, sigma)
    k2 = rate(add(h / 2, k1), sigma)
    k3 = rate(add(h / 2, k2), sigma)
    k4 = rate(add(h, k3), sigma)
    return [u + h / 6 * (a + 2 * b + 2 * c + d) for u, a, b, c, d in zip(y, k1, k2, k3, k4)]


def beyond(y, sigma):
    """Positive when the branch has ended."""
    return abs(elastic(y)) - mu_s * P if sigma == 0 else -sigma * slip(y)


def main():
    h, every, end = 1e-5, 0.001, 0.4
    y = [0.0] * (2 * MODES)
    # Everything moves with the clamp: slip at speed v.
    t, sigma = 0.0, 1
    print("time,bend,friction")
    print(f"0,0,{friction(y, sigma)!r}")
    for row in range(1, round(end / every) + 1):
        while t < row * every - 1e-12:
            left = min(h, row * every - t)
            new = step(y, sigma, left)
            if beyond(new, sigma) > 0:
                low, high = 0.0, left
                for _ in range(60):
                    middle = 0.5 * (low + high)
                    if beyond(step(y, sigma, middle), sigma) > 0:
                        high = middle
                    else:
                        low = middle
                new, left = step(y, sigma, high), high
                if sigma == 0:
                    sigma = -1 if elastic(new) > 0 else 1
                    print(f"slips at {t + left:.6f} s, bend {sum(p * new[2 * i] for i, (_, p) in enumerate(MODE)):.6g}", file=sys.stderr)
                else:
                    sigma = 0 if abs(elastic(new)) <= mu_s * P else -sigma
                    print(f"stops at {t + left:.6f} s, bend {sum(p * new[2 * i] for i, (_, p) in enumerate(MODE)):.6g}", file=sys.stderr)
                    if sigma == 0:  # remove what bisection left of the slip, in the first mode
                        new[1] -= slip(new) / MODE[0][1]
            y, t = new, t + left
        bend = sum(p * y[2 * i] for i, (_, p) in enumerate(MODE))
        print(f"{row * every:.10g},{bend!r},{friction(y, sigma)!r}")


if __name__ == "__main__":
    print("frequencies", [w for w, _ in MODE], "stiffness", 1 / sum((p / w) ** 2 for w, p in MODE), file=sys.stderr)
    main()
