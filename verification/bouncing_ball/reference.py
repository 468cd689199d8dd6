#!/usr/bin/env python3
"""Exact motion of the bouncing ball: parabolas between impacts, which accumulate at a finite time.

Writes impacts.csv (number, time, impulse of the impact) and motion.csv (time, gap, gap_velocity).
"""
import math

mass, gravity, drop, restitution = 1.0, 10.0, 1.001 - 0.2, 0.8

# The k-th flight starts at `start` with speed `speed`; the fall from rest is the second half of a flight.
first_impact = math.sqrt(2 * drop / gravity)
flights = [(-first_impact, gravity * first_impact)]
while flights[-1][1] > 1e-9:
    start, speed = flights[-1]
    flights.append((start + 2 * speed / gravity, restitution * speed))
accumulation = first_impact * (1 + 2 * restitution / (1 - restitution))


def motion(time):
    """Gap and its velocity, after the impact if one happens at `time`."""
    if time >= flights[-1][0]:
        return 0.0, 0.0
    start, speed = next(flight for flight in reversed(flights) if flight[0] <= time)
    elapsed = time - start
    return speed * elapsed - gravity * elapsed**2 / 2, speed - gravity * elapsed


if __name__ == "__main__":
    with open("impacts.csv", "w") as out:
        out.write("# exact impacts of the bouncing ball, made by reference.py\nnumber,time,impulse\n")
        for number, (start, speed) in enumerate(flights[1:21], 1):
            out.write(f"{number},{start!r},{mass * speed * (1 + restitution) / restitution!r}\n")
    with open("motion.csv", "w") as out:
        out.write("# exact motion of the bouncing ball, made by reference.py\ntime,gap,gap_velocity\n")
        for step in range(2501):
            gap, velocity = motion(step * 2e-3)
            out.write(f"{step * 2e-3:.3f},{gap!r},{velocity!r}\n")
    print("first impact", first_impact, "accumulation", accumulation)
