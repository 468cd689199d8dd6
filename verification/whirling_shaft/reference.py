"""Steady whirl of the shaft of inputs/whirling_shaft.toml. Turning with the shaft everything rests; w is the deflection
towards the imbalance, theta the slope of the sections (M = E I theta', Q = k G A (w' - theta)):

  Q' = -rho A Omega^2 w,   M' = -Q + rho I Omega^2 theta      (the last term: rotary inertia of round sections)
  w = M = 0 in the bearings,  theta = 0 and Q = m Omega^2 (w + e) / 2 left of the disk

Linear, so two shots by Runge-Kutta suffice. Writes whirl.csv: Omega, w at the middle, and the first critical speed (where
the shot with e = 0 has a solution) in every row."""
import math

L, d, E, nu, rho, mass, e = 1.0, 0.02, 2.1e11, 0.3, 7850.0, 1.0, 1e-3
A, I = math.pi * d**2 / 4, math.pi * d**4 / 64
kGA = 6 / 7 * A * E / (2 * (1 + nu))


def ends(omega, cells=2000):
    """theta, Q and w at the middle for unit theta(0) and for unit Q(0)."""
    def rate(s):
        w, theta, M, Q = s
        return (theta + Q / kGA, M / (E * I), -Q + rho * I * omega**2 * theta, -rho * A * omega**2 * w)

    h, found = L / 2 / cells, []
    for s in ((0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)):
        for _ in range(cells):
            a = rate(s)
            b = rate([x + h / 2 * y for x, y in zip(s, a)])
            c = rate([x + h / 2 * y for x, y in zip(s, b)])
            f = rate([x + h * y for x, y in zip(s, c)])
            s = [x + h / 6 * (p + 2 * q + 2 * r + t) for x, p, q, r, t in zip(s, a, b, c, f)]
        found.append((s[1], s[3], s[0]))
    return found


def balance(omega):
    """Unit shape with theta = 0 at the middle: Q - m Omega^2 w / 2 there, and w."""
    (t1, q1, w1), (t2, q2, w2) = ends(omega)
    r = -t1 / t2  # Q(0) for unit theta(0)
    w = w1 + r * w2
    return q1 + r * q2 - mass * omega**2 * w / 2, w


low, high = 10.0, 400.0
sign = balance(low)[0] > 0
for _ in range(50):
    middle = (low + high) / 2
    low, high = (middle, high) if (balance(middle)[0] > 0) == sign else (low, middle)
with open("whirl.csv", "w") as out:
    out.write("Omega,w,critical\n")
    for omega in (40.0, 80.0, 120.0):
        q, w = balance(omega)
        out.write(f"{omega},{w * mass * omega**2 * e / 2 / q:.10g},{low:.8g}\n")
