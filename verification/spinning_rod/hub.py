#!/usr/bin/env python3
"""End of a rod of one element on a hub that turns evenly: table hub.csv.

Displacements u = xi u_1 along the turning axis x and v = (3 xi^2 - 2 xi^3) v_1 + L (xi^3 - xi^2) phi_1 across it, xi = x/L, give
the kinetic energy rho A/2 int (u' - W v)^2 + (v' + W (x + u))^2 dx. Lagrange's equations, linear in u_1, v_1, phi_1, by Runge and Kutta's
method of order 4 with steps of 1e-5 s."""
from math import cos, sin

L, A, E, RHO, I, W = 0.5, 1e-4, 1e5, 1200, 4e-6, 12.0
STEP, EVERY = 1e-5, 500
m = RHO * A * L
m_u, k_u, pull = m / 3, E * A / L, W * W * m * L / 3
m_vv, m_vp, m_pp = 156 * m / 420, -22 * L * m / 420, 4 * L * L * m / 420
k_vv, k_vp, k_pp = 12 * E * I / L**3, -6 * E * I / L**2, 4 * E * I / L
g_v, g_p = 7 * m / 20, -L * m / 20  # int rho A xi N dx


def slope(state):
    u, v, p, du, dv, dp = state
    f_u = pull - k_u * u + W * W * m_u * u + 2 * W * (g_v * dv + g_p * dp)
    f_v = W * W * (m_vv * v + m_vp * p) - k_vv * v - k_vp * p - 2 * W * g_v * du
    f_p = W * W * (m_vp * v + m_pp * p) - k_vp * v - k_pp * p - 2 * W * g_p * du
    det = m_vv * m_pp - m_vp**2
    return du, dv, dp, f_u / m_u, (m_pp * f_v - m_vp * f_p) / det, (m_vv * f_p - m_vp * f_v) / det


def moved(state, by, change):
    return [s + by * c for s, c in zip(state, change)]


state = [0.0] * 6
print("time,x,y")
for i in range(50001):
    t = i * STEP
    if i % EVERY == 0:
        x, y = L + state[0], state[1]
        print(f"{t:g},{x * cos(W * t) - y * sin(W * t):.15g},{x * sin(W * t) + y * cos(W * t):.15g}")
    a = slope(state)
    b = slope(moved(state, STEP / 2, a))
    c = slope(moved(state, STEP / 2, b))
    d = slope(moved(state, STEP, c))
    state = [s + STEP / 6 * (p + 2 * q + 2 * r + w) for s, p, q, r, w in zip(state, a, b, c, d)]
