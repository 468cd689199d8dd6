"""Eigenfrequencies in Hz of the cantilever of inputs/cantilever_modes.toml:

  bending    E I theta'' + k G A (w' - theta) + rho I omega^2 theta = 0,  k G A (w'' - theta') + rho A omega^2 w = 0,
             clamped at 0, free at L (Timoshenko 1921), by shooting and bisection
  torsion    (2 k - 1) / (4 L) sqrt(G J / (rho I_p)),  extension (2 k - 1) / (4 L) sqrt(E / rho)

and of a slender Euler-Bernoulli cantilever of unit E I, rho A, L: cos z cosh z = -1, omega = z^2. Writes
frequencies.csv (mode, frequency, kind) and euler_bernoulli.csv."""
import math

L, height, width, E, nu, rho = 1.0, 0.1, 0.06, 2.1e11, 0.3, 7850.0
G, A = E / (2 * (1 + nu)), height * width
kGA = G * A * 5 / 6
J = height * width**3 / 3 * (1 - 192 / math.pi**5 * width / height * sum(
    math.tanh(n * math.pi * height / (2 * width)) / n**5 for n in range(1, 100, 2)))
I_p = (height * width**3 + width * height**3) / 12


def determinant(omega, I, cells=400):
    """Of bending moment and shear force at the free end over those at the clamp, states (w, theta, M, Q)."""
    def rate(s):
        w, theta, M, Q = s
        return (theta + Q / kGA, M / (E * I), -Q - rho * I * omega**2 * theta, -rho * A * omega**2 * w)

    h, ends = L / cells, []
    for s in ((0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0)):
        for _ in range(cells):
            a = rate(s)
            b = rate([x + h / 2 * d for x, d in zip(s, a)])
            c = rate([x + h / 2 * d for x, d in zip(s, b)])
            d = rate([x + h * d for x, d in zip(s, c)])
            s = [x + h / 6 * (p + 2 * q + 2 * r + t) for x, p, q, r, t in zip(s, a, b, c, d)]
        ends.append(s[2:])
    return ends[0][0] * ends[1][1] - ends[0][1] * ends[1][0]


def bending(I, count):
    found, omega, step = [], 1.0, 50.0
    last = determinant(omega, I)
    while len(found) < count:
        value = determinant(omega + step, I)
        if value * last < 0:
            low, high = omega, omega + step
            for _ in range(45):
                middle = (low + high) / 2
                low, high = (middle, high) if determinant(middle, I) * last > 0 else (low, middle)
            found.append(low / (2 * math.pi))
        omega, last = omega + step, value
    return found


modes = [(f, "y") for f in bending(width * height**3 / 12, 3)]
modes += [(f, "z") for f in bending(height * width**3 / 12, 4)]
modes += [((2 * k - 1) / (4 * L) * math.sqrt(G * J / (rho * I_p)), "torsion") for k in (1, 2)]
modes += [(math.sqrt(E / rho) / (4 * L), "extension")]
with open("frequencies.csv", "w") as out:
    out.write("mode,frequency,kind\n")
    for k, (f, kind) in enumerate(sorted(modes)):
        out.write(f"{k + 1},{f:.10g},{kind}\n")

with open("euler_bernoulli.csv", "w") as out:
    out.write("mode,frequency\n")
    for k in range(5):
        low, high = (k + 0.5) * math.pi - 0.6, (k + 0.5) * math.pi + 0.6
        sign = math.cos(low) + 1 / math.cosh(low)
        for _ in range(100):
            z = (low + high) / 2
            low, high = (z, high) if (math.cos(z) + 1 / math.cosh(z)) * sign > 0 else (low, z)
        out.write(f"{k + 1},{low**2 / (2 * math.pi):.12g}\n")
