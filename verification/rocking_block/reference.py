#!/usr/bin/env python3
"""Rocking block, event by event, to rest.

Without friction the centre moves straight, and between contacts the block falls and turns at constant rates, so that
flights are closed formulas and impacts are roots of the gap. A corner whose bounces become tiny stays on the floor
(the remaining bounces last the sum of a geometric series); then the block tips about a sliding corner: classical
Runge-Kutta in the angle until the other corner comes down. Writes impacts.csv and motion.csv.
"""
import bisect
import math

mass, width, height, gravity, restitution = 1.0, 1.0, 1.5, 9.81, 0.5
inertia = mass * (width**2 + height**2) / 12
signs = {"left": -1.0, "right": 1.0}  # gap of the corner at (sign width/2, -height/2) of the body
tiny = 1e-11  # a little time after an impact
settled_speed = 1e-6  # bounces slower than this are over in 1e-6 s


def gap(corner, y, theta):
    return y - height / 2 * math.cos(theta) + signs[corner] * width / 2 * math.sin(theta)


def arm(corner, theta):
    """Derivative of the gap with respect to the angle."""
    return height / 2 * math.sin(theta) + signs[corner] * width / 2 * math.cos(theta)


def curvature(corner, theta):
    return height / 2 * math.cos(theta) - signs[corner] * width / 2 * math.sin(theta)


def fallen(state, time):
    y, theta, speed, omega = state
    return y + speed * time - gravity * time**2 / 2, theta + omega * time, speed - gravity * time, omega


def gap_speed(corner, state):
    return state[2] + arm(corner, state[1]) * state[3]


def impact(state, closed):
    """Newton's law on the closed corners, which do not approach afterwards: enumeration of the active ones."""
    y, theta, speed, omega = state
    before = {corner: gap_speed(corner, state) for corner in closed}
    for active in [[corner] for corner in closed] + ([list(closed)] if len(closed) == 2 else []):
        matrix = [[1 / mass + arm(i, theta) * arm(j, theta) / inertia for j in active] for i in active]
        needed = [-(1 + restitution) * before[corner] for corner in active]
        if len(active) == 1:
            impulses = [needed[0] / matrix[0][0]]
        else:
            (a, b), (c, d) = matrix
            impulses = [(d * needed[0] - b * needed[1]) / (a * d - b * c), (a * needed[1] - c * needed[0]) / (a * d - b * c)]
        after = (y, theta, speed + sum(impulses) / mass,
                 omega + sum(arm(i, theta) * p for i, p in zip(active, impulses)) / inertia)
        if min(impulses) >= 0 and all(
                gap_speed(corner, after) + restitution * before[corner] >= -1e-13 for corner in closed):
            return after, dict(zip(active, impulses))
    raise RuntimeError("no impact law holds")


def next_touch(state, start):
    """First time after `start` at which a gap vanishes, and its corner: scan, then bisection."""
    scan = 1e-4
    for index in range(30000):
        time = start + index * scan
        touches = []
        for corner in signs:
            low, high = time, time + scan
            if gap(corner, *fallen(state, high)[:2]) >= 0:
                continue
            while low < (low + high) / 2 < high:
                middle = (low + high) / 2
                low, high = (low, middle) if gap(corner, *fallen(state, middle)[:2]) < 0 else (middle, high)
            touches.append((high, corner))
        if touches:
            return min(touches)
    raise RuntimeError("the block does not come down")


def tipping_acceleration(corner, theta, omega):
    """Angular acceleration and force while one corner slides on the floor: gap = gap' = gap'' = 0."""
    r, c = arm(corner, theta), curvature(corner, theta)
    force = (gravity - c * omega**2) / (1 / mass + r**2 / inertia)
    return r * force / inertia, force


