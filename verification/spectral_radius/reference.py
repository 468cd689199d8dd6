"""Spectral radius and period error of the base schemes on q'' + omega^2 q = 0, from their formulas.

Generalized-alpha and HHT: eigenvalues of the 3 x 3 matrix that takes (q, h v, h^2 A) over a step; (R 96) agrees. Bathe
and ED-alpha are Runge-Kutta schemes: the stability function R(z) at z = i omega h, whose pair R, conj(R) are the
eigenvalues; that of Moreau-Jean's theta method is (1 + (1 - theta) z) / (1 - theta z). Without contact nsga-ggl and the
index-3 scheme are generalized-alpha, and the half-explicit scheme is that of central differences (Verlet). (R 106) stands with rows and columns in different orders.
Standard library only.

    python3 reference.py            writes curves.csv (T = 2 pi/omega, period error = T_numerical/T - 1)
"""
import cmath
import math

SIZES = [float(f"{10 ** (-2 + i / 10):.6g}") for i in range(31)]  # dt/T from 0.01 to 10
EPS = 1e-13


def alpha_matrix(alpha_m, alpha_f, omega):
    """Columns: what (q, h v, h^2 A) = e_k becomes. a = -Omega^2 q at both ends."""
    gamma = 0.5 - alpha_m + alpha_f
    beta = 0.25 * (1 - alpha_m + alpha_f) ** 2
    columns = []
    for q, v, big_a in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
        # (1 - am) A1 + am A = -(1 - af) Omega^2 q1 - af Omega^2 q,  q1 = q + v + (1/2 - beta) A + beta A1
        known = q + v + (0.5 - beta) * big_a
        new_a = (-(1 - alpha_f) * omega**2 * known - alpha_f * omega**2 * q - alpha_m * big_a) / (
            1 - alpha_m + (1 - alpha_f) * omega**2 * beta)
        columns.append((known + beta * new_a, v + (1 - gamma) * big_a + gamma * new_a, new_a))
    return [[columns[j][i] for j in range(3)] for i in range(3)]


def eigenvalues(m):
    """Roots of the characteristic polynomial of a 3 x 3 matrix: Durand and Kerner's iteration, polished."""
    trace = m[0][0] + m[1][1] + m[2][2]
    minors = sum(m[i][i] * m[j][j] - m[i][j] * m[j][i] for i, j in ((0, 1), (0, 2), (1, 2)))
    det = (m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
           + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]))
    scale = max(abs(trace), math.sqrt(abs(minors)), abs(det) ** (1 / 3))
    roots = [scale * (0.4 + 0.9j) ** k for k in range(3)]
    for _ in range(500):
        change = 0.0
        for k in range(3):
            x = roots[k]
            p = ((x - trace) * x + minors) * x - det
            for j in range(3):
                if j != k:
                    p /= x - roots[j]
            roots[k] -= p
            change = max(change, abs(p))
        if change < EPS * scale:
            break
    return roots


def runge_kutta(rows, omega):
    """R(i omega) of a scheme whose last stage is the end of the step and whose first is its start."""
    z = 1j * omega
    stages = [1.0]
    implicit = [[(1 if i == j else 0) - z * rows[i][j + 1] for j in range(len(rows))] for i in range(len(rows))]
    right = [1 + z * row[0] * stages[0] for row in rows]
    (a, b), (c, d) = implicit
    det = a * d - b * c
    return (a * right[1] - c * right[0]) / det


def bathe(omega):
    # v_m = v + h/4 (a + a_m);  v1 = v + h/3 (a + a_m + a1)
    return runge_kutta([[0.25, 0.25, 0], [1 / 3, 1 / 3, 1 / 3]], omega)


def ed_alpha(rho, omega):
    alpha, k = (1 - rho) / (1 + rho), 1 / 6
    return runge_kutta([[k * (1 - alpha), k * alpha, -k], [0, 0.5, 0.5]], omega)


def theta_method(theta, omega):
    # v1 = v + h ((1 - theta) a + theta a1), q1 = q + h ((1 - theta) v + theta v1)
    z = 1j * omega
    return (1 + (1 - theta) * z) / (1 - theta * z)


def central_differences(omega):
    """q1 - 2 q + q0 = -Omega^2 q: eigenvalues of the circle for Omega < 2."""
    cosine = 1 - omega**2 / 2
    root = cosine + cmath.sqrt(cosine**2 - 1)
    return [root, 1 / root]


def figures(roots, omega):
    """Largest modulus; period error by the pair of largest imaginary part."""
    angle = max(abs(cmath.phase(x)) for x in roots if abs(x.imag) >= max(abs(y.imag) for y in roots) * (1 - 1e-9))
    return max(abs(x) for x in roots), omega / angle - 1


def alpha(rho):
    return (2 * rho - 1) / (rho + 1), rho / (rho + 1)


def main():
    schemes = {f"alpha_{name}": (lambda w, rho=rho: eigenvalues(alpha_matrix(*alpha(rho), w)))
               for name, rho in (("1", 1.0), ("0.8", 0.8), ("0.5", 0.5), ("0", 0.0))}
    schemes["hht_0.8"] = lambda w: eigenvalues(alpha_matrix(0, 0.2 / 1.8, w))
    schemes["bathe"] = lambda w: [bathe(w), bathe(w).conjugate()]
    schemes["ed_alpha_0"] = lambda w: [ed_alpha(0.0, w), ed_alpha(0.0, w).conjugate()]
    schemes["ed_alpha_0.5"] = lambda w: [ed_alpha(0.5, w), ed_alpha(0.5, w).conjugate()]
    schemes["moreau_0.8"] = lambda w: [theta_method(1 / 1.8, w), theta_method(1 / 1.8, w).conjugate()]
    # Above Omega = 2 it is unstable, and does not run: the curve stops at the last size before.
    last = max(size for size in SIZES if 2 * math.pi * size < 2)
    schemes["half_explicit"] = lambda w: central_differences(min(w, 2 * math.pi * last))
    with open("curves.csv", "w") as out:
        out.write("size," + ",".join(f"{n}_radius,{n}_period" for n in schemes) + "\n")
        for size in SIZES:
            cells = []
            for roots in schemes.values():
                radius, period = figures(roots(2 * math.pi * size), 2 * math.pi * size)
                cells += [f"{radius:.15g}", f"{period:.15g}"]
            out.write(f"{size:g}," + ",".join(cells) + "\n")


if __name__ == "__main__":
    main()
