"""Plane profiles as scripts of Gmsh: rectangles put together, rings, clips, discs, halves of balls about an axis."""
import math
from dataclasses import dataclass


@dataclass
class Profile:
    word: str
    text: str  # points, curves, surfaces
    surfaces: dict  # number: its curves in the order of the loop
    groups: dict  # number of a curve: its group
    nodes: list  # points of the boundary that are nodes, the extreme ones among them
    h: float  # shortest edge of an element
    recombine: bool
    round: bool = False  # extreme points are nodes only along the axes
    sagitta: float = 0  # between the arc and its edges
    floor: float = 0  # y of the lowest point of the cavity
    room: float = 0  # half of the smallest extent of the cavity
    gap: float = 0  # of its slot
    size: float = 0

    def physical(self):
        text = "Physical Surface(\"body\") = {" + ", ".join(map(str, self.surfaces)) + "};\n"
        for group in sorted(set(self.groups.values())):
            members = [str(c) for c, g in self.groups.items() if g == group]
            text += f'Physical Curve("{group}") = {{{", ".join(members)}}};\n'
        return text


def counts_of(places, h, least=1):
    return [max(least, round((b - a) / h)) for a, b in zip(places, places[1:])]


def rectangles(word, xs, ys, filled, h, recombine, structured=True, inner=(), slot=(), axis=False):
    """Cells (i, j) of a grid; edges beside the empty cells `inner` are the hole, beside `slot` the slot."""
    nx, ny = counts_of(xs, h), counts_of(ys, h)
    filled, columns = set(filled), len(xs)
    points, text, groups, surfaces = set(), "", {}, {}

    def point(i, j):
        points.add((i, j))
        return 1 + i + columns * j

    edges = {}
    for i, j in sorted(filled):
        for number, ends, n in ((1000 + i + columns * j, ((i, j), (i + 1, j)), nx[i]),
                                (1000 + i + columns * (j + 1), ((i, j + 1), (i + 1, j + 1)), nx[i]),
                                (2000 + i + columns * j, ((i, j), (i, j + 1)), ny[j]),
                                (2000 + i + 1 + columns * j, ((i + 1, j), (i + 1, j + 1)), ny[j])):
            edges[number] = (point(*ends[0]), point(*ends[1]), n)
        surfaces[3000 + i + columns * j] = [1000 + i + columns * j, 2000 + i + 1 + columns * j,
                                            1000 + i + columns * (j + 1), 2000 + i + columns * j]
    for number in edges:
        i, j = (number % 1000) % columns, (number % 1000) // columns
        sides = [(i, j), (i, j - 1)] if number < 2000 else [(i, j), (i - 1, j)]
        empty = [s for s in sides if s not in filled]
        if len(empty) == 1:
            on_axis = axis and number >= 2000 and i == 0 and xs[0] == 0
            beside = "hole" if empty[0] in inner else "slot" if empty[0] in slot else "skin"
            groups[number] = "axis" if on_axis else beside
    for i, j in sorted(points):
        text += f"Point({1 + i + columns * j}) = {{{xs[i]:.9g}, {ys[j]:.9g}, 0}};\n"
    for number, (a, b, n) in sorted(edges.items()):
        text += f"Line({number}) = {{{a}, {b}}}; Transfinite Curve{{{number}}} = {n + 1};\n"
    for number, (bottom, right, top, left) in surfaces.items():
        text += f"Curve Loop({number}) = {{{bottom}, {right}, -{top}, -{left}}}; Plane Surface({number}) = {{{number}}};\n"
    if structured:
        text += "Transfinite Surface{:};\n"
    if recombine:
        text += "Recombine Surface{:};\n"
    lengths = [(b - a) / n for a, b, n in zip(xs, xs[1:], nx)] + [(b - a) / n for a, b, n in zip(ys, ys[1:], ny)]
    nodes = [(xs[i], ys[j]) for i, j in sorted(points)]
    return Profile(word, text, surfaces, groups, nodes, min(lengths), recombine, size=max(xs[-1] - xs[0], ys[-1] - ys[0]))


