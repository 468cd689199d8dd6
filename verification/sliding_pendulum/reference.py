"""Rod on a ring that slides along the x axis: (J + m l^2 P) u'' = -m g l e_z + mu u for the unit vector u from ring to
centre, by the classical Runge-Kutta method at 1e-4 s; writes motion.csv."""
import math

m, length, tilt, w, drift, g = 2.0, 1.2, 1.0, 1.5, 0.3, 9.81
l, J = length / 2, m * length**2 / 12
A = (J, J + m * l * l, J + m * l * l)


def acceleration(u, du):
    mu = (m * g * l * u[2] / A[2] - sum(x * x for x in du)) / sum(x * x / a for x, a in zip(u, A))
    return [(mu * u[i] - (m * g * l if i == 2 else 0)) / A[i] for i in range(3)]


def rate(s):
    return list(s[3:]) + acceleration(s[:3], s[3:])


def moved(s, k, h):
    return [x + h * y for x, y in zip(s, k)]


h, every = 1e-4, 1000
s = [-math.sin(tilt), 0.0, -math.cos(tilt), 0.0, w, 0.0]
with open("motion.csv", "w") as out:
    out.write("time,ring_x,tip_x,tip_y,force_y,force_z\n")
    for i in range(60001):
        if i % every == 0:
            ring = l * (-math.sin(tilt) - s[0]) + drift * i * h
            a = acceleration(s[:3], s[3:])
            row = (i * h, ring, ring + length * s[0], length * s[1], m * l * a[1], m * (l * a[2] + g))
            out.write(",".join(f"{x:.13g}" for x in row) + "\n")
        k1 = rate(s)
        k2 = rate(moved(s, k1, h / 2))
        k3 = rate(moved(s, k2, h / 2))
        k4 = rate(moved(s, k3, h))
        s = [x + h / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip(s, k1, k2, k3, k4)]
