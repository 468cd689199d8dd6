#!/usr/bin/env python3
"""Bouncing pendulum, event by event: classical Runge-Kutta between impacts, impact times by Newton's method.

In the angle alone, (J + m l^2) theta'' = -m g l cos(theta), and the wall is met at theta = -pi/4. Writes
impacts.csv (number, time, impulse of the wall). The impacts accumulate; the remaining time of the last, tiny
bounces is the sum of a geometric series.
"""
import math

mass, inertia, length, gravity, restitution = 1.0, 0.1, 1.0, 10.0, 0.8
wall_angle = -math.pi / 4
total_inertia = inertia + mass * length**2


def acceleration(theta):
    return -mass * gravity * length * math.cos(theta) / total_inertia


def step(theta, omega, h):
    k1, l1 = omega, acceleration(theta)
    k2, l2 = omega + h / 2 * l1, acceleration(theta + h / 2 * k1)
    k3, l3 = omega + h / 2 * l2, acceleration(theta + h / 2 * k2)
    k4, l4 = omega + h * l3, acceleration(theta + h * k3)
    return theta + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), omega + h / 6 * (l1 + 2 * l2 + 2 * l3 + l4)


def flight(theta, omega, h):
    """Duration until the wall is met from above, and the angular velocity there."""
    time = 0.0
    while True:
        next_theta, next_omega = step(theta, omega, h)
        if next_theta <= wall_angle and next_omega < 0:
            last = h
            for _ in range(50):
                next_theta, next_omega = step(theta, omega, last)
                correction = (next_theta - wall_angle) / next_omega
                last -= correction
                if abs(correction) < 1e-16:
                    break
            return time + last, step(theta, omega, last)[1]
        theta, omega, time = next_theta, next_omega, time + h


def impacts():
    """(time, impulse) of every impact until the bounces are tiny, and the time of accumulation."""
    duration, omega = flight(math.pi / 12, 0.0, 1e-4)
    time, found = duration, []
    while True:
        # Newton's law for the gap velocity -l sin(theta) omega; the impulse acts along x.
        arm = length * math.sin(-wall_angle)
        impulse = (1 + restitution) * total_inertia * -omega / arm
        found.append((time, impulse))
        omega *= -restitution
        estimate = 2 * omega / -acceleration(wall_angle)
        if estimate < 1e-7:
            return found, time + estimate / (1 - restitution)
        duration, omega = flight(wall_angle, omega, min(1e-4, estimate / 200))
        time += duration


if __name__ == "__main__":
    found, accumulation = impacts()
    with open("impacts.csv", "w") as out:
        out.write("# impacts of the pendulum, made by reference.py\nnumber,time,impulse\n")
        for number, (time, impulse) in enumerate(found[:20], 1):
            out.write(f"{number},{time:.12f},{impulse:.12f}\n")
    print([round(time, 6) for time, _ in found[:4]], "accumulation", round(accumulation, 6))
