#!/usr/bin/env python3
"""Mesh of the bimetal strip (strip.inp) and the references of case.toml."""

LENGTH, LOWER, UPPER = 40.0, 1.0, 0.5          # mm
COLUMNS, ROWS_LOWER, ROWS_UPPER = 40, 2, 1


def mesh():
    """Eight-node quadrilaterals, rows of equal height in each metal."""
    rows = ROWS_LOWER + ROWS_UPPER
    levels = [LOWER * j / ROWS_LOWER for j in range(ROWS_LOWER)]
    levels += [LOWER + UPPER * j / ROWS_UPPER for j in range(ROWS_UPPER + 1)]
    number, lines = {}, ["** Made by reference.py", "*NODE"]
    for j in range(2 * rows + 1):
        y = levels[j // 2] if j % 2 == 0 else (levels[j // 2] + levels[j // 2 + 1]) / 2
        for i in range(2 * COLUMNS + 1):
            if i % 2 and j % 2:
                continue
            number[i, j] = len(number) + 1
            lines.append(f"{number[i, j]}, {LENGTH * i / (2 * COLUMNS):.10g}, {y:.10g}, 0")
    element = 0
    for metal, first, last in (("LOWER", 0, ROWS_LOWER), ("UPPER", ROWS_LOWER, rows)):
        lines.append(f"*ELEMENT, TYPE=CPS8R, ELSET={metal}")
        for j in range(2 * first, 2 * last, 2):
            for i in range(0, 2 * COLUMNS, 2):
                element += 1
                nodes = [(i, j), (i + 2, j), (i + 2, j + 2), (i, j + 2),
                         (i + 1, j), (i + 2, j + 1), (i + 1, j + 2), (i, j + 1)]
                lines.append(", ".join(str(n) for n in [element] + [number[at] for at in nodes]))
    sets = {"LEFT": [number[0, j] for j in range(2 * rows + 1)], "CORNER": [number[0, 0]],
            "MIDDLE": [number[COLUMNS, 0]]}
    for name, nodes in sets.items():
        lines.append(f"*NSET, NSET={name}")
        lines += [f"{n}," for n in nodes]
    with open("strip.inp", "w") as file:
        file.write("\n".join(lines) + "\n")


def curvature(alpha_lower, alpha_upper, E_lower, E_upper, rise):
    """S. Timoshenko, J. Opt. Soc. Am. 11 (1925) 233, eq. 4; it bends towards the side that grows less."""
    m, n, h = LOWER / UPPER, E_lower / E_upper, LOWER + UPPER
    return (6 * (alpha_upper - alpha_lower) * rise * (1 + m) ** 2
            / (h * (3 * (1 + m) ** 2 + (1 + m * n) * (m * m + 1 / (m * n)))))


if __name__ == "__main__":
    mesh()
    kappa = curvature(12e-6, 20e-6, 210000.0, 100000.0, 100.0)
    print("deflection at the middle, mm:", -kappa * (LENGTH / 2) ** 2 / 2)
    E, nu, alpha, rise = 210000.0, 0.3, 12e-6, 100.0
    print("stress of the bar between walls, MPa:", -E * alpha * rise)
    print("its elongation across, mm, of 2 mm:", 2 * (1 + nu) * alpha * rise)
    print("free block, growth of 4 mm by 600 K:", 4 * 12e-6 * 600)
    print("thermoelastic bar, stress at 400, MPa:", -150000.0 * 18e-6 * 400)
