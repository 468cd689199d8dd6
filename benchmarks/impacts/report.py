"""Tables of outcomes, the CSV file, and the list of decks that are not right."""
import csv

from impacts.judge import short_cause

VERDICTS = ["right", "gave up", "not in time", "wrong"]


def bin_of(value, limits):
    return next((name for top, name in limits if value <= top), limits[-1][1])


def friction_bin(mu):
    return bin_of(mu, [(0, "0"), (0.2, "0.1-0.2"), (0.5, "0.3-0.5"), (1, "0.8-1")])


def waves_bin(waves):
    return bin_of(waves, [(1, "<1"), (10, "1-10"), (100, "10-100"), (1e9, ">100")])


def material_bin(case):
    return " + ".join(sorted({b.material.kind for b in case.bodies}))


GROUPS = [("material", material_bin), ("friction", lambda c: friction_bin(c.friction)), ("kind", lambda c: c.kind),
          ("wave times", lambda c: waves_bin(c.waves)), ("model", lambda c: c.model)]
ORDER = ["<1", "1-10", "10-100", ">100"]


def print_tables(results):
    print(f"\n{'':28}{''.join(f'{v:>13}' for v in VERDICTS)}{'all':>8}")
    for title, group in [("all", lambda c: "")] + GROUPS:
        values = sorted({group(c) for c, _ in results}, key=lambda v: (ORDER.index(v) if v in ORDER else 0, v))
        for value in values:
            verdicts = [o.verdict for c, o in results if group(c) == value]
            counts = [verdicts.count(v) for v in VERDICTS]
            print(f"{title:11}{value:17}{''.join(f'{n:13}' for n in counts)}{len(verdicts):8}")
    met = sum(o.figures.get("touched", False) for _, o in results)
    print(f"{sum(o.cpu for _, o in results):.0f} s of the processor; the first contact happened in {met} cases")
    right = [o.figures for _, o in results if o.verdict == "right"]
    if right:
        worst = {name: max(f[name] for f in right) for name in ("penetration", "momentum", "energy", "gain")}
        print(f"largest of the right ones: penetration {worst['penetration']:.1e} of the size, error of momentum {worst['momentum']:.1e}, "
              f"rise of the energy {worst['energy']:.1e}, energy that the scheme added {worst['gain']:.1e}")


def line_of(case, outcome, words):
    return (f"{outcome.verdict}: seed {case.seed}, number {case.number}: {words}; {case.waves:.3g} waves, mu {case.friction:.2g}, "
            f"{case.speed:.3g} m/s, {outcome.unknowns} unknowns, t/t_end {outcome.reached:.2f}, {outcome.cpu:.1f} s, "
            f"{outcome.cuts} cuts: {outcome.cause}")


def write_csv(path, results, words):
    figures = ["penetration", "energy", "gain", "lost", "plastic", "momentum", "touched", "all_touched"]
    with open(path, "w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["seed", "number", "verdict", "cause", "cpu_seconds", "reached", "steps", "cuts", "iterations", "unknowns",
                       "kind", "model", "material", "friction", "waves", "speed", "planned_steps", *figures, "words"])
        for case, o in results:
            values = [o.figures.get(f, "") for f in figures]
            rows.writerow([case.seed, case.number, o.verdict, o.cause, f"{o.cpu:.2f}", f"{o.reached:.4f}", o.steps, o.cuts,
                           o.iterations, o.unknowns, case.kind, case.model, material_bin(case), f"{case.friction:.3g}",
                           f"{case.waves:.3g}", f"{case.speed:.3g}", case.steps,
                           *(f"{v:.3g}" if isinstance(v, float) else v for v in values), words(case)])


def write_failing(path, results, words, folder_of):
    bad = [(VERDICTS.index(o.verdict), short_cause(o.cause), case, o) for case, o in results if o.verdict != "right"]
    bad.sort(key=lambda entry: (entry[0], entry[1], entry[2].number))
    last, lines = None, []
    for verdict, kind, case, o in bad:
        if (verdict, kind) != last:
            lines.append(f"\n# {VERDICTS[verdict]}: {kind}")
            last = (verdict, kind)
        lines.append(f"{folder_of(case) / 'case.toml'}\n    {line_of(case, o, words(case))}")
    path.write_text("\n".join(lines).lstrip() + "\n")
