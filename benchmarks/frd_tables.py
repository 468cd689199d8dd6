"""Tables of values at nodes in a text file of CalculiX (.frd): what calculix_suite.py compares of decks that print none."""
import itertools
import math

CONTACT = {"CONTACT": [("relative displacements", slice(0, 3)), ("stresses", slice(3, 6))],
           "PCONTAC": [("amplitudes", slice(0, 6)), ("phases", slice(6, 12))]}


def fields(line, start, width=12):
    text = line.rstrip("\n")[start:]
    return [float(text[i:i + width]) for i in range(0, len(text.rstrip()), width)]


def read_frd(file, times=None):
    """Coordinates by number of a node, and for each data set (name, time, values by number of a node), of `times` alone."""
    nodes, sets, time, values, where = {}, [], None, None, None
    if not file.exists():
        return nodes, sets
    for line in file.open(errors="replace"):
        if line.startswith(" -1") and where is None:
            continue
        if line.startswith("    2C"):
            where = "nodes"
        elif line.startswith("    3C"):
            where = "elements"
        elif line.startswith("  100C"):
            time = float(line[12:24])
            where = "set" if times is None or f"{time:.6g}" in times else None
        elif line.startswith(" -4") and where == "set":
            values = {}
            sets.append((line[5:13].strip(), time, values))
        elif line.startswith(" -3"):
            where = None
        elif line.startswith(" -1") and where in ("nodes", "set"):
            number = int(line[3:13])
            (nodes if where == "nodes" else values)[number] = fields(line, 13)
        elif line.startswith(" -2") and where == "set":
            values[number] += fields(line, 13)
    return nodes, sets


def partners(kept, own):
    """For the nodes of a file those of another one: of the same number and place, else at the same place, in order."""
    size = max((abs(x) for place in kept.values() for x in place), default=1.0) or 1.0

    def cell(place, shift=(0, 0, 0)):
        return tuple(math.floor(x / (1e-3 * size)) + s for x, s in zip(place, shift))

    def is_same(a, b):
        return all(abs(x - y) <= 1e-4 * size for x, y in zip(a, b))

    cells = {}
    for number, place in own.items():
        cells.setdefault(cell(place), []).append(number)
    found, counts = {}, {}
    for number, place in sorted(kept.items()):
        near = [other for shift in itertools.product((-1, 0, 1), repeat=3)
                for other in cells.get(cell(place, shift), []) if is_same(place, own[other])]
        if number in near:
            found[number] = number
        elif near:
            others = tuple(sorted(near))
            found[number] = others[min(counts.get(others, 0), len(others) - 1)]
            counts[others] = counts.get(others, 0) + 1
    return found


def frd_tables(kept_file, own_file):
    """Tables of the kept file, and of the other one for the same nodes, in the form of calculix_suite.tables_of."""
    kept_nodes, kept_sets = read_frd(kept_file)
    own_nodes, own_sets = read_frd(own_file, {f"{time:.6g}" for _, time, _ in kept_sets})
    own_number = partners(kept_nodes, own_nodes)
    return (tables(kept_sets, {n: n for n in kept_nodes}), tables(own_sets, own_number))


def tables(sets, number_of):
    """Values by the numbers of the kept file's nodes."""
    result, counts = {}, {}
    for name, time, values in sets:
        for part, columns in CONTACT.get(name, [("", slice(0, 6))]):
            heading = f"{name} {part} time {time:.6g}"
            counts[heading] = counts.get(heading, 0) + 1
            rows = {((str(number),), 0): values[own][columns] for number, own in number_of.items() if own in values}
            result[heading, counts[heading]] = rows
    return result
