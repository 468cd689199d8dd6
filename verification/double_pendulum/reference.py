"""Double pendulum of two equal rods in its two angles (from the horizontal, counterclockwise), by the classical
Runge-Kutta method at 2e-5 s; writes motion.csv. Lagrange's equations of T = m L^2 (4/3 w1^2 + 1/3 w2^2
+ w1 w2 cos(a1 - a2)) / 2 and V = m g L (3/2 sin(a1) + 1/2 sin(a2))."""
import math

G, L = 9.81, 1.0


def rate(s):
    a1, a2, w1, w2 = s
    c, d = math.cos(a1 - a2), math.sin(a1 - a2)
    m11, m12, m22 = 4 / 3, c / 2, 1 / 3
    r1 = -d / 2 * w2 * w2 - 1.5 * G / L * math.cos(a1)
    r2 = d / 2 * w1 * w1 - 0.5 * G / L * math.cos(a2)
    det = m11 * m22 - m12 * m12
    return w1, w2, (m22 * r1 - m12 * r2) / det, (m11 * r2 - m12 * r1) / det


def step(s, h):
    k1 = rate(s)
    k2 = rate([x + h / 2 * k for x, k in zip(s, k1)])
    k3 = rate([x + h / 2 * k for x, k in zip(s, k2)])
    k4 = rate([x + h * k for x, k in zip(s, k3)])
    return [x + h / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip(s, k1, k2, k3, k4)]


h, s = 2e-5, [0.0, 0.0, 0.0, 0.0]
with open("motion.csv", "w") as out:
    out.write("time,theta_1,theta_2\n0,0,0\n")
    for i in range(1, 150001):
        s = step(s, h)
        if i % 2500 == 0:
            out.write(f"{i * h:.10g},{s[0]:.14g},{s[1]:.14g}\n")
