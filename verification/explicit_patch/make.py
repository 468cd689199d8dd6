#!/usr/bin/env python3
"""Makes the meshes and decks of this case: patches whose outer nodes and inner nodes have the velocities of one
homogeneous deformation. Python's standard library only."""
from itertools import permutations

UNIT = 0.025  # coordinates are multiples of it


def split_hexahedron(h):
    """Six tetrahedra around a diagonal of a hexahedron, with face diagonals from the smallest node number."""
    corner = {(0, 0, 0): 0, (1, 0, 0): 1, (1, 1, 0): 2, (0, 1, 0): 3,
              (0, 0, 1): 4, (1, 0, 1): 5, (1, 1, 1): 6, (0, 1, 1): 7}
    place = {n: p for p, n in corner.items()}
    low = place[min(range(8), key=lambda i: h[i])]
    tets = []
    for axis in range(3):
        others = [a for a in range(3) if a != axis]
        ring = []
        for u, v in ((0, 0), (1, 0), (1, 1), (0, 1)):
            p = [0, 0, 0]
            p[axis], p[others[0]], p[others[1]] = 1 - low[axis], u, v  # a face without the smallest node
            ring.append(corner[tuple(p)])
        first = min(range(4), key=lambda i: h[ring[i]])
        r = [h[ring[(first + i) % 4]] for i in range(4)]
        tets += [[h[corner[low]], r[0], r[1], r[2]], [h[corner[low]], r[0], r[2], r[3]]]
    return tets


def volume(points, t):
    a, b, c, d = (points[i] for i in t)
    u, v, w = ([q[i] - a[i] for i in range(3)] for q in (b, c, d))
    return (u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0]) + u[2] * (v[0] * w[1] - v[1] * w[0]))


def cube():
    """MacNeal's and Harder's patch of seven hexahedra, its nodes moved to the lattice."""
    outer = [(0, 0, 0), (40, 0, 0), (40, 40, 0), (0, 40, 0), (0, 0, 40), (40, 0, 40), (40, 40, 40), (0, 40, 40)]
    inner = [(10, 14, 8), (32, 12, 12), (34, 26, 10), (12, 30, 10), (12, 8, 26), (28, 12, 28), (32, 28, 26), (6, 30, 28)]
    faces = [(0, 1, 2, 3), (4, 7, 6, 5), (0, 4, 5, 1), (1, 5, 6, 2), (2, 6, 7, 3), (3, 7, 4, 0)]
    cells = [[8, 9, 10, 11, 12, 13, 14, 15]]
    for f in faces:
        cells.append([*f, *[i + 8 for i in f]])
    points = outer + inner
    return points, [c if volume(points, [c[0], c[1], c[3], c[4]]) > 0 else c[4:] + c[:4] for c in cells]


def tetrahedra():
    points, cells = cube()
    tets = []
    for c in cells:
        for t in split_hexahedron(c):
            tets.append(t if volume(points, t) > 0 else [t[0], t[2], t[1], t[3]])
    return points, tets


SQUARE = [(0, 0), (40, 0), (40, 40), (0, 40), (10, 8), (32, 12), (30, 26), (12, 30)]
QUADS = [(4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
TRIANGLES = [t for q in QUADS for t in ((q[0], q[1], q[2]), (q[0], q[2], q[3]))]


def wedges():
    """The triangles of the square in three layers, their inner nodes moved."""
    heights = [0, 14, 26, 40]
    shift = {(1, 4): (2, 1, 2), (1, 5): (-2, 1, -2), (1, 6): (0, 2, 1), (1, 7): (1, -2, 0),
             (2, 4): (1, 2, -1), (2, 5): (-1, 0, 2), (2, 6): (-2, -1, 0), (2, 7): (0, 1, 1)}
    points = []
    for layer, z in enumerate(heights):
        for i, (x, y) in enumerate(SQUARE):
            d = shift.get((layer, i), (0, 0, 0))
            points.append((x + d[0], y + d[1], z + d[2]))
    return points, [[8 * k + i for i in t] + [8 * k + 8 + i for i in t] for k in range(3) for t in TRIANGLES]


EDGES = {
    "C3D8": [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)],
    "C3D4": [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)],
    "C3D6": [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)],
    "CPE4": [(0, 1), (1, 2), (2, 3), (3, 0)],
    "CPE3": [(0, 1), (1, 2), (2, 0)],
}
SECOND = {"C3D8": "C3D20", "C3D4": "C3D10", "C3D6": "C3D15", "CPE4": "CPE8", "CPE3": "CPE6"}


