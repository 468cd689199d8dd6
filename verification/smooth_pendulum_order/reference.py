#!/usr/bin/env python3
"""Pendulum without wall: motion and joint reaction from (J + m l^2) theta'' = -m g l cos(theta).

Starts at theta = pi/12 with omega = -2: from rest the acceleration is an even function of time, and the shift of its
initial value could not be seen. Classical Runge-Kutta with h = 1.25e-4 (halving h changes no printed digit beyond
the 11th). Writes motion.csv, every 1.25 ms to t = 0.1 and then every 10 ms: x, y, theta, their velocities, and the
reaction of the joint, m x'' and m y'' + m g.
"""
import math
import sys

sys.path.insert(0, "../pendulum")
from reference import acceleration, gravity, length, mass, step  # noqa: E402


def row(time, theta, omega):
    alpha = acceleration(theta)
    sine, cosine = math.sin(theta), math.cos(theta)
    x_acceleration = length * (-alpha * sine - omega**2 * cosine)
    y_acceleration = length * (alpha * cosine - omega**2 * sine)
    return (time, length * cosine, length * sine, theta, -length * omega * sine, length * omega * cosine, omega,
            mass * x_acceleration, mass * (y_acceleration + gravity))


if __name__ == "__main__":
    theta, omega, h = math.pi / 12, -2.0, 1.25e-4
    with open("motion.csv", "w") as out:
        out.write("# smooth pendulum, made by reference.py\n")
        out.write("time,x,y,theta,x_velocity,y_velocity,omega,reaction_x,reaction_y\n")
        for sample in range(1601):
            if sample <= 80 or sample % 8 == 0:
                out.write(",".join(f"{value:.13g}" for value in row(sample * 1.25e-3, theta, omega)) + "\n")
            for _ in range(10):
                theta, omega = step(theta, omega, h)
