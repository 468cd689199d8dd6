"""Slender rod on a horizontal axis, let go from the horizontal: J_A phi'' = m g l cos(phi), phi downwards, by the classical
Runge-Kutta method at 1e-4 s; writes motion.csv."""
import math

m, l, g = 2.0, 0.5, 9.81
J_A = m * (2 * l) ** 2 / 12 + m * l * l


def rate(s):
    return s[1], m * g * l * math.cos(s[0]) / J_A


h, s = 1e-4, (0.0, 0.0)
with open("motion.csv", "w") as out:
    out.write("time,z,force_z\n")
    for i in range(50001):
        if i % 1000 == 0:
            z_acceleration = l * (math.sin(s[0]) * s[1] ** 2 - math.cos(s[0]) * rate(s)[1])
            out.write(f"{i * h:.10g},{-l * math.sin(s[0]):.14g},{m * (z_acceleration + g):.14g}\n")
        k1 = rate(s)
        k2 = rate((s[0] + h / 2 * k1[0], s[1] + h / 2 * k1[1]))
        k3 = rate((s[0] + h / 2 * k2[0], s[1] + h / 2 * k2[1]))
        k4 = rate((s[0] + h * k3[0], s[1] + h * k3[1]))
        s = tuple(x + h / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip(s, k1, k2, k3, k4))
