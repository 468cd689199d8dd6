"""Pendulum with dry friction in its pin: theta(t), the angles at which it turns, and where it rests.

A rod of mass m and length l on a pin of radius r. With s the distance of the centre from the pin, k its inertia about
the pin, sigma the sign of the speed w, and F the force of the pin along and across the rod,

    F_along  = m (s w^2 + g cos(theta)),    F_across = m (s w' + g sin(theta))
    k w' = -m g s sin(theta) - sigma mu r sqrt(F_along^2 + F_across^2)

The last line holds w' on both sides; fixed-point iteration solves it (the factor is mu r m s/k << 1). sigma is constant
over a swing: Runge-Kutta of order 4, the end of the swing by bisection of its last step. At rest the friction holds what
gravity asks for while m g s |sin theta| <= mu r m g.

Independent of Jounce; standard library only.  python3 reference.py > motion.csv
"""
import sys
from math import cos, sin, sqrt

m, l, mu, r, g, theta_0 = 2.0, 0.6, 0.3, 0.03, 9.81, 1.2
s, k = l / 2, m * l * l / 3


def acceleration(theta, w, sigma):
    a = -m * g * s * sin(theta) / k
    for _ in range(40):
        along = m * (s * w * w + g * cos(theta))
        across = m * (s * a + g * sin(theta))
        a = (-m * g * s * sin(theta) - sigma * mu * r * sqrt(along * along + across * across)) / k
    return a


def step(theta, w, sigma, h):
    k1, a1 = w, acceleration(theta, w, sigma)
    k2, a2 = w + h / 2 * a1, acceleration(theta + h / 2 * k1, w + h / 2 * a1, sigma)
    k3, a3 = w + h / 2 * a2, acceleration(theta + h / 2 * k2, w + h / 2 * a2, sigma)
    k4, a4 = w + h * a3, acceleration(theta + h * k3, w + h * a3, sigma)
    return theta + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), w + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)


def holds(theta):
    return abs(sin(theta)) * m * g * s <= mu * r * m * g


def main():
    h, every, end = 1e-3, 0.05, 12.0
    t, theta, w = 0.0, theta_0, 0.0
    turns = []
    sigma = 0.0 if holds(theta) else (-1.0 if theta > 0 else 1.0)
    print("time,theta")
    print(f"0,{theta!r}")
    for row in range(1, round(end / every) + 1):
        while t < row * every - 1e-12:
            left = min(h, row * every - t)
            if sigma == 0.0:
                t += left
                continue
            new_theta, new_w = step(theta, w, sigma, left)
            if new_w * sigma < 0:  # the swing ends within this step
                low, high = 0.0, left
                for _ in range(80):
                    middle = 0.5 * (low + high)
                    if step(theta, w, sigma, middle)[1] * sigma > 0:
                        low = middle
                    else:
                        high = middle
                theta, w, t = step(theta, w, sigma, low)[0], 0.0, t + low
                turns.append((t, theta))
                sigma = 0.0 if holds(theta) else (-1.0 if theta > 0 else 1.0)
            else:
                theta, w, t = new_theta, new_w, t + left
        print(f"{row * every:.10g},{theta!r}")
    for t_turn, turn in turns:
        print(f"turns at t = {t_turn:.9f} s, theta = {turn:.10f}", file=sys.stderr)


if __name__ == "__main__":
    main()
