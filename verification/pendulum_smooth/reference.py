#!/usr/bin/env python3
"""Pendulum without wall: motion and joint reaction from (J + m l^2) theta'' = -m g l cos(theta).

Classical Runge-Kutta with h = 1e-4 (halving h changes no printed digit beyond the 11th). Writes motion.csv every
0.01 s: x, y, theta, their velocities, and the reaction of the joint, m x'' and m y'' + m g.
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
    theta, omega, h = math.pi / 12, 0.0, 1e-4
    with open("motion.csv", "w") as out:
        out.write("# smooth pendulum, made by reference.py\n")
        out.write("time,x,y,theta,x_velocity,y_velocity,omega,reaction_x,reaction_y\n")
        for sample in range(201):
            out.write(f"{sample / 100:.2f}," + ",".join(f"{value:.13g}" for value in row(0, theta, omega)[1:]) + "\n")
            for _ in range(100):
                theta, omega = step(theta, omega, h)
