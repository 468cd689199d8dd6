#!/usr/bin/env python3
"""A particle drops into a wavy bowl that is given by a function in Python, bounces, slides and comes to rest.

    PYTHONPATH=build/python python3 inputs/python/bowl.py

The contact of type "user-gap" is the condition g(x) >= 0 with g = y - h(x); its gradient goes with it, so that Newton's
method and the directions of impulses are exact. A drag in Python takes the energy.
"""

import numpy as np

import jounce

DECK = """
title = "Particle in a wavy bowl"

[model]
gravity = [0, -9.81]

[[body]]
name = "particle"
type = "point-mass"
mass = 0.5
position = [-1.2, 2]

[[contact]]
name = "bowl"
type = "user-gap"
function = "height"
points = ["particle"]
restitution = 0.6

[[load]]
name = "air"
type = "user-force"
function = "drag"
points = ["particle"]
parameters = [0.4]

[integrator]
step = 1e-3
end = 20
"""


def height(x, parameters):
    """Gap to the curve y = 0.4 x^2 + 0.1 cos(5 x), and its gradient."""
    a, b = x[0]
    gap = b - (0.4 * a * a + 0.1 * np.cos(5 * a))
    return gap, np.array([[-(0.8 * a - 0.5 * np.sin(5 * a)), 1.0]])


def drag(t, x, v, parameters):
    """Linear drag, with its derivatives."""
    c = parameters[0]
    return -c * v, np.zeros((2, 2)), c * np.eye(2)


def main():
    """Runs and returns the path, the deepest penetration and the summary."""
    run = jounce.Run(jounce.Deck.from_text(DECK), forces={"drag": drag}, gaps={"height": height})
    path, deepest, impacts = [run.position("particle")[:2].copy()], 0.0, 0
    while run.step():
        path.append(run.position("particle")[:2].copy())
        contacts = run.contacts
        if len(contacts["gap"]):
            deepest = max(deepest, -contacts["gap"].min())
            impacts += int(np.any(contacts["velocity_before"] < -0.05))
    path = np.array(path)
    print(f"{impacts} steps with impacts; deepest penetration {deepest:.1e} m")
    print(f"at rest in x = {path[-1, 0]:.6f}, energy left {run.energies['kinetic']:.1e} J")
    return path, deepest


if __name__ == "__main__":
    main()
