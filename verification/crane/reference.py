"""Load on a rope of length l(t) under a trolley X(t): l theta'' + 2 l' theta' + X'' cos(theta) + g sin(theta) = 0 by the
classical Runge-Kutta method at 5e-4 s; writes motion.csv. Corners of the trolley's velocity lie on steps."""
import math

g, m, l_0, lift, t_1, t_2 = 9.81, 800.0, 8.0, 3.0, 7.0, 13.0
times, values = (0.0, 5.674, 14.0, 18.486), (0.0, 1.5, 1.5, 0.0)


def rope(t):
    """l, l', l''"""
    if t <= t_1 or t >= t_2:
        return l_0 if t <= t_1 else l_0 - lift, 0.0, 0.0
    a = 2 * math.pi / (t_2 - t_1)
    s = a * (t - t_1)
    return (l_0 - lift * (s - math.sin(s)) / (2 * math.pi), -lift * a * (1 - math.cos(s)) / (2 * math.pi),
            -lift * a * a * math.sin(s) / (2 * math.pi))


def trolley(t_middle):
    """X'' in the interval of the table that holds t_middle."""
    for i in range(3):
        if times[i] < t_middle < times[i + 1]:
            return (values[i + 1] - values[i]) / (times[i + 1] - times[i])
    return 0.0


def place(t):
    x = 0.0
    for i in range(3):
        d = min(max(t - times[i], 0.0), times[i + 1] - times[i])
        x += values[i] * d + (values[i + 1] - values[i]) / (times[i + 1] - times[i]) * d * d / 2
    return x


def rate(t, s, a):
    l, dl, _ = rope(t)
    return s[1], -(2 * dl * s[1] + a * math.cos(s[0]) + g * math.sin(s[0])) / l


h, s = 5e-4, (0.0, 0.0)
with open("motion.csv", "w") as out:
    out.write("time,trolley_x,sway,load_y,rope_force\n")
    for i in range(50001):
        t = i * h
        a = trolley(t + h / 2)
        l, _, ddl = rope(t)
        if i % 200 == 0:
            force = m * (g * math.cos(s[0]) + l * s[1] ** 2 - ddl - a * math.sin(s[0]))
            row = (t, place(t), l * math.sin(s[0]), -l * math.cos(s[0]), force)
            out.write(",".join(f"{x:.13g}" for x in row) + "\n")
        k1 = rate(t, s, a)
        k2 = rate(t + h / 2, (s[0] + h / 2 * k1[0], s[1] + h / 2 * k1[1]), a)
        k3 = rate(t + h / 2, (s[0] + h / 2 * k2[0], s[1] + h / 2 * k2[1]), a)
        k4 = rate(t + h, (s[0] + h * k3[0], s[1] + h * k3[1]), a)
        s = tuple(x + h / 6 * (p + 2 * q + 2 * r + w) for x, p, q, r, w in zip(s, k1, k2, k3, k4))
