"""Rotations of space: matrices of rows, and the vectors that decks take."""
import math


def rotation(axis, angle):
    """Rodrigues' formula for a unit axis."""
    x, y, z = axis
    c, s = math.cos(angle), math.sin(angle)
    d = 1 - c
    return [[c + x * x * d, x * y * d - z * s, x * z * d + y * s], [y * x * d + z * s, c + y * y * d, y * z * d - x * s],
            [z * x * d - y * s, z * y * d + x * s, c + z * z * d]]


def product(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def apply(a, x):
    """In the plane x has two entries."""
    x3 = (*x, 0)[:3]
    return [sum(a[i][k] * x3[k] for k in range(3)) for i in range(len(x))]


def vector(a):
    """Axis times angle; of half turns the axis comes from the symmetric part."""
    angle = math.acos(max(-1, min(1, (a[0][0] + a[1][1] + a[2][2] - 1) / 2)))
    if angle < 1e-12:
        return [0, 0, 0]
    if math.pi - angle < 1e-6:
        squares = [max(0, (a[i][i] + 1) / 2) for i in range(3)]
        k = max(range(3), key=lambda i: squares[i])
        first = math.sqrt(squares[k])
        return [angle * (first if i == k else (a[i][k] + a[k][i]) / (4 * first)) for i in range(3)]
    w = (a[2][1] - a[1][2], a[0][2] - a[2][0], a[1][0] - a[0][1])
    length = math.sqrt(sum(x * x for x in w))
    return [angle * x / length for x in w]


def random_rotation(rng):
    z, phi = rng.uniform(-1, 1), rng.uniform(0, 2 * math.pi)
    r = math.sqrt(1 - z * z)
    return rotation((r * math.cos(phi), r * math.sin(phi), z), rng.uniform(0, math.pi))
