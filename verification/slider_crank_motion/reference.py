"""Slider-crank without walls in minimal coordinates, straight from d'Alembert's principle at the points of the rod.

Unknowns: angles of crank and rod, and for the flexible rod of one Euler-Bernoulli element the elongation, deflection and
slope at its far end in the tangent frame. Inertia forces are summed over Gauss points (no inertia shape integrals); the
slider and the crank are added as masses. Classical Runge-Kutta with fixed steps. Standard library only.

    python3 reference.py            writes rigid.csv and flexible.csv
"""
import math

L1, L2 = 0.153, 0.306
M1, M2, M3 = 0.038, 0.038, 0.076
J1, J2 = 7.4e-5, 5.9e-4
G = 9.81
E, RHO = 2e11, 7800.0
D = math.sqrt(12 * J2 / M2 - L2**2)
H = M2 / (RHO * L2 * D)
EA, EI = E * H * D, E * H * D**3 / 12
RHO_A, RHO_I = M2 / L2, RHO * H * D**3 / 12
# Gauss-Legendre with 5 points on [0, 1]
GAUSS = [(0.5 + 0.5 * x, 0.5 * w) for x, w in (
    (0.0, 128 / 225), (-math.sqrt(5 - 2 * math.sqrt(10 / 7)) / 3, (322 + 13 * math.sqrt(70)) / 900),
    (math.sqrt(5 - 2 * math.sqrt(10 / 7)) / 3, (322 + 13 * math.sqrt(70)) / 900),
    (-math.sqrt(5 + 2 * math.sqrt(10 / 7)) / 3, (322 - 13 * math.sqrt(70)) / 900),
    (math.sqrt(5 + 2 * math.sqrt(10 / 7)) / 3, (322 - 13 * math.sqrt(70)) / 900))]


def solve(a, b):
    n = len(b)
    a = [row[:] + [b[i]] for i, row in enumerate(a)]
    for i in range(n):
        p = max(range(i, n), key=lambda r: abs(a[r][i]))
        a[i], a[p] = a[p], a[i]
        for r in range(i + 1, n):
            f = a[r][i] / a[i][i]
            for c in range(i, n + 1):
                a[r][c] -= f * a[i][c]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (a[i][n] - sum(a[i][c] * x[c] for c in range(i + 1, n))) / a[i][i]
    return x


def shape(x):
    """Rows u and w of the displacement by (elongation, deflection, slope) of the far end, and the slope's row."""
    return ((x, 0.0, 0.0), (0.0, 3 * x * x - 2 * x**3, L2 * (x**3 - x * x)),
            (0.0, 6 * (x - x * x) / L2, 3 * x * x - 2 * x))


def point(x, y, v, flexible):
    """Jacobian rows and velocity-quadratic acceleration of the rod's point at x L2."""
    t1, t2 = y[0], y[1]
    w1, w2 = v[0], v[1]
    c, s = math.cos(t2), math.sin(t2)
    u, w, du, dw = x * L2, 0.0, 0.0, 0.0
    if flexible:
        su, sw, _ = shape(x)
        u += sum(a * b for a, b in zip(su, y[2:]))
        w += sum(a * b for a, b in zip(sw, y[2:]))
        du = sum(a * b for a, b in zip(su, v[2:]))
        dw = sum(a * b for a, b in zip(sw, v[2:]))
    jx = [-L1 * math.sin(t1), -s * u - c * w]
    jy = [L1 * math.cos(t1), c * u - s * w]
    if flexible:
        jx += [c * a - s * b for a, b in zip(su, sw)]
        jy += [s * a + c * b for a, b in zip(su, sw)]
    # 2 w2 A E q' - w2^2 A u, and the crank pin's centripetal part
    ax = -L1 * math.cos(t1) * w1 * w1 + 2 * w2 * (-s * du - c * dw) - w2 * w2 * (c * u - s * w)
    ay = -L1 * math.sin(t1) * w1 * w1 + 2 * w2 * (c * du - s * dw) - w2 * w2 * (s * u + c * w)
    return jx, jy, ax, ay


def acceleration(y, v, flexible):
    n = len(y)
    m = [[0.0] * n for _ in range(n)]
    f = [0.0] * n

    def add(mass, jx, jy, ax, ay):
        for i in range(n):
            f[i] -= mass * (jx[i] * ax + jy[i] * (ay + G))
            for k in range(n):
                m[i][k] += mass * (jx[i] * jx[k] + jy[i] * jy[k])

    m[0][0] += J1 + M1 * L1 * L1 / 4
    f[0] -= M1 * G * L1 / 2 * math.cos(y[0])
    for x, weight in GAUSS:
        add(RHO_A * L2 * weight, *point(x, y, v, flexible))
        turn = [0.0, 1.0] + (list(shape(x)[2]) if flexible else [])
        for i in range(n):
            for k in range(n):
                m[i][k] += RHO_I * L2 * weight * turn[i] * turn[k]
    add(M3, *point(1.0, y, v, flexible))
    if flexible:
        e, w, a = y[2:]
        f[2] -= EA / L2 * e
        f[3] -= EI / L2**3 * (12 * w - 6 * L2 * a)
        f[4] -= EI / L2**3 * (-6 * L2 * w + 4 * L2 * L2 * a)
    return solve(m, f)


def run(flexible, h, end, every, name):
    n = 5 if flexible else 2
    y, v = [0.0] * n, [150.0, -75.0] + [0.0] * (n - 2)
    rows = []
    steps = round(end / h)
    for step in range(steps + 1):
        if step % every == 0:
            jx, jy, _, _ = point(1.0, y, v, flexible)
            tip = [L1 * math.cos(y[0]), L1 * math.sin(y[0])]
            u = [L2 + (y[2] if flexible else 0.0), y[3] if flexible else 0.0]
            c, s = math.cos(y[1]), math.sin(y[1])
            rows.append([step * h, y[0], y[1], tip[0] + c * u[0] - s * u[1], tip[1] + s * u[0] + c * u[1],
                         sum(a * b for a, b in zip(jx, v)), sum(a * b for a, b in zip(jy, v))])

        def at(k, j, d):
            return [a + d * b for a, b in zip(y, k)], [a + d * b for a, b in zip(v, j)]

        k1, j1 = v, acceleration(y, v, flexible)
        y2, k2 = at(k1, j1, h / 2)
        j2 = acceleration(y2, k2, flexible)
        y3, k3 = at(k2, j2, h / 2)
        j3 = acceleration(y3, k3, flexible)
        y4, k4 = at(k3, j3, h)
        j4 = acceleration(y4, k4, flexible)
        y = [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(y, k1, k2, k3, k4)]
        v = [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(v, j1, j2, j3, j4)]
    with open(name, "w", encoding="ascii") as file:
        file.write("time,crank_angle,rod_angle,slider_x,slider_y,slider_velocity_x,slider_velocity_y\n")
        for row in rows:
            file.write(",".join(f"{x:.15g}" for x in row) + "\n")


if __name__ == "__main__":
    run(False, 1e-5, 0.02, 20, "rigid.csv")
    run(True, 5e-7, 0.004, 400, "flexible.csv")
