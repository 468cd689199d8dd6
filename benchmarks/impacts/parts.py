"""Parts of realistic kinds with random dimensions: their meshes and where their extreme points are."""
import math
from dataclasses import dataclass, field

from impacts import profiles, solids


@dataclass
class Part:
    word: str
    geo: str
    nodes: list  # extreme points of the outside, which are nodes, in axes of the mesh
    h: float  # shortest edge of an element
    size: float
    mesh_size: float
    order: int = 1
    round: bool = False  # extreme points are known along the axes of the mesh only
    sagitta: float = 0
    floor: float = 0  # height of the lowest point of the cavity, in axes of the mesh that point up
    room: float = 0
    gap: float = 0  # of the slot that closes
    closing: str = ""  # group that touches itself
    turn: str = ""  # of parts in space: "lying": y of the mesh points up; else z
    axis: bool = False
    groups: set = field(default_factory=set)


def fitting_size(estimate, target):
    """Edge length with which a mesh of estimate(h) unknowns has the target."""
    low, high = 1e-5, 10
    for _ in range(60):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if estimate(middle) > target else (low, middle)
    return high


ANY = ["block", "plate", "box", "bracket", "channel", "beam", "ring", "disc"]
PLANE_NAMES = {"any": ANY, "base": ANY, "flat": ["block", "plate", "box"], "inner": ["block", "disc", "ring"], "ball": ["disc"],
               "outer": ["box", "ring"], "closing": ["clip", "slotted", "flattened"]}
ROUND_NAMES = {"any": ["cylinder", "tube", "cup", "ball", "hollow ball", "O-ring", "flange"], "base": ["cylinder", "tube", "flange", "ball"],
               "flat": ["cylinder"], "inner": ["ball", "cylinder"], "ball": ["ball"], "outer": ["cup", "hollow ball"],
               "closing": ["grooved"]}


def plane_shape(rng, use, L, axisymmetric):
    """Name, area, perimeter, and the profile for an edge length h, of a shape for a use."""
    name = rng.choice((ROUND_NAMES if axisymmetric else PLANE_NAMES)[use])
    a, b = L, L / rng.uniform(1, 3)
    cells = lambda xs, ys, filled, **more: (lambda h, quads, structured: profiles.rectangles(
        name, xs, ys, filled, h, quads, structured, axis=axisymmetric, **more))
    t = b * rng.uniform(0.08, 0.25)
    s = L * rng.choice([0.02, 0.05, 0.1])
    hollow = [(i, j) for i in range(3) for j in range(3) if (i, j) != (1, 1)]
    r = L / 2
    inner = r * rng.uniform(0.65, 0.9)
    if name == "block":
        return name, a * b, 2 * (a + b), cells([0, a], [0, b], [(0, 0)])
    if name == "plate":
        b = L / rng.uniform(5, 12)
        return name, a * b, 2 * (a + b), cells([0, a], [0, b], [(0, 0)])
    if name == "box":
        return name, a * b - (a - 2 * t) * (b - 2 * t), 4 * (a + b), cells([0, t, a - t, a], [0, t, b - t, b], hollow, inner=[(1, 1)])
    if name == "bracket":
        return name, t * (a + b - t), 2 * (a + b), cells([0, t, a], [0, t, b], [(0, 0), (1, 0), (0, 1)])
    if name == "channel":
        return name, t * (a + 2 * b), 2 * (a + 2 * b), cells([0, t, a - t, a], [0, t, b], [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1)])
    if name == "beam":
        return name, t * (2 * b + a), 2 * (a + 2 * b), cells([0, (b - t) / 2, (b + t) / 2, b], [0, t, a - t, a],
                                                              [(0, 0), (1, 0), (2, 0), (1, 1), (0, 2), (1, 2), (2, 2)])
    if name == "cylinder":
        return name, a * b / 2, a + 2 * b, cells([0, a / 2], [0, b], [(0, 0)])
    if name == "tube":
        return name, (r - inner) * 2 * b, 4 * b, cells([inner, r], [0, 2 * b], [(0, 0)])
    if name == "cup":
        t = r * rng.uniform(0.1, 0.25)
        return name, t * (r + b), 2 * (r + b), cells([0, r - t, r], [0, t, t + b], [(0, 0), (1, 0), (1, 1)], inner=[(0, 1)])
    if name == "flange":
        return name, (r - inner) * 2 * b, 2 * (r + b), cells([inner, r, r + b], [0, r - inner, b + r], [(0, 0), (1, 0), (0, 1)])
    if name == "slotted":
        t = L * rng.uniform(0.06, 0.2)
        return name, t * 2 * a, 4 * a, cells([0, a * 0.15, a], [0, t, t + s, 2 * t + s], [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2)],
                                             slot=[(1, 1)])
    if name == "flattened":
        t = L * rng.uniform(0.04, 0.12)
        return name, t * 2 * a, 4 * a, cells([0, t, a - t, a], [0, t, t + s, 2 * t + s], hollow, slot=[(1, 1)])
    if name == "grooved":
        t = r * rng.uniform(0.08, 0.2)
        return name, t * 2 * r, 4 * r, cells([r * 0.4, r * 0.6, r * 1.2], [0, t, t + s, 2 * t + s],
                                             [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2)], slot=[(1, 1)])
    if name == "ring":
        return name, math.pi * (r**2 - inner**2), 11 * r, lambda h, quads, _: profiles.ring(name, r, inner, h, quads)
    if name == "clip":
        return name, math.pi * (r**2 - inner**2), 11 * r, lambda h, quads, _: profiles.clip(name, r, inner, 1.5 * s, h, quads)
    if name == "disc":
        return name, math.pi * r**2, 2 * math.pi * r, lambda h, quads, _: profiles.disc(name, r, h, quads)
    if name == "O-ring":
        return name, math.pi * r**2 / 9, 2 * r, lambda h, quads, _: profiles.disc(name, r / 3, h, quads, x=r)
    hole = inner if name == "hollow ball" else 0
    return name, math.pi / 2 * (r**2 - hole**2), math.pi * (r + hole) + 2 * r, lambda h, quads, _: profiles.half_disc(name, r, hole, h, quads)