def tip(corner, state, h=1e-4):
    """Slides about `corner` until the other one comes down; returns the duration and the state there."""
    other = [k for k in signs if k != corner][0]
    theta, omega, time = state[1], state[3], 0.0

    def step(theta, omega, h):
        k1, l1 = omega, tipping_acceleration(corner, theta, omega)[0]
        k2, l2 = omega + h / 2 * l1, tipping_acceleration(corner, theta + h / 2 * k1, omega + h / 2 * l1)[0]
        k3, l3 = omega + h / 2 * l2, tipping_acceleration(corner, theta + h / 2 * k2, omega + h / 2 * l2)[0]
        k4, l4 = omega + h * l3, tipping_acceleration(corner, theta + h * k3, omega + h * l3)[0]
        return theta + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), omega + h / 6 * (l1 + 2 * l2 + 2 * l3 + l4)

    def height_at(theta):
        return height / 2 * math.cos(theta) - signs[corner] * width / 2 * math.sin(theta)

    samples = []
    while True:
        samples.append((time, (height_at(theta), theta, -arm(corner, theta) * omega, omega)))
        new_theta, new_omega = step(theta, omega, h)
        if tipping_acceleration(corner, new_theta, new_omega)[1] < 0:
            raise RuntimeError("the corner lifts off")
        # The other corner is down when theta passes zero.
        if new_theta * theta <= 0 and time > 0:
            last = h
            for _ in range(50):
                new_theta, new_omega = step(theta, omega, last)
                last -= new_theta / new_omega
            new_theta, new_omega = step(theta, omega, last)
            y = height_at(new_theta)
            return time + last, (y, new_theta, -arm(corner, new_theta) * new_omega, new_omega), samples
        theta, omega, time = new_theta, new_omega, time + h


def simulate():
    """Impacts (time, corner, impulse) and pieces of motion (start, end, state as function of elapsed time), to rest."""
    time, state, impacts, pieces = 0.0, (1.0, 0.2, 0.0, 0.0), [], []
    while True:
        duration, corner = next_touch(state, tiny if impacts else 0.0)
        pieces.append((time, time + duration, lambda elapsed, state=state: fallen(state, elapsed)))
        time, state = time + duration, fallen(state, duration)
        closed = [corner]
        if abs(gap_speed(corner, state)) < settled_speed:
            other = [k for k in signs if k != corner][0]
            if abs(gap_speed(other, state)) < 1e3 * settled_speed and gap(other, *state[:2]) < 1e-8:
                return impacts, pieces
            # The corner stays down: no gap speed any more, and the block tips until the other one touches.
            state = (*state[:2], -arm(corner, state[1]) * state[3], state[3])
            duration, end_state, samples = tip(corner, state)
            pieces.append((time, time + duration, interpolated(samples + [(duration, end_state)])))
            time, state, closed = time + duration, end_state, [corner, other]
        state, impulses = impact(state, closed)
        impacts += [(time, corner, impulse) for corner, impulse in impulses.items()]


def interpolated(samples):
    times = [time for time, _ in samples]

    def state(elapsed):
        right = min(max(bisect.bisect(times, elapsed), 1), len(times) - 1)
        (t0, a), (t1, b) = samples[right - 1], samples[right]
        weight = (elapsed - t0) / (t1 - t0)
        return tuple(x + weight * (y - x) for x, y in zip(a, b))

    return state


if __name__ == "__main__":
    impacts, pieces = simulate()
    with open("impacts.csv", "w") as out:
        out.write("# impacts of the rocking block, made by reference.py\nnumber,time,corner,impulse\n")
        for number, (time, corner, impulse) in enumerate(impacts[:20], 1):
            out.write(f"{number},{time:.10f},{corner},{impulse:.10f}\n")
    rest = pieces[-1][1]
    with open("motion.csv", "w") as out:
        out.write("# motion of the rocking block, made by reference.py\ntime,y,theta,gap_left,gap_right\n")
        for sample in range(2001):
            time = sample * 1e-3
            piece = next((p for p in pieces if p[0] <= time <= p[1]), None)
            y, theta = piece[2](time - piece[0])[:2] if piece else (height / 2, 0.0)
            gaps = [gap(corner, y, theta) for corner in signs]
            out.write(f"{time:.3f}," + ",".join(f"{value:.12g}" for value in (y, theta, *gaps)) + "\n")
    print(len(impacts), "impacts, at rest from", rest)
