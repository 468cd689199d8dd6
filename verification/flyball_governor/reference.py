"""Flyball governor in its three coordinates: angle of the shaft (only its rate enters), angle beta of the rods below the
horizontal, height s of the slider. Lagrange's equations by the classical Runge-Kutta method; the dampers need a step of
1e-5 s. Writes motion.csv."""
import math

G, K, C, L0 = 9.81, 8e5, 4e4, 0.5
ROD, BALL, SLIDER = 0.3, 5.0, 3.0
THIN = ROD * 2e-4 / 12
LONG = ROD * (1 + 1e-4) / 12
FIXED = 0.3 * 2e-4 / 12 + SLIDER * 0.02 / 12
M_BETA = 2 * (ROD / 4 + LONG + BALL)


def rate(q):
    beta, s, omega, beta_t, s_t = q
    c, d = math.cos(beta), math.sin(beta)
    mid, tip = 0.05 + 0.5 * c, 0.05 + c
    J = FIXED + 2 * (ROD * mid * mid + THIN * d * d + LONG * c * c + BALL * tip * tip)
    J_beta = 2 * (-ROD * mid * d + 2 * (THIN - LONG) * c * d - 2 * BALL * tip * d)
    dx, dz = 0.5 * c, 1 - 0.5 * d - s
    length = math.hypot(dx, dz)
    l_beta = (-dx * 0.5 * d - dz * 0.5 * c) / length
    l_s = -dz / length
    force = 2 * (K * (length - L0) + C * (l_beta * beta_t + l_s * s_t))
    return (beta_t, s_t, -J_beta * beta_t * omega / J,
            (0.5 * J_beta * omega * omega + 2 * (0.5 * ROD + BALL) * G * c - force * l_beta) / M_BETA,
            -G - force * l_s / SLIDER)


def step(q, h):
    k1 = rate(q)
    k2 = rate([a + h / 2 * k for a, k in zip(q, k1)])
    k3 = rate([a + h / 2 * k for a, k in zip(q, k2)])
    k4 = rate([a + h * k for a, k in zip(q, k3)])
    return [a + h / 6 * (x + 2 * y + 2 * z + w) for a, x, y, z, w in zip(q, k1, k2, k3, k4)]


h, q = 1e-5, [math.pi / 6, 0.5, 0.32 * math.pi, 0.0, 0.0]
with open("motion.csv", "w") as out:
    out.write(f"time,slider,omega\n0,{q[1]:.14g},{q[2]:.14g}\n")
    for i in range(1, 1000001):
        q = step(q, h)
        if i % 5000 == 0:
            out.write(f"{i * h:.10g},{q[1]:.14g},{q[2]:.14g}\n")
