"""Force on the hook of inputs/latch.toml while it lies on top of the catch, statically.

The arm is a cantilever of Timoshenko's theory (length L to the middle of the hook's rear rounding, where it touches: the bent
arm lifts the front). The rounding's centre is c below the arm's axis and turns with its end by theta:

    1.5 mm + w - c cos(theta) - r = -0.5 mm            the rounding touches the top of the catch
    w = N L^3/(3 E I) + M L^2/(2 E I) + N L/(k G A),   theta = N L^2/(2 E I) + M L/(E I)
    M = N c sin(theta) - mu N (c cos(theta) + r)       force and friction act at the touching point

The thrust mu N makes the beam softer by the factor 1 - P/P_cr, P_cr = pi^2 E I/(4 L^2) (Timoshenko, Gere 1961).
"""

from math import cos, pi, sin

E, nu, mu = 2e9, 0.35, 0.3
b, h, L = 0.01, 3e-3, 55e-3
c, r = 3.5e-3, 1e-3
EI, kGA = E * b * h**3 / 12, 5 / 6 * E / (2 * (1 + nu)) * b * h

N, theta = 2.0, 0.06
for _ in range(200):
    w = -0.5e-3 - 1.5e-3 + c * cos(theta) + r
    arm = c * sin(theta) - mu * (c * cos(theta) + r)
    soft = 1 / (1 - mu * N * 4 * L**2 / (pi**2 * EI))
    N = w / (soft * (L**3 / (3 * EI) + arm * L**2 / (2 * EI)) + L / kGA)
    theta = N * (L**2 / (2 * EI) + arm * L / EI) * soft
print(f"force on top: {N:.4f} N, angle at the end {theta:.4f}")
