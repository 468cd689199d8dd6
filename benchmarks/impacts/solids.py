"""Parts in space: profiles with a depth, and solids of OpenCASCADE in tetrahedra."""
import math


def extrusion(profile, depth, layers):
    """Moves a profile along z; its curves become faces of the same groups, its ends skin."""
    text, faces = "", {}
    for surface, curves in profile.surfaces.items():
        recombine = " Recombine;" if profile.recombine else ""
        text += f"e{surface}[] = Extrude {{0, 0, {depth:.9g}}} {{ Surface{{{surface}}}; Layers{{{layers}}};{recombine} }};\n"
        faces.setdefault("skin", []).extend([str(surface), f"e{surface}[0]"])
        for place, curve in enumerate(curves):
            if curve in profile.groups:
                faces.setdefault(profile.groups[curve], []).append(f"e{surface}[{place + 2}]")
    text += "Physical Volume(\"body\") = {" + ", ".join(f"e{s}[1]" for s in profile.surfaces) + "};\n"
    for group, members in faces.items():
        text += f'Physical Surface("{group}") = {{{", ".join(members)}}};\n'
    return text


def box_text(number, corner, size):
    return f"Box({number}) = {{{', '.join(f'{x:.9g}' for x in (*corner, *size))}}};\n"


def corners(size):
    return [(x, y, z) for x in (0, size[0]) for y in (0, size[1]) for z in (0, size[2])]


def within(low, high):
    return "Surface In BoundingBox{" + ", ".join(f"{x:.9g}" for x in (*low, *high)) + "}"


def solid_part(rng, use, L, target, Part, fitting_size):
    name = rng.choice({"any": ["hollow box", "ball", "hollow ball", "block with a bore", "O-ring", "cone"],
                       "base": ["hollow box", "ball", "hollow ball", "block with a bore", "cone"],
                       "flat": ["hollow box", "block with a bore"], "inner": ["ball"], "ball": ["ball"],
                       "outer": ["hollow box", "hollow ball"]}[use])
    text = 'SetFactory("OpenCASCADE");\n'
    inside, r = "", L / 2
    more = {}
    cut = "BooleanDifference(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };\n"
    if name == "hollow box":
        size = (L, L / rng.uniform(1, 2), L / rng.uniform(1, 2))
        t = min(size) * rng.uniform(0.12, 0.25)
        room = [s - 2 * t for s in size]
        text += box_text(1, (0, 0, 0), size) + box_text(2, (t, t, t), room) + cut
        inside = within([t / 2] * 3, [s - t / 2 for s in size])
        places, volume = corners(size), math.prod(size) - math.prod(room)
        area = 4 * (size[0] * size[1] + size[1] * size[2] + size[0] * size[2])
        more = {"floor": t, "room": min(room) / 2}
        number = 3
    elif name == "block with a bore":
        size = (L, L / rng.uniform(1, 2), L / rng.uniform(1, 2))
        bore = min(size[0], size[1]) * rng.uniform(0.15, 0.3)
        text += box_text(1, (0, 0, 0), size)
        text += f"Cylinder(2) = {{{size[0] / 2:.9g}, {size[1] / 2:.9g}, {-size[2]:.9g}, 0, 0, {3 * size[2]:.9g}, {bore:.9g}}};\n" + cut
        places, volume, area, number = corners(size), math.prod(size) - math.pi * bore**2 * size[2], 6 * L * L * 0.6, 3
    elif name in ("ball", "hollow ball"):
        text += f"Sphere(1) = {{0, 0, 0, {r:.9g}}};\n"
        places = [(0, 0, -r), (0, 0, r), (r, 0, 0), (-r, 0, 0), (0, r, 0), (0, -r, 0)]
        volume, area, number = 4 / 3 * math.pi * r**3, 4 * math.pi * r**2, 1
        if name == "hollow ball":
            hole = r * rng.uniform(0.6, 0.8)
            text += f"Sphere(2) = {{0, 0, 0, {hole:.9g}}};\n" + cut
            a = (r + hole) / 2
            inside = within([-a] * 3, [a] * 3)
            volume, area, number = volume - 4 / 3 * math.pi * hole**3, 2 * area, 3
            more = {"floor": -hole, "room": 0.95 * hole}
    elif name == "O-ring":
        text += f"Torus(1) = {{0, 0, 0, {0.75 * r:.9g}, {0.25 * r:.9g}}};\n"
        places, volume, area, number = [(r, 0, 0)], 2 * math.pi**2 * 0.046875 * r**3, 4 * math.pi**2 * 0.1875 * r**2, 1
        more = {"turn": "upright"}
    else:
        text += f"Cone(1) = {{0, 0, 0, 0, 0, {L:.9g}, {r:.9g}, {0.3 * r:.9g}}};\n"
        places = [(0, 0, 0), (r, 0, 0), (0.3 * r, 0, L), (-r, 0, 0), (0, r, 0), (0, -r, 0)]
        volume, area, number = 0.46 * math.pi * r * r * L, 4 * math.pi * r * r, 1
    h = fitting_size(lambda h: 3 * (1.4 * volume / h**3 + 0.6 * area / h**2 + 8), target)
    text += "skin[] = Surface{:};\n"
    groups = {"skin"}
    if inside:
        text += f"hole[] = {inside};\nskin[] -= hole[];\nPhysical Surface(\"hole\") = {{hole[]}};\n"
        groups.add("hole")
    text += f'Physical Surface("skin") = {{skin[]}};\nPhysical Volume("body") = {{{number}}};\n'
    curved = name in ("ball", "hollow ball", "O-ring", "cone")
    return Part(f"{name}, tetrahedra of order 1", text, places, 0.7 * h, L, h, round=curved,
                sagitta=h * h / (4 * r) if curved else 0, groups=groups, **more)