def second_order(kind, points, cells):
    points, middles, longer = list(points), {}, []
    for c in cells:
        c = list(c)
        for a, b in EDGES[kind]:
            key = tuple(sorted((c[a], c[b])))
            if key not in middles:
                middles[key] = len(points)
                points.append(tuple((u + v) / 2 for u, v in zip(points[key[0]], points[key[1]])))
            c.append(middles[key])
        longer.append(c)
    return points, longer


def write(name, patches, order, key, move):
    """One mesh of several patches; nodes with the same key share a set: F... outside, I... inside."""
    nodes, elements, sets, probes, corners = [], [], {}, [], 0
    for number, (kind, (points, cells)) in enumerate(patches):
        first, linear = len(nodes), len(points)
        if order == 2:
            points, cells = second_order(kind, points, cells)
        for i, p in enumerate(points):
            nodes.append([UNIT * c + number * m for c, m in zip(p, move)])
            outside = any(c in (0, 40) for c in p)
            sets.setdefault(("F" if outside else "I") + key(p), []).append(len(nodes))
            if not outside and i < linear:
                probes.append((f"{kind[-2:]}_{i}", len(nodes)))
        label = SECOND[kind] if order == 2 else kind
        elements.append((label, [[first + i + 1 for i in c] for c in cells]))
    with open(name, "w") as out:
        out.write("** Made by make.py\n*NODE\n")
        for i, p in enumerate(nodes):
            out.write(f"{i + 1}, " + ", ".join(f"{c:.10g}" for c in p) + "\n")
        total = 0
        for label, cells in elements:
            out.write(f"*ELEMENT, TYPE={label}, ELSET={label}\n")
            for c in cells:
                total += 1
                row = [str(total), *map(str, c)]
                out.write(", ".join(row[:16]) + ("" if len(row) <= 16 else ",\n" + ", ".join(row[16:])) + "\n")
        for label, members in sorted(sets.items()):
            out.write(f"*NSET, NSET={label}\n")
            for i in range(0, len(members), 16):
                out.write(", ".join(map(str, members[i:i + 16])) + "\n")
        for label, node in probes:
            out.write(f"*NSET, NSET=P{label}\n{node}\n")
    return sorted(sets), probes, nodes


HEAD = """# {what}
# Made by make.py. All nodes have the velocity of a homogeneous deformation F = I + t G at the start; those outside keep
# it. Those inside need no force, so they keep it too, if all elements have the same stress.
#
#   jounce run verification/explicit_patch/{deck}

title = "{title}"

[parameters]
{parameters}

[model]
dimension = {dimension}

[[material]]
name = "elastic"
E = 1000
nu = 0.3
rho = 1

[[material]]
name = "rubber"
type = "neo-hookean"
E = 1000
nu = 0.3
rho = 1

[[material]]
name = "metal"
type = "plastic"
E = 1000
nu = 0.3
rho = 1
yield_stress = [20, 120]
plastic_strain = [0, 1]

[[material]]
name = "steel"
type = "johnson-cook"
E = 1000
nu = 0.3
rho = 1
A = 20
B = 30
n = 0.5
C = 0.05
reference_rate = 0.1
m = 1
transition_temperature = 20
melting_temperature = 120
specific_heat = 1

[[mesh]]
name = "patch"
type = "abaqus"
file = "{mesh}"

[[element]]
name = "patch"
type = "solid"
mesh = "patch"
material = "elastic"
strain = "logarithmic"
mass = "lumped"
{more}
[integrator]
type = "half-explicit"
end = 0.3

[output]
frames = 3
"""