def plane_part(rng, use, L, target, axisymmetric=False):
    name, area, around, make = plane_shape(rng, use, L, axisymmetric)
    order = rng.choice([1, 1, 2])
    quads, structured = rng.random() < 0.6, rng.random() < 0.6
    h = fitting_size(lambda h: 2 * (area / h**2 + around / 2 / h + 1) * (3 if order == 2 else 1), target)
    profile = make(h, quads, structured)
    finish_profile(profile, name)
    word = f"{name}, {'quadrilaterals' if quads else 'triangles'} of order {order}"
    return Part(word, profile.text + profile.physical(), profile.nodes, profile.h / order, profile.size, h, order, profile.round,
                profile.sagitta, profile.floor, profile.room, profile.gap, closing_group(name),
                axis="axis" in profile.groups.values(), groups=set(profile.groups.values()))


def closing_group(name):
    return {"clip": "skin", "slotted": "slot", "flattened": "slot", "grooved": "slot"}.get(name, "")


def finish_profile(profile, name):
    """Cavities and slots of rectangles, from the places of their nodes."""
    xs, ys = sorted({x for x, _ in profile.nodes}), sorted({y for _, y in profile.nodes})
    if name == "box":
        profile.floor, profile.room = ys[1], min(xs[2] - xs[1], ys[2] - ys[1]) / 2
    elif name == "cup":
        profile.floor, profile.room = ys[1], min(xs[1], ys[2] - ys[1])
    elif name in ("slotted", "flattened", "grooved"):
        profile.gap = ys[2] - ys[1]


def space_part(rng, use, L, target):
    """A profile of some depth, or a solid of OpenCASCADE."""
    if use == "ball" or use != "closing" and rng.random() < 0.5:
        return solids.solid_part(rng, use, L, target, Part, fitting_size)
    name, area, around, make = plane_shape(rng, use, L, False)
    depth = L * rng.uniform(0.2, 1)
    quads = rng.random() < 0.6
    order = 2 if quads and rng.random() < 0.15 else 1
    nodes = lambda h: (area / h**2 + around / 2 / h + 1) * (max(1, round(depth / h)) + 1) * (4 if order == 2 else 1)
    h = fitting_size(lambda h: 3 * nodes(h), target)
    profile = make(h, quads, True)
    finish_profile(profile, name)
    layers = max(1, round(depth / h))
    text = profile.text + solids.extrusion(profile, depth, layers)
    places = [(x, y, z) for x, y in profile.nodes for z in (0, depth)]
    lying = rng.random() < 0.7 or use in ("outer", "closing", "inner")
    word = f"{name} with depth, {'hexahedra' if quads else 'tetrahedra'} of order {order}"
    return Part(word, text, places, min(profile.h, depth / layers) / order, max(profile.size, depth), h, order,
                profile.round, profile.sagitta, profile.floor, profile.room, profile.gap, closing_group(name),
                "lying" if lying else "", groups=set(profile.groups.values()))
