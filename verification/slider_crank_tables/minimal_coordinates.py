"""Moreau's rule, generalized-alpha and ED-alpha on velocity level in the angles of crank and rod: error (R 92).

An independent implementation, in the minimal coordinates of Rezaei and Schindler with the guide as the only constraint, solved by
fixed point iteration. It tells how much of a difference are the coordinates.
Standard library only.

    python3 minimal_coordinates.py            prints the errors at h = 1e-4 and 1e-5
"""
import csv
import math

L1, L2 = 0.153, 0.306
M1, M2, M3 = 0.038, 0.038, 0.076
J1, J2 = 7.4e-5, 5.9e-4
G = 9.81
I11 = J1 + M1 * L1**2 / 4 + (M2 + M3) * L1**2
I22 = J2 + M2 * L2**2 / 4 + M3 * L2**2
K = (M2 / 2 + M3) * L1 * L2


def forces(q, v):
    s = K * math.sin(q[0] - q[1])
    return (-s * v[1]**2 - (M1 / 2 + M2 + M3) * L1 * G * math.cos(q[0]),
            s * v[0]**2 - (M2 / 2 + M3) * L2 * G * math.cos(q[1]))


def split(q, v):
    """a = y + lambda z with M a = f + w lambda, and w."""
    c = K * math.cos(q[0] - q[1])
    det = I11 * I22 - c * c
    w = (L1 * math.cos(q[0]), L2 * math.cos(q[1]))

    def inverse(y):
        return (I22 * y[0] - c * y[1]) / det, (I11 * y[1] - c * y[0]) / det

    return inverse(forces(q, v)), inverse(w), w


def acceleration(q, v, rate):
    """a with M a = f + w lambda and w . a = rate."""
    y, z, w = split(q, v)
    force = (rate - w[0] * y[0] - w[1] * y[1]) / (w[0] * z[0] + w[1] * z[1])
    return [y[0] + force * z[0], y[1] + force * z[1]]


def generalized_alpha(rho, h):
    am, af = (2 * rho - 1) / (rho + 1), rho / (rho + 1)
    gamma, beta = 0.5 - am + af, 0.25 * (1 - am + af)**2
    q, v = [0.0, 0.0], [150.0, -75.0]
    a = acceleration(q, v, L1 * math.sin(q[0]) * v[0]**2 + L2 * math.sin(q[1]) * v[1]**2)
    big_a = a[:]
    k = h * gamma * (1 - af) / (1 - am)  # dv/da
    angles = {}
    for step in range(1, round(0.05 / h) + 1):
        new = a[:]
        for _ in range(100):
            new_a = [((1 - af) * n + af * o - am * b) / (1 - am) for n, o, b in zip(new, a, big_a)]
            qn = [q[i] + h * v[i] + h * h * ((0.5 - beta) * big_a[i] + beta * new_a[i]) for i in (0, 1)]
            vn = [v[i] + h * ((1 - gamma) * big_a[i] + gamma * new_a[i]) for i in (0, 1)]
            w = (L1 * math.cos(qn[0]), L2 * math.cos(qn[1]))
            last = new
            new = acceleration(qn, vn, -sum(w[i] * (vn[i] - k * last[i]) for i in (0, 1)) / k)
            if max(abs(x - y) for x, y in zip(new, last)) <= 1e-12 * (1 + max(map(abs, new))):
                break
        big_a = [((1 - af) * n + af * o - am * b) / (1 - am) for n, o, b in zip(new, a, big_a)]
        a, q, v = new, qn, vn
        if step % round(1e-3 / h) == 0:
            angles[round(step * h * 1e3)] = q[1]
    return angles


def ed_alpha(rho, h):
    al, k = (1 - rho) / (1 + rho), 1 / 6
    q, v = [0.0, 0.0], [150.0, -75.0]
    a = acceleration(q, v, L1 * math.sin(q[0]) * v[0]**2 + L2 * math.sin(q[1]) * v[1]**2)
    angles = {}
    for step in range(1, round(0.05 / h) + 1):
        aj, a1 = a[:], a[:]
        for _ in range(200):
            vj = [v[i] + h * k * (al * (aj[i] - a[i]) - a1[i] + a[i]) for i in (0, 1)]
            v1 = [v[i] + h / 2 * (aj[i] + a1[i]) for i in (0, 1)]
            qj = [q[i] + h * k * (al * (vj[i] - v[i]) - v1[i] + v[i]) for i in (0, 1)]
            q1 = [q[i] + h / 2 * (vj[i] + v1[i]) for i in (0, 1)]
            (yj, zj, wj), (y1, z1, w1) = split(qj, vj), split(q1, v1)

            def dot(x, y):
                return x[0] * y[0] + x[1] * y[1]

            # wj . vj = 0 and w1 . v1 = 0 with aj = yj + lj zj, a1 = y1 + l1 z1
            m11, m12 = al * dot(wj, zj), -dot(wj, z1)
            m21, m22 = dot(w1, zj), dot(w1, z1)
            r1 = -dot(wj, v) / (h * k) - al * dot(wj, yj) + dot(wj, y1) - (1 - al) * dot(wj, a)
            r2 = -2 * dot(w1, v) / h - dot(w1, yj) - dot(w1, y1)
            det = m11 * m22 - m12 * m21
            lj, l1 = (r1 * m22 - m12 * r2) / det, (m11 * r2 - m21 * r1) / det
            last = aj + a1
            aj = [yj[i] + lj * zj[i] for i in (0, 1)]
            a1 = [y1[i] + l1 * z1[i] for i in (0, 1)]
            if max(abs(x - y) for x, y in zip(aj + a1, last)) <= 1e-11 * (1 + max(map(abs, last))):
                break
        a, q, v = a1, q1, v1
        if step % round(1e-3 / h) == 0:
            angles[round(step * h * 1e3)] = q[1]
    return angles


def moreau(_, h):
    """Moreau's midpoint rule: M, forces and w at q + h/2 v, velocities at the start; w . v+ = 0."""
    q, v = [0.0, 0.0], [150.0, -75.0]
    angles = {}
    for step in range(1, round(0.05 / h) + 1):
        middle = [q[i] + h / 2 * v[i] for i in (0, 1)]
        y, z, w = split(middle, v)
        free = [v[i] + h * y[i] for i in (0, 1)]
        impulse = -(w[0] * free[0] + w[1] * free[1]) / (w[0] * z[0] + w[1] * z[1])
        v = [free[i] + impulse * z[i] for i in (0, 1)]
        q = [middle[i] + h / 2 * v[i] for i in (0, 1)]
        if step % round(1e-3 / h) == 0:
            angles[round(step * h * 1e3)] = q[1]
    return angles


def main():
    with open("bilateral.csv") as table:
        reference = {round(float(r["time"]) * 1e3): float(r["rod_angle"]) for r in csv.DictReader(table)}
    for scheme in (moreau, generalized_alpha, ed_alpha):
        for rho in (0.0, 0.5, 0.8, 1.0) if scheme is not moreau else (None,):
            if scheme is ed_alpha and rho == 1:
                continue
            errors = []
            for h in (1e-4, 1e-5):
                angles = scheme(rho, h)
                errors.append(math.sqrt(sum(((angles[i] - reference[i]) / reference[i])**2 for i in range(1, 51))))
            print(f"{scheme.__name__}{'' if rho is None else f', rho_inf = {rho}'}: {errors[0]:.6g} {errors[1]:.6g}")


if __name__ == "__main__":
    main()
