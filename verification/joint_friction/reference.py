"""Pendulum with dry friction in its pin: the angles at which it turns, and where it rests.

A rod of mass m and length l on a pin of radius r. With s the distance of the centre from the pin, k = I_pin,
sigma the sign of the speed w, and F the force of the pin along and across the rod,

    F_along  = m (s w^2 + g cos(theta)),    F_across = m (s w' + g sin(theta))
    k w' = -m g s sin(theta) - sigma mu r sqrt(F_along^2 + F_across^2)

The last line holds w' on both sides; fixed-point iteration solves it (the factor is mu r m s/k << 1). With E = w^2/2
as a function of theta, dE/dtheta = w' along a swing: integrated by Runge-Kutta of order 4 in theta, the end of the
swing by the secant method. At rest the friction holds what gravity asks for while m g s |sin theta| <= mu r m g.

Independent of Jounce; standard library only.  python3 reference.py
"""
from math import cos, pi, sin, sqrt

m, l, mu, r, g, theta_0 = 2.0, 0.6, 0.3, 0.03, 9.81, 1.2
s, k = l / 2, m * l * l / 3


def acceleration(theta, squared_speed, sigma):
    w = -m * g * s * sin(theta) / k
    for _ in range(60):
        along = m * (s * squared_speed + g * cos(theta))
        across = m * (s * w + g * sin(theta))
        w = (-m * g * s * sin(theta) - sigma * mu * r * sqrt(along * along + across * across)) / k
    return w


def swing(theta, n=2000):
    """From rest at theta to the next rest; the sense is that of gravity."""
    sigma = -1.0 if theta > 0 else 1.0

    def slope(a, E):
        return acceleration(a, max(2 * E, 0.0), sigma)

    def step(a, E, d):
        k1 = slope(a, E)
        k2 = slope(a + d / 2, E + d / 2 * k1)
        k3 = slope(a + d / 2, E + d / 2 * k2)
        k4 = slope(a + d, E + d * k3)
        return E + d / 6 * (k1 + 2 * k2 + 2 * k3 + k4)

    d = sigma * 2 * abs(theta) / n
    a, E = theta, 0.0
    while True:
        E_next = step(a, E, d)
        if E_next <= 0 and a != theta:
            break
        a, E = a + d, E_next
    low, high = 0.0, d
    for _ in range(60):
        middle = 0.5 * (low + high)
        if step(a, E, middle) > 0:
            low = middle
        else:
            high = middle
    return a + low


if __name__ == "__main__":
    theta = theta_0
    print("turns at", theta)
    while abs(sin(theta)) * m * g * s > mu * r * m * g:
        theta = swing(theta)
        print("turns at", f"{theta:.10f}")
    print("rests there; friction", f"{m * g * s * sin(theta):.10f}")