def deck(name, what, title, mesh, dimension, parameters, more, velocity, sets, probes, stresses):
    axes = "xyz"[:dimension]
    text = HEAD.format(what=what, deck=name, title=title, mesh=mesh, dimension=dimension, parameters=parameters, more=more)
    before, after = text.split("title = ", 1)
    lines = ["boundary = ["]
    for s in sets:
        if s[0] == "F":
            for axis in axes[:2]:  # in space y and z move alike
                held = '"y", "z"' if axis == "y" and dimension == 3 else f'"{axis}"'
                lines.append(f'  {{ on = "patch.{s}", components = [{held}], motion = "t*({velocity(s, axis)})" }},')
    lines += ["]", "initial = ["]
    for s in sets:
        if s[0] == "I":
            lines.append(f'  {{ on = "patch.{s}", velocity = [' + ", ".join(f'"{velocity(s, a)}"' for a in axes) + "] },")
    lines += ["]", "history = ["]
    for count, (label, _) in enumerate(probes):
        axis = axes[count % dimension]
        lines.append(f'  {{ name = "u_{label.lower()}", quantity = "displacement", of = "patch.P{label}", component = "{axis}" }},')
    for c in stresses:
        lines.append(f'  {{ name = "{c}", quantity = "stress", of = "patch", component = "{c}" }},')
    lines.append("]")
    with open(name, "w") as out:
        out.write(before + "title = " + after.split("\n", 1)[0] + "\n\n" + "\n".join(lines) + "\n" + after.split("\n", 1)[1])


def space(order, name, title):
    patches = [("C3D8", cube()), ("C3D4", tetrahedra()), ("C3D6", wedges())]
    key = lambda p: f"{int(round(2 * (p[0] + 2 * p[1] + 2 * p[2])))}"
    sets, probes, nodes = write(name + ".inp", patches, order, key, (1.5, -1.5, 0.75))
    # n = (1, 2, 2)/3, n.X = k UNIT/6
    velocity = lambda s, axis: f"{int(s[1:])}*{'g' if axis == 'x' else '2*g'}"
    deck(name + ".toml", "Patches of hexahedra, tetrahedra and wedges are stretched along n = (1, 2, 2)/3 at the rate a.",
         title, name + ".inp", 3, f"a = 1\ng = \"a*{UNIT}/18\"   # k g, 2 k g, 2 k g: the velocity of nodes with n.X = {UNIT}/6 k", "",
         velocity, sets, probes, ["mises", "xx", "yz"])
    return sets, probes, nodes


def plane(order, name, title):
    patches = [("CPE4", (SQUARE, QUADS)), ("CPE3", (SQUARE, TRIANGLES))]
    key = lambda p: f"{int(round(2 * p[0]))}_{int(round(2 * p[1]))}"
    sets, probes, _ = write(name + ".inp", patches, order, key, (0, 1.2))
    def velocity(s, axis):
        i, j = s[1:].split("_")
        return f"{axis}x*{i} + {axis}y*{j}"
    deck(name + ".toml", "Patches of quadrilaterals and triangles are deformed with the rates xx, xy, yx, yy of G.",
         title, name + ".inp", 2, "a = 1\n" + "\n".join(f'{c} = "a*{v}*{UNIT}/2"' for c, v in
         (("xx", "9/25"), ("xy", "12/25"), ("yx", "12/25"), ("yy", "16/25"))) + "   # stretch along (3, 4)/5",
         'plane = "strain"\n', velocity, sets, probes, ["mises", "xx", "yy", "zz"])


if __name__ == "__main__":
    for order, word in ((1, "linear"), (2, "quadratic")):
        space(order, word, f"Patches in space, {word} elements")
        plane(order, "plane_" + word, f"Patches in the plane, {word} elements")
