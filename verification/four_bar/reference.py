"""Angle of the cranks of the two linkages while they stay parallelograms: 3 theta'' = -3.5 g cos(theta) from
theta = pi/2, theta' = -1, by the classical Runge-Kutta method at 1e-5 s; writes motion.csv. Cranks: three rods about
their ends (3 * 1/3); couplers: two rods in translation (2 * 1); height of the masses 3 * 1/2 + 2."""
import math


def rate(s):
    return s[1], -3.5 * 9.81 / 3 * math.cos(s[0])


h, s = 1e-5, (math.pi / 2, -1.0)
with open("motion.csv", "w") as out:
    out.write(f"time,theta\n0,{s[0]:.14g}\n")
    for i in range(1, 1000001):
        k1 = rate(s)
        k2 = rate((s[0] + h / 2 * k1[0], s[1] + h / 2 * k1[1]))
        k3 = rate((s[0] + h / 2 * k2[0], s[1] + h / 2 * k2[1]))
        k4 = rate((s[0] + h * k3[0], s[1] + h * k3[1]))
        s = tuple(x + h / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip(s, k1, k2, k3, k4))
        if i % 10000 == 0:
            out.write(f"{i * h:.10g},{s[0]:.14g}\n")
