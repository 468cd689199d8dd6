"""Critical load of the right-angle frame from the equations of the geometrically exact (Cosserat) rod. A dead load P at
the free end is the force in every section; with the moments m(0) at the clamp the rod follows by Runge-Kutta,

  x' = R (e + C_N^-1 R^T P),   R' = R skew(C_M^-1 R^T m),   m' = -x' cross P

with the section turned by a right angle at the elbow. The plane equilibrium has m = 0 at the free end (Newton's method on
m_z(0)); it is critical where the derivative of the end moments m_x, m_y by m_x(0), m_y(0) loses its rank (bisection).
Prints the critical load."""
import math

LEG, HEIGHT, WIDTH, E, NU, CELLS = 240.0, 30.0, 0.6, 71240.0, 0.31, 200
G, A = E / (2 * (1 + NU)), HEIGHT * WIDTH
J = HEIGHT * WIDTH**3 / 3 * (1 - 192 / math.pi**5 * WIDTH / HEIGHT * sum(
    math.tanh(n * math.pi * HEIGHT / (2 * WIDTH)) / n**5 for n in range(1, 100, 2)))
C_N = (E * A, G * A * 5 / 6, G * A * 5 / 6)
C_M = (G * J, E * HEIGHT * WIDTH**3 / 12, E * WIDTH * HEIGHT**3 / 12)


def columns(q):
    w, x, y, z = q
    return ((1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
            (2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
            (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)))


def slope(s, P):
    q, m = s[:4], s[4:]
    R = columns(q)
    gamma = [P * R[i][0] / C_N[i] + (i == 0) for i in range(3)]
    k = [sum(c * p for c, p in zip(R[i], m)) / C_M[i] for i in range(3)]
    dx = [sum(gamma[i] * R[i][j] for i in range(3)) for j in range(3)]
    w, x, y, z = q
    return (0.5 * (-x * k[0] - y * k[1] - z * k[2]), 0.5 * (w * k[0] + y * k[2] - z * k[1]),
            0.5 * (w * k[1] + z * k[0] - x * k[2]), 0.5 * (w * k[2] + x * k[1] - y * k[0]),
            0.0, -dx[2] * P, dx[1] * P)


def end_moments(root, P):
    h, s = LEG / CELLS, [1.0, 0.0, 0.0, 0.0, *root]
    for leg in range(2):
        for _ in range(CELLS):
            a = slope(s, P)
            b = slope([x + h / 2 * d for x, d in zip(s, a)], P)
            c = slope([x + h / 2 * d for x, d in zip(s, b)], P)
            d = slope([x + h * d for x, d in zip(s, c)], P)
            s = [x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4) for x, k1, k2, k3, k4 in zip(s, a, b, c, d)]
        if leg == 0:  # the second leg runs along -y: turn by -90 degrees about the section's z axis
            w, x, y, z = s[:4]
            r = math.sqrt(0.5)
            s[:4] = [r * (w + z), r * (x - y), r * (x + y), r * (z - w)]
    return s[4:]


def determinant(P, guess):
    m_z = guess
    for _ in range(20):
        end = end_moments((0.0, 0.0, m_z), P)[2]
        step = end / ((end_moments((0.0, 0.0, m_z + 1e-3), P)[2] - end) / 1e-3)
        m_z -= step
        if abs(step) < 1e-9:
            break
    first = end_moments((1e-4, 0.0, m_z), P)
    second = end_moments((0.0, 1e-4, m_z), P)
    return (first[0] * second[1] - first[1] * second[0]) / 1e-8, m_z


low, high = 0.2, None
sign, guess = determinant(low, 0.0)
while high is None:
    value, guess = determinant(low + 0.05, guess)
    if value * sign < 0:
        high = low + 0.05
    else:
        low += 0.05
while high - low > 1e-6:
    middle = (low + high) / 2
    value, guess = determinant(middle, guess)
    low, high = (middle, high) if value * sign > 0 else (low, middle)
print(f"P_cr = {low:.6g}")
