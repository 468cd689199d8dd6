"""Exact solution of a bar that falls on a rigid wall, in rational arithmetic.

The displacement u(x, t), x counted from the contact end, obeys u_tt = c^2 u_xx - g (g towards the wall) with a free
far end. On a grid with dx = c dt the integral of this equation over the triangle (x, t-dt), (x+-dx, t), (x, t+dt)
reads without any error

    u(x, t+dt) + u(x, t-dt) = u(x-dx, t) + u(x+dx, t) - g dt^2                                   inside,
    u(0, t+dt) + u(0, t-dt) = 2 u(dx, t) - g dt^2 - c I(t-dt, t) - c I(t, t+dt)                  at the contact end,

where I is the integral over time of the strain u_x(0, .); it vanishes while the end is free. While the end is held,
the same equation yields I, hence the exact impulse of the wall in each interval, -E A I. The end lets go in the first
interval in which the wall would have to pull. Contact may begin and end only at grid times, which the callers choose.
"""
from fractions import Fraction


def falling_bar(E, rho, A, L, g, gap, speed, cells, steps):
    """Rows (time, gap, free end displacement, contact force); the force is the mean of the interval that ends there.

    The bar starts undeformed at distance `gap`, moving towards the wall with `speed`. The time of the first contact
    and all later ones have to be multiples of the step L / (c cells).
    """
    E, rho, A, L, g, gap, speed = map(Fraction, (E, rho, A, L, g, gap, speed))
    c = Fraction(int((E / rho) ** 0.5))
    assert c**2 == E / rho, "the wave speed has to be an integer"
    dt = L / c / cells
    before = [speed * dt - g * dt**2 / 2] * (cells + 1)  # one step before the start, in free flight
    now = [Fraction(0)] * (cells + 1)
    last_strain = Fraction(0)
    rows = [(Fraction(0), gap, Fraction(0), Fraction(0))]
    for step in range(1, steps + 1):
        after = [Fraction(0)] * (cells + 1)
        for i in range(1, cells):
            after[i] = now[i - 1] + now[i + 1] - before[i] - g * dt**2
        after[cells] = 2 * now[cells - 1] - before[cells] - g * dt**2
        free = 2 * now[1] - before[0] - g * dt**2 - c * last_strain
        strain = Fraction(0)
        if free >= -gap:
            after[0] = free
        else:
            assert now[0] == -gap, "contact begins between grid times"
            after[0] = -gap
            strain = (free + gap) / c
        before, now, last_strain = now, after, strain
        rows.append((step * dt, gap + now[0], now[cells], -E * A * strain / dt))
    return rows
