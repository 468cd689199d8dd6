"""Angle of the rod of the guided slider-crank (table 1 with c = 0, mu = 0), by its one equation of motion.

Coordinate: the angle a of the crank. The rod's angle b follows from l1 sin a + l2 sin b = 0. Lagrange's equation with
the kinetic energy T = 1/2 I(a) a'^2 and the potential V(a) of gravity,

    I a'' + 1/2 I' a'^2 + V' = 0,

classical Runge-Kutta with fixed steps. Standard library only.

    python3 reference.py            writes bilateral.csv
"""
import math

L1, L2 = 0.153, 0.306
M1, M2, M3 = 0.038, 0.038, 0.076
J1, J2 = 7.4e-5, 5.9e-4
G = 9.81
STEP, END, EVERY = 1e-6, 0.05, 1000


def rod(a):
    """Angle of the rod, and its first and second derivatives by the crank's."""
    b = -math.asin(L1 * math.sin(a) / L2)
    db = -L1 * math.cos(a) / (L2 * math.cos(b))
    ddb = (L1 * math.sin(a) + L2 * math.sin(b) * db * db) / (L2 * math.cos(b))
    return b, db, ddb


def acceleration(a, w):
    b, db, ddb = rod(a)
    # speeds of the centres of rod and slider per a', and their derivatives by a
    rx = -L1 * math.sin(a) - L2 / 2 * math.sin(b) * db
    ry = L1 * math.cos(a) + L2 / 2 * math.cos(b) * db
    sx = -L1 * math.sin(a) - L2 * math.sin(b) * db
    drx = -L1 * math.cos(a) - L2 / 2 * (math.cos(b) * db * db + math.sin(b) * ddb)
    dry = -L1 * math.sin(a) + L2 / 2 * (-math.sin(b) * db * db + math.cos(b) * ddb)
    dsx = -L1 * math.cos(a) - L2 * (math.cos(b) * db * db + math.sin(b) * ddb)
    inertia = J1 + M1 * L1 * L1 / 4 + J2 * db * db + M2 * (rx * rx + ry * ry) + M3 * sx * sx
    half_slope = J2 * db * ddb + M2 * (rx * drx + ry * dry) + M3 * sx * dsx
    gravity = G * (M1 * L1 / 2 * math.cos(a) + M2 * ry)
    return -(half_slope * w * w + gravity) / inertia


def main():
    a, w = 0.0, 150.0
    h = STEP
    rows = [(0.0, 0.0)]
    for i in range(1, round(END / h) + 1):
        k1 = acceleration(a, w)
        k2 = acceleration(a + h / 2 * w, w + h / 2 * k1)
        k3 = acceleration(a + h / 2 * w + h * h / 4 * k1, w + h / 2 * k2)
        k4 = acceleration(a + h * w + h * h / 2 * k2, w + h * k3)
        a += h * w + h * h / 6 * (k1 + k2 + k3)
        w += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        if i % EVERY == 0:
            rows.append((i * h, rod(a)[0]))
    with open("bilateral.csv", "w") as out:
        out.write("time,rod_angle\n")
        for t, b in rows:
            out.write(f"{t:.6g},{b:.17g}\n")


if __name__ == "__main__":
    main()
