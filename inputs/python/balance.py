#!/usr/bin/env python3
"""A pole on a cart is held upright: a controller in Python pushes the cart.

    PYTHONPATH=build/python python3 inputs/python/balance.py

The load of type "user-force" gets places and velocities of the cart and of the pole's tip in every iteration, and
returns the forces on both: state feedback F = k . (x, x', angle, angle') on the cart, none on the tip.
"""

import math

import numpy as np

import jounce

TILT = 0.2  # rad, at the start
GAINS = np.array([2.0, 4.0, 40.0, 10.0])  # N/m, N s/m, N/rad, N s/rad

DECK = f"""
title = "Pole on a cart"

[model]
gravity = [0, -9.81]

[[body]]
name = "cart"
type = "rigid"
mass = 1
inertia = 0.1
position = [0, 0]

[[body]]
name = "pole"                  # a rod of length 1
type = "rigid"
mass = 0.2
inertia = "0.2/12"
position = [{0.5 * math.sin(TILT)}, {0.5 * math.cos(TILT)}]
angle = {-TILT}

[[marker]]
name = "tip"
on = "pole"
at = [0, 0.5]

[[joint]]
name = "rail"
type = "prismatic"
between = ["ground", "cart"]
at = [0, 0]
axis = [1, 0]

[[joint]]
name = "pivot"
type = "revolute"
between = ["cart", "pole"]
at = [0, 0]

[[load]]
name = "motor"
type = "user-force"
function = "control"
points = ["cart", "tip"]

[integrator]
type = "generalized-alpha"
step = 0.01
end = 10
"""


def control(t, x, v, parameters):
    """Forces on the cart and on the tip."""
    rod, rate = x[1] - x[0], v[1] - v[0]
    angle = math.atan2(rod[0], rod[1])
    angular_velocity = (rod[1] * rate[0] - rod[0] * rate[1]) / (rod @ rod)
    push = GAINS @ np.array([x[0, 0], v[0, 0], angle, angular_velocity])
    return np.array([[push, 0.0], [0.0, 0.0]])


def main():
    """Runs, prints a line every second, and returns the times and the angles."""
    run = jounce.Run(jounce.Deck.from_text(DECK), forces={"control": control})
    times, angles = [], []
    while True:
        rod = run.position("tip") - run.position("cart")
        times.append(run.time)
        angles.append(math.atan2(rod[0], rod[1]))
        if len(times) % 100 == 1:
            print(f"t = {run.time:5.2f} s   cart at {run.position('cart')[0]:8.5f} m   pole {angles[-1]:9.2e} rad")
        if not run.step():
            return np.array(times), np.array(angles)


if __name__ == "__main__":
    main()