def ring(word, outer, inner, h, recombine):
    around, across = max(3, round(math.pi / 2 * outer / h)), max(1, round((outer - inner) / h))
    text = "Point(1) = {0, 0, 0};\n"
    for i, (x, y) in enumerate(((1, 0), (0, 1), (-1, 0), (0, -1))):
        text += f"Point({10 + i}) = {{{outer * x:.9g}, {outer * y:.9g}, 0}}; "
        text += f"Point({20 + i}) = {{{inner * x:.9g}, {inner * y:.9g}, 0}};\n"
    surfaces, groups = {}, {}
    for i in range(4):
        j = (i + 1) % 4
        text += f"Circle({10 + i}) = {{{10 + i}, 1, {10 + j}}}; Circle({20 + i}) = {{{20 + i}, 1, {20 + j}}}; "
        text += f"Line({30 + i}) = {{{20 + i}, {10 + i}}};\n"
    for i in range(4):
        j = (i + 1) % 4
        text += f"Curve Loop({100 + i}) = {{{30 + i}, {10 + i}, -{30 + j}, -{20 + i}}}; Plane Surface({100 + i}) = {{{100 + i}}};\n"
        surfaces[100 + i] = [30 + i, 10 + i, 30 + j, 20 + i]
        groups[10 + i], groups[20 + i] = "skin", "hole"
    text += f"Transfinite Curve{{10:13, 20:23}} = {around + 1};\nTransfinite Curve{{30:33}} = {across + 1};\n"
    text += "Transfinite Surface{:};\n" + ("Recombine Surface{:};\n" if recombine else "")
    nodes = [(outer, 0), (0, outer), (-outer, 0), (0, -outer)]
    edge = math.pi / 2 / around
    return Profile(word, text, surfaces, groups, nodes, min(inner * edge, (outer - inner) / across), recombine, round=True,
                   sagitta=outer * edge**2 / 8, floor=-inner, room=inner * math.cos(edge / 2), size=2 * outer)


def clip(word, outer, inner, gap, h, recombine):
    """An open ring with round ends at the right; meshes/clip.geo has the same shape."""
    half, edge = gap / 2, []
    angle = math.pi / 2
    around, across = max(3, round(angle * outer / h)), max(2, round((outer - inner) / h))
    xo, xi = math.sqrt(outer**2 - half**2), math.sqrt(inner**2 - half**2)
    middle, rise = (xo + xi) / 2, (xo - xi) * math.sqrt(3) / 2
    places = {1: (0, 0), 10: (xo, half), 11: (0, outer), 12: (-outer, 0), 13: (0, -outer), 14: (xo, -half), 20: (xi, half),
              21: (0, inner), 22: (-inner, 0), 23: (0, -inner), 24: (xi, -half), 2: (middle, half + rise),
              3: (middle, -half - rise)}
    text = "".join(f"Point({n}) = {{{x:.9g}, {y:.9g}, 0}};\n" for n, (x, y) in places.items())
    for i in range(4):
        text += f"Circle({10 + i}) = {{{10 + i}, 1, {11 + i}}}; Circle({20 + i}) = {{{20 + i}, 1, {21 + i}}};\n"
    text += "Circle(30) = {20, 2, 10};\nCircle(34) = {24, 3, 14};\n"
    text += "".join(f"Line({30 + i}) = {{{20 + i}, {10 + i}}};\n" for i in (1, 2, 3))
    surfaces = {}
    for i in range(4):
        text += f"Curve Loop({100 + i}) = {{{30 + i}, {10 + i}, -{31 + i}, -{20 + i}}}; Plane Surface({100 + i}) = {{{100 + i}}};\n"
        surfaces[100 + i] = [30 + i, 10 + i, 31 + i, 20 + i]
    text += f"Transfinite Curve{{10:13, 20:23}} = {around + 1};\nTransfinite Curve{{30:34}} = {across + 1};\n"
    text += "Transfinite Surface{:};\n" + ("Recombine Surface{:};\n" if recombine else "")
    groups = {c: "skin" for c in (*range(10, 14), *range(20, 24), 30, 34)}
    edge = angle / around
    return Profile(word, text, surfaces, groups, [places[11], places[12], places[13]],
                   min(inner * (angle - half / inner) / around, (outer - inner) / across), recombine, round=True,
                   sagitta=outer * edge**2 / 8, gap=gap, size=2 * outer)


