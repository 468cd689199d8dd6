"""Tip displacements of the Princeton beam from the equations of the geometrically exact (Cosserat) rod by shooting:

  x' = R (e + C_N^-1 R^T P),   R' = R skew(C_M^-1 R^T m),   m' = -x' cross P,   m(L) = 0

P is the dead load at the tip and the root moment m(0) the unknown; classical Runge-Kutta over the length with the
orientation as a unit quaternion, Newton's method with differences for m(0), the load raised in ten steps. Writes
tip.csv: the load factor and u_y, u_z in m for every angle of the load."""
import math

L, height, width, E, nu, load, steps = 0.508, 12.3777e-3, 3.2024e-3, 71.7e9, 0.31, 13.345, 400
G = E / (2 * (1 + nu))
area = height * width
# Torsion of a rectangle: Saint-Venant's series (Timoshenko, Goodier, Theory of Elasticity, section 109)
J = height * width**3 / 3 * (1 - 192 / math.pi**5 * width / height * sum(
    math.tanh(n * math.pi * height / (2 * width)) / n**5 for n in range(1, 100, 2)))
C_N = (E * area, G * area * 5 / 6, G * area * 5 / 6)
C_M = (G * J, E * height * width**3 / 12, E * width * height**3 / 12)


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def columns(q):
    w, x, y, z = q
    return ((1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
            (2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
            (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)))


def slope(s, P):
    q, m = s[3:7], s[7:10]
    R = columns(q)
    gamma = [sum(c * p for c, p in zip(R[i], P)) / C_N[i] + (i == 0) for i in range(3)]
    k = [sum(c * p for c, p in zip(R[i], m)) / C_M[i] for i in range(3)]
    dx = [sum(gamma[i] * R[i][j] for i in range(3)) for j in range(3)]
    w, x, y, z = q
    dq = (0.5 * (-x * k[0] - y * k[1] - z * k[2]), 0.5 * (w * k[0] + y * k[2] - z * k[1]),
          0.5 * (w * k[1] + z * k[0] - x * k[2]), 0.5 * (w * k[2] + x * k[1] - y * k[0]))
    return (*dx, *dq, *(-c for c in cross(dx, P)))


def tip(root, P):
    h, s = L / steps, (0, 0, 0, 1, 0, 0, 0, *root)
    for _ in range(steps):
        a = slope(s, P)
        b = slope([x + h / 2 * d for x, d in zip(s, a)], P)
        c = slope([x + h / 2 * d for x, d in zip(s, b)], P)
        d = slope([x + h * d for x, d in zip(s, c)], P)
        s = [x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4) for x, k1, k2, k3, k4 in zip(s, a, b, c, d)]
    return s


def solved(A, b):
    rows = [list(r) + [x] for r, x in zip(A, b)]
    for i in range(3):
        pivot = max(range(i, 3), key=lambda j: abs(rows[j][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for j in range(3):
            if j != i:
                f = rows[j][i] / rows[i][i]
                rows[j] = [x - f * y for x, y in zip(rows[j], rows[i])]
    return [rows[i][3] / rows[i][i] for i in range(3)]


def path(beta):
    """Tip displacements u_y, u_z at the load factors 0, 0.1, ..., 1."""
    root, points = [0.0, 0.0, 0.0], [(0.0, 0.0)]
    for k in range(1, 11):
        P = (0.0, -load * k / 10 * math.cos(beta), load * k / 10 * math.sin(beta))
        for _ in range(30):
            end = tip(root, P)
            if max(abs(m) for m in end[7:]) < 1e-11:
                break
            differences = []
            for i in range(3):
                moved = list(root)
                moved[i] += 1e-5
                differences.append([(x - y) / 1e-5 for x, y in zip(tip(moved, P)[7:], end[7:])])
            root = [x - d for x, d in zip(root, solved(list(zip(*differences)), end[7:]))]
        else:
            raise RuntimeError(f"no equilibrium at beta = {beta}, load step {k}")
        points.append((end[1], end[2]))
    return points


angles = (0, 15, 30, 45, 60, 75, 90)
paths = [path(math.radians(angle)) for angle in angles]
with open("tip.csv", "w") as out:
    out.write("load," + ",".join(f"y_{a},z_{a}" for a in angles) + "\n")
    for k in range(11):
        out.write(f"{k / 10}," + ",".join(f"{p[k][0]:.9g},{p[k][1]:.9g}" for p in paths) + "\n")
