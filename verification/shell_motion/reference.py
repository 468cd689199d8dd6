"""First maximum of the middle of a simply supported plate under a pressure that is there from the start: Navier's series,

w(t) = sum 16 p / (pi^2 m n rho h omega^2) (1 - cos(omega t)) sin(m pi/2) sin(n pi/2),   m, n odd,
omega = pi^2 (m^2/a^2 + n^2/b^2) sqrt(D / (rho h)).
"""
import math

a, b, h, E, nu, rho, p = 1.2, 0.8, 0.004, 210e9, 0.3, 7800, 1.0
D = E * h**3 / 12 / (1 - nu * nu)
terms = []
for m in range(1, 40, 2):
    for n in range(1, 40, 2):
        omega = math.pi**2 * (m * m / a / a + n * n / b / b) * math.sqrt(D / rho / h)
        size = 16 * p / (math.pi**2 * m * n * rho * h * omega**2)
        terms.append((omega, size * math.sin(m * math.pi / 2) * math.sin(n * math.pi / 2)))
best = max((sum(w * (1 - math.cos(o * t)) for o, w in terms), t) for t in (i * 1e-5 for i in range(1, 4001)))
print(f"largest displacement {best[0]:.6g} m at {best[1]:.6g} s")
