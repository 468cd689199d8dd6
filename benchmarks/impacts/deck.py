"""The deck of an impact, with the scripts of its meshes beside it."""
from impacts.rotations import apply, product, vector


def numbers(values):
    return "[" + ", ".join(f"{v:.12g}" for v in values) + "]"


def words(case):
    parts = " and ".join(f"{b.part.word} of {b.material.name} ({b.material.kind}"
                         + ("" if b.material.kind == "rubber" else f", {b.material.strain}") + ")" for b in case.bodies)
    return f"{case.model}, {case.kind}: {parts}"


def write_deck(case, folder):
    folder.mkdir(parents=True, exist_ok=True)
    d = case.dimension
    text = [f"# Impact {case.number} of seed {case.seed} (benchmarks/impacts.py)\n# {words(case)}",
            f"# {case.speed:.3g} m/s, friction {case.friction:.3g}, {case.steps} steps of {case.waves:.3g} wave times through an element\n",
            f'title = "Impact {case.number} of seed {case.seed}: {case.model}"\n\n[model]\ndimension = {d}\n']
    for body in case.bodies:
        (folder / f"{body.name}.geo").write_text(body.part.geo)
        text += [body.material.text(f"{body.name}_material"), mesh_text(case, body)]
        if body.part.axis:
            text.append(f'[[boundary]]\non = "{body.name}.axis"\ncomponents = ["x"]\n')
        velocity = apply(case.frame, body.velocity)
        text.append(f'[[initial]]\non = "{body.name}"\nvelocity = {numbers(velocity)}\n')
    for contact in case.contacts:
        text.append(contact_text(case, contact))
    text.append(f"[integrator]\nstep = {case.step:.9g}\nend = {case.step * case.steps:.12g}\n\n[output]\nframes = 0\nevents = false\n")
    text += histories(case)
    (folder / "case.toml").write_text("\n".join(text))


def mesh_text(case, body):
    name, part, d = body.name, body.part, case.dimension
    turn = product(case.frame, body.turn)
    rotate = vector(turn) if d == 3 else vector(turn)[2:]
    lines = [f'[[mesh]]\nname = "{name}"             # {part.word}\ntype = "gmsh"\nfile = "{name}.geo"',
             f"size = {part.mesh_size:.6g}\norder = {part.order}"]
    if any(abs(x) > 1e-12 for x in rotate):
        lines.append(f"rotate = {numbers(rotate)}")
    lines.append(f"translate = {numbers(apply(case.frame, body.shift))}\n")
    lines.append(f'[[element]]\nname = "{name}_solid"\ntype = "solid"\nmesh = "{name}.body"\nmaterial = "{name}_material"')
    lines.append(f'strain = "{body.material.strain}"')
    if part.order == 2 and "triangles" not in part.word:
        lines.append('formulation = "reduced"')
    if case.kind == "axisymmetric":
        lines.append('plane = "axisymmetric"')
    elif d == 2:
        lines.append(f"thickness = {case.depth:g}")
    return "\n".join(lines) + "\n"


def contact_text(case, c):
    lines = []
    if c.kind == "bar":
        lines.append(f'[[shape]]\nname = "round"\ntype = "sphere"\nradius = {c.radius:.6g}\nat = {numbers(apply(case.frame, c.through))}\n')
    lines.append(f'[[contact]]\nname = "{c.name}"')
    if c.kind == "plane":
        lines.append(f'type = "point-plane"\npoints = ["{c.body}.{c.group}"]\nthrough = {numbers(apply(case.frame, c.through))}')
        lines.append(f"normal = {numbers(apply(case.frame, c.normal))}")
    elif c.kind == "bar":
        lines.append(f'type = "point-shape"\nshapes = ["round"]\npoints = ["{c.body}.{c.group}"]')
    else:
        first = f'points = ["{c.body}.{c.group}"]' if c.by_nodes else f'surface = "{c.body}.{c.group}"'
        lines.append(f'type = "surfaces"\n{first}\nagainst = "{c.against}.{c.other}"')
    if case.friction:
        lines.append(f"friction = {case.friction:.3g}")
    return "\n".join(lines) + "\n"


def histories(case):
    def column(name, quantity, of, component=""):
        more = f'\ncomponent = "{component}"' if component else ""
        return f'[[history]]\nname = "{name}"\nquantity = "{quantity}"\nof = "{of}"{more}\n'

    text = [column(f"momentum_{x}", "momentum", "model", x) for x in "xyz"[:case.dimension]]
    for c in case.contacts:
        text.append(column(f"{c.name}_impulse", "contact_impulse", c.name))
    return text
