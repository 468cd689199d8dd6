"""A random impact: parts, how they lie, how fast they meet, walls, contacts, steps. A function of seed and number."""
import math
import random
from dataclasses import dataclass, field

from impacts.materials import draw_material
from impacts.parts import plane_part, space_part
from impacts.rotations import apply, product, random_rotation, rotation


@dataclass
class Body:
    name: str
    part: object
    material: object
    turn: list  # rotation in the frame whose second (in space third) axis points away from the wall
    shift: list = None
    velocity: list = None

    def heights(self, up):
        return [apply(self.turn, x)[up] for x in self.part.nodes]

    def middle(self, axis):
        places = [apply(self.turn, x)[axis] for x in self.part.nodes]
        return (min(places) + max(places)) / 2

    def width(self, axis):
        places = [apply(self.turn, x)[axis] for x in self.part.nodes]
        return max(places) - min(places)


@dataclass
class Contact:
    name: str
    kind: str  # plane, bar, surfaces
    body: str
    against: str = ""
    group: str = "skin"
    other: str = "skin"
    through: list = None
    normal: list = None
    radius: float = 0
    by_nodes: bool = False
    certain: bool = True  # the motion leads to it


@dataclass
class Case:
    seed: int
    number: int
    kind: str
    model: str
    bodies: list = field(default_factory=list)
    contacts: list = field(default_factory=list)
    frame: list = None  # turns all of the model
    friction: float = 0
    waves: float = 1
    speed: float = 1
    steps: int = 50
    step: float = 0
    depth: float = 1
    gap: float = 0

    @property
    def dimension(self):
        return 3 if self.kind == "space" else 2

    @property
    def size(self):
        return min(b.part.size for b in self.bodies)


IDENTITY = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def draw_case(seed, number):
    rng = random.Random(f"impact {seed} {number}")
    while True:
        case = Case(seed, number, rng.choice(["plane strain", "plane strain", "axisymmetric", "space", "space"]),
                    rng.choice(["wall"] * 9 + ["corner", "bar"] + ["closing"] * 3 + ["pair"] * 5 + ["nested"] * 3))
        if case.kind == "axisymmetric" and case.model in ("corner", "bar"):
            continue
        if try_case(rng, case):
            return case


def try_case(rng, case):
    case.friction = rng.choice([0, 0, rng.uniform(0.1, 0.2), rng.uniform(0.3, 0.5), rng.uniform(0.8, 1)])
    draw_bodies(rng, case)
    for _ in range(200):
        case.waves = 10 ** rng.uniform(math.log10(0.3), math.log10(300))
        fastest = min(b.material.fastest for b in case.bodies)
        case.speed = 10 ** rng.uniform(math.log10(0.5), math.log10(fastest))
        case.steps = rng.randint(30, 100)
        case.step = case.waves * min(b.part.h / b.material.wave_speed for b in case.bodies)
        travel = case.speed * case.step * case.steps
        edge = min(b.part.mesh_size for b in case.bodies)
        if least_travel(case) < travel < 3 * max(b.part.size for b in case.bodies) and travel < case.steps * edge:
            break
    else:
        return False
    case.gap = travel * rng.uniform(0.01, 0.06)
    place(rng, case)
    return True


def draw_bodies(rng, case):
    L = 10 ** rng.uniform(math.log10(0.02), math.log10(0.3))
    target = 10 ** rng.uniform(math.log10(200), math.log10(1500))
    case.depth = round(L * rng.uniform(0.2, 1), 4)
    make = {"plane strain": lambda use, L, n: plane_part(rng, use, L, n), "space": lambda use, L, n: space_part(rng, use, L, n),
            "axisymmetric": lambda use, L, n: plane_part(rng, use, L, n, True)}[case.kind]
    share = rng.uniform(0.3, 0.7)
    if case.model in ("pair", "nested"):
        lower = make("outer" if case.model == "nested" else rng.choice(["base", "flat", "flat"]), L, target * share)
        room = 2 * lower.room * rng.uniform(0.4, 0.6) if case.model == "nested" else L * rng.uniform(0.4, 1.2)
        use = "any" if case.model == "pair" else "ball" if lower.word.startswith("hollow ball") else "inner"
        upper = make(use, room, target * (1 - share))
        parts = [lower, upper]
    else:
        parts = [make({"closing": "closing", "corner": "base"}.get(case.model, "any"), L, target)]
    one = draw_material(rng)
    materials = [one, one if rng.random() < 0.4 else draw_material(rng)]
    case.bodies = [Body(n, p, m, base_turn(p)) for n, p, m in zip(("lower", "upper"), parts, materials)]


def base_turn(part):
    if part.turn == "lying":
        return rotation((1, 0, 0), math.pi / 2)
    if part.turn == "upright":
        return rotation((0, 1, 0), math.pi / 2)
    return IDENTITY


def least_travel(case):
    """The contact happens early if the travel is long against the sagitta of edges, and slots close if it is long against them."""
    sagitta = sum(b.part.sagitta for b in case.bodies)
    least = 5 * max(b.part.gap for b in case.bodies)
    if len(case.bodies) > 1 or case.model == "bar":
        least = max(least, 15 * sagitta)
    if case.model == "bar":
        least = max(least, 6 * case.bodies[0].part.mesh_size)
    if case.model == "nested":
        least = max(least, 0.2 * case.bodies[1].part.size)
    return least


