#!/usr/bin/env python3
"""Buckled strip with clamped ends by the theory of the inextensible rod (L. Euler, 1744; S. P. Timoshenko, J. M. Gere, Theory of
Elastic Stability, 1961, section 2.7), E I = 1, length 1:  theta'' = -P sin theta, four equal quarters with theta = 0 at the ends and in
the middle, theta' = 0 and theta = alpha at the quarters. With k = sin(alpha / 2):

  P = (4 K(k))^2,    shortening = 2 - 2 E(k) / K(k).

Beyond alpha = 90 degrees the sides of the loop come near each other where theta = 90 degrees. Two strips of thickness t touch when these
places are t apart:  x(1/2) - x(s_1) = t / 2.

Prints force against shortening, and shortening and force at first touch for thickness 0 and 0.004.
"""
import math


def integrate(f, a, b, n=2000):
    h = (b - a) / n
    return h / 3 * sum((1 if i in (0, n) else 4 if i % 2 else 2) * f(a + i * h) for i in range(n + 1))


def K(k, phi=math.pi / 2):
    return integrate(lambda p: 1 / math.sqrt(1 - (k * math.sin(p)) ** 2), 0, phi)


def E(k, phi=math.pi / 2):
    return integrate(lambda p: math.sqrt(1 - (k * math.sin(p)) ** 2), 0, phi)


def solve(f, low, high):
    for _ in range(60):
        middle = (low + high) / 2
        if (f(low) > 0) == (f(middle) > 0):
            low = middle
        else:
            high = middle
    return (low + high) / 2


def shortening(k):
    return 2 - 2 * E(k) / K(k)


def neck(k):
    """Distance of the middle lines in the neck; x(phi) = (2 E(k, phi) - K(k, phi)) / P^(1/2) from the clamped end."""
    phi = math.asin(math.sqrt(0.5) / k)
    return 2 * (2 * (2 * E(k) - K(k)) - (2 * E(k, phi) - K(k, phi))) / (4 * K(k))


for d in (0.9 * 0.48**2, 0.9 * 0.64**2, 0.9 * 0.8**2):
    k = solve(lambda k: shortening(k) - d, 0.01, 0.95)
    print(f"shortening {d:.6f}: force {(4 * K(k)) ** 2:.8f}")
for t in (0, 0.004):
    k = solve(lambda k: neck(k) - t, 0.75, 0.95)
    print(f"thickness {t}: touch at shortening {shortening(k):.8f}, force {(4 * K(k)) ** 2:.8f}")