def disc(word, radius, h, recombine, x=0):
    text = f"Point(1) = {{{x:.9g}, 0, 0}};\n"
    corners = ((1, 0), (0, 1), (-1, 0), (0, -1))
    around = max(2, round(math.pi / 2 * radius / h))
    for i, (a, b) in enumerate(corners):
        text += f"Point({10 + i}) = {{{x + radius * a:.9g}, {radius * b:.9g}, 0}};\n"
    for i in range(4):
        text += f"Circle({10 + i}) = {{{10 + i}, 1, {10 + (i + 1) % 4}}}; Transfinite Curve{{{10 + i}}} = {around + 1};\n"
    text += "Curve Loop(100) = {10:13}; Plane Surface(100) = {100};\n" + ("Recombine Surface{:};\n" if recombine else "")
    return Profile(word, text, {100: [10, 11, 12, 13]}, {c: "skin" for c in range(10, 14)},
                   [(x + radius * a, radius * b) for a, b in corners], h, recombine, round=True,
                   sagitta=h**2 / (8 * radius), size=2 * radius)


def half_disc(word, outer, inner, h, recombine):
    """Right half of a disc, or of a ring when inner > 0: a ball or a hollow ball about the axis x = 0."""
    around = max(3, round(math.pi / 2 * outer / h))
    text = f"Point(1) = {{0, 0, 0}};\nPoint(10) = {{0, {-outer:.9g}, 0}}; Point(11) = {{{outer:.9g}, 0, 0}}; "
    text += f"Point(12) = {{0, {outer:.9g}, 0}};\nCircle(10) = {{10, 1, 11}}; Circle(11) = {{11, 1, 12}};\n"
    groups = {10: "skin", 11: "skin"}
    if inner:
        across = max(1, round((outer - inner) / h))
        text += f"Point(20) = {{0, {-inner:.9g}, 0}}; Point(21) = {{{inner:.9g}, 0, 0}}; Point(22) = {{0, {inner:.9g}, 0}};\n"
        text += "Circle(20) = {20, 1, 21}; Circle(21) = {21, 1, 22};\nLine(30) = {20, 10}; Line(31) = {21, 11}; Line(32) = {22, 12};\n"
        text += f"Transfinite Curve{{10, 11, 20, 21}} = {around + 1};\nTransfinite Curve{{30:32}} = {across + 1};\n"
        text += "Curve Loop(100) = {30, 10, -31, -20}; Plane Surface(100) = {100};\n"
        text += "Curve Loop(101) = {31, 11, -32, -21}; Plane Surface(101) = {101};\nTransfinite Surface{:};\n"
        surfaces = {100: [30, 10, 31, 20], 101: [31, 11, 32, 21]}
        groups.update({20: "hole", 21: "hole", 30: "axis", 32: "axis"})
        shortest = min(inner * math.pi / 2 / around, (outer - inner) / across)
    else:
        text += f"Line(30) = {{12, 10}};\nTransfinite Curve{{10, 11}} = {around + 1};\n"
        text += f"Transfinite Curve{{30}} = {round(2 * outer / h) + 1};\n"
        text += "Curve Loop(100) = {10, 11, 30}; Plane Surface(100) = {100};\n"
        surfaces, shortest = {100: [10, 11, 30]}, h
        groups[30] = "axis"
    text += "Recombine Surface{:};\n" if recombine else ""
    edge = math.pi / 2 / around
    return Profile(word, text, surfaces, groups, [(0, -outer), (outer, 0), (0, outer)], shortest, recombine, round=True,
                   sagitta=outer * edge**2 / 8, floor=-inner, room=inner * math.cos(edge / 2), size=2 * outer)