def tilt(rng, case, body, share):
    """Parts with corners meet the other side at an angle, in the plane and in space."""
    if case.kind == "axisymmetric" or body.part.round or rng.random() > share:
        return
    if case.kind == "space":
        phi = rng.uniform(0, 2 * math.pi)
        body.turn = product(rotation((math.cos(phi), math.sin(phi), 0), rng.uniform(0.03, 0.8)), body.turn)
    else:
        body.turn = rotation((0, 0, 1), rng.uniform(-0.8, 0.8))


def place(rng, case):
    up = case.dimension - 1
    lower = case.bodies[0]
    travel = case.speed * case.step * case.steps
    walled = case.model in ("wall", "corner", "closing") or rng.random() < 0.35
    if case.model in ("wall", "corner"):
        tilt(rng, case, lower, 0.5)
    across = [0] * case.dimension
    if case.kind != "axisymmetric" and rng.random() < 0.65 and case.model not in ("pair", "nested"):
        angle = rng.uniform(0.1, 1.05)
        across[0], across[up] = case.speed * math.sin(angle), -case.speed * math.cos(angle)
        case.gap *= math.cos(angle)
    else:
        across[up] = -case.speed
    lower.velocity = list(across)
    lower.shift = [-lower.middle(k) for k in range(case.dimension)]
    if case.kind == "axisymmetric":
        lower.shift[0] = 0
    lower.shift[up] = case.gap - min(lower.heights(up))
    direction = [1.0 if k == up else 0.0 for k in range(case.dimension)]
    if case.model == "bar":
        radius = lower.part.size * rng.uniform(0.2, 1)
        walled = False
        case.contacts.append(Contact("bar", "bar", "lower", through=[-radius * d for d in direction], radius=radius))
    if walled:
        case.contacts.append(Contact("wall", "plane", "lower", through=[0] * case.dimension, normal=direction))
    if case.model == "corner":
        side = [-1.0 if k == 0 else 0.0 for k in range(case.dimension)]
        right = max(apply(lower.turn, x)[0] for x in lower.part.nodes) + lower.shift[0]
        slow = case.gap * rng.uniform(0.2, 3)
        case.contacts.append(Contact("side", "plane", "lower", through=[right + slow, *[0] * (case.dimension - 1)], normal=side,
                                     certain=False))
    if case.model == "closing":
        group = lower.part.closing
        case.contacts.append(Contact("ends", "surfaces", "lower", "lower", group, group, certain=False))
    if len(case.bodies) > 1:
        place_upper(rng, case, up, travel, walled)
    case.frame = IDENTITY
    if case.kind == "space" and rng.random() < 0.3:
        case.frame = random_rotation(rng)
    elif case.kind == "plane strain" and rng.random() < 0.5:
        case.frame = rotation((0, 0, 1), rng.uniform(-math.pi, math.pi))


def place_upper(rng, case, up, travel, walled):
    lower, upper = case.bodies
    if case.model == "pair" and travel > 2 * upper.part.mesh_size and not lower.part.round:
        tilt(rng, case, upper, 0.5)
    gap = case.gap if not walled else case.gap * rng.uniform(0.3, 1)
    heights = upper.heights(up)
    lowest = min(range(len(heights)), key=heights.__getitem__)
    corner = apply(upper.turn, upper.part.nodes[lowest])
    flat = sum(h < min(heights) + 1e-9 * upper.part.size for h in heights) > 1
    upper.shift = [0] * case.dimension
    for k in range(up):
        reach = 0 if upper.part.round and lower.part.round or case.model == "nested" else 0.25
        aside = rng.uniform(-reach, reach) * lower.width(k)
        upper.shift[k] = lower.shift[k] + lower.middle(k) + aside - (upper.middle(k) if flat or upper.part.round else corner[k])
    if case.kind == "axisymmetric":
        upper.shift[0] = 0
    if case.model == "nested" and lower.part.round and not upper.part.round:
        aside = [apply(upper.turn, x)[0] - upper.middle(0) for x in upper.part.nodes]
        top = max(-math.sqrt(lower.part.room**2 - x**2) - h for x, h in zip(aside, heights))
        top += min(heights)  # corners meet a round cavity above its lowest point
    else:
        top = lower.part.floor if case.model == "nested" else max(lower.heights(up))
    upper.shift[up] = lower.shift[up] + top + gap - min(heights)
    down = [-1.0 if k == up else 0.0 for k in range(case.dimension)]
    if walled:
        upper.velocity = [case.speed * d for d in down]
    else:
        share = rng.choice([0, 0, rng.uniform(0.1, 0.6)])  # of the approach that the lower one makes
        lower.velocity = [-share * case.speed * d for d in down]
        upper.velocity = [(1 - share) * case.speed * d for d in down]
    if case.kind != "axisymmetric" and case.friction > 0 and rng.random() < 0.5:
        upper.velocity[0] += case.speed * rng.uniform(-0.5, 0.5)
    first, second = sorted(case.bodies, key=lambda b: (b.material.E, b.part.h, b.name == "lower"))  # the softer, or finer, one first
    first, second = first.name, second.name
    groups = {"lower": "hole" if case.model == "nested" else "skin", "upper": "skin"}
    case.contacts.append(Contact("touch", "surfaces", first, second, groups[first], groups[second], by_nodes=rng.random() < 0.15,
                                 certain=False))
