"""What a run did: right, gave up, not done in time, or wrong without a word."""
import csv
import math
import os
import re
import signal
import subprocess
import time
import tomllib
from dataclasses import dataclass, field

from impacts.rotations import apply

CLOCK = os.sysconf("SC_CLK_TCK")


@dataclass
class Outcome:
    verdict: str  # right, gave up, not in time, wrong
    cause: str = ""
    cpu: float = 0
    reached: float = 0  # share of the time
    steps: int = 0
    cuts: int = 0
    iterations: int = 0
    unknowns: int = 0
    figures: dict = field(default_factory=dict)


def processor_seconds(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            user, system = stat.read().rsplit(")", 1)[1].split()[11:13]
    except OSError:
        return 0
    return (int(user) + int(system)) / CLOCK


def run(program, folder, limit):
    """Exit status, whether the limit ended it, standard error, processor seconds. At the limit it may end its results."""
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    with open(folder / "messages.txt", "w+") as messages:
        process = subprocess.Popen([program, "run", "case.toml", "-q", "-o", "out"], cwd=folder, stdout=messages, stderr=messages,
                                   stdin=subprocess.DEVNULL, env=environment)
        cpu, start, late = 0, time.monotonic(), False
        while process.poll() is None:
            time.sleep(0.02 if cpu < 1 else 0.2)
            cpu = max(cpu, processor_seconds(process.pid))
            waited = time.monotonic() - start
            if not late and (cpu > limit or waited > 5 * limit + 60):
                late, ended = True, waited
                process.send_signal(signal.SIGTERM)
            elif late and waited > ended + 20:
                process.kill()
        messages.seek(0)
        return process.returncode, late, messages.read().strip(), cpu


def read_history(path):
    """Columns of numbers; a last line that was cut off is left out."""
    try:
        with open(path, newline="") as file:
            rows = list(csv.reader(file))
    except OSError:
        return {}
    rows = [r for r in rows if len(r) == len(rows[0])]
    return {name: [float(r[k]) for r in rows[1:]] for k, name in enumerate(rows[0])} if len(rows) > 1 else {}


def read_summary(path):
    try:
        return tomllib.loads(path.read_text())
    except (OSError, tomllib.TOMLDecodeError):
        return {}


def cause_of(message):
    """The reason within the last message, without numbers and names of nodes."""
    text = next((line for line in reversed(message.splitlines()) if "jounce" in line or ".toml:" in line), message[-300:])
    found = re.search(r"also after (\d+) cuts?: (.*?)(?:\. Results so far|$)", text)
    if found:
        return found[2]
    found = re.search(r"stopped at t = \S+ s: (.*?)(?:\. Results so far|$)", text)
    return found[1] if found else text


def reason_of_cuts(summary):
    """The most frequent reason for which steps were cut, its first instance."""
    reasons = [cut["reason"] for cut in summary.get("cut", [])]
    kinds = [short_cause(reason) for reason in reasons]
    if not kinds:
        return "no step was cut"
    kind = max(kinds, key=kinds.count)
    return f"{kinds.count(kind)} of {len(kinds)} cuts: {reasons[kinds.index(kind)]}"


def short_cause(cause):
    """Kind of a cause: numbers, names and contacts that changed are left out."""
    text = re.sub(r"^\d+ of \d+ cuts: ", "", cause.split(". These contacts")[0])
    text = re.sub(r"\(node .*?start, \w\)", "", re.sub(r"'[^']*'", "'...'", text))
    return re.sub(r"-?\d[\d.]*(e[-+]?\d+)?", "#", text)


def judge(case, program, folder, limit):
    status, late, message, cpu = run(program, folder, limit)
    history, summary = read_history(folder / "out" / "history.csv"), read_summary(folder / "out" / "run.toml")
    statistics = summary.get("statistics", {})
    end = case.step * case.steps
    outcome = Outcome("right", "", cpu, (history["time"][-1] if history else 0) / end, statistics.get("steps", 0),
                      statistics.get("cuts", 0), statistics.get("iterations", 0), summary.get("model", {}).get("degrees_of_freedom", 0))
    if late:
        outcome.verdict, outcome.cause = "not in time", reason_of_cuts(summary)
    elif status != 0:
        outcome.verdict = "gave up"
        outcome.cause = cause_of(message) if status > 0 else f"ended by signal {-status}"
    if history:
        figures = outcome.figures = measure(case, history, summary)
        if outcome.verdict == "right":
            faults = find_faults(case, figures, outcome.reached)
            if faults:
                outcome.verdict, outcome.cause = "wrong", "; ".join(faults)
    return outcome


def measure(case, history, summary):
    """Penetration over the size, rise of the energy, plastic work and balance of momentum over their scales."""
    energy = history["energy_total"]
    scale = max(abs(energy[0]), 1e-300)
    figures = {"penetration": max(history["max_penetration"]) / case.size, "energy": max(energy) / scale - 1,
               "plastic": min(history.get("dissipated_plastic", [0])) / scale,
               "gain": summary.get("statistics", {}).get("energy_gain", 0) / scale,
               "lost": 1 - energy[-1] / scale,
               "finite": all(math.isfinite(x) for column in history.values() for x in column)}
    mass = summary.get("model", {}).get("mass", 0)
    figures["momentum"] = momentum_error(case, history) / math.sqrt(max(2 * mass * scale, 1e-300))
    figures["touched"] = all(any(x > 0 for x in history[f"{c.name}_impulse"]) for c in case.contacts if c.certain)
    figures["all_touched"] = all(any(x > 0 for x in history[f"{c.name}_impulse"]) for c in case.contacts)
    return figures


def momentum_error(case, history):
    """Largest change of momentum that the impulses of the walls do not explain, along directions without friction."""
    d = case.dimension
    if any(c.kind == "bar" for c in case.contacts):
        return 0
    momenta = list(zip(*(history[f"momentum_{x}"] for x in "xyz"[:d])))
    walls = [(apply(case.frame, c.normal), history[f"{c.name}_impulse"]) for c in case.contacts if c.kind == "plane"]
    if not walls:
        directions = [[float(i == k) for i in range(d)] for k in range(d)]
    elif len(walls) == 1 and case.friction:
        directions = [walls[0][0]]  # friction acts across
    elif case.friction:
        directions = []
    else:
        directions = [apply(case.frame, [float(i == k) for i in range(d)]) for k in range(d)]
    if case.kind == "axisymmetric":
        directions = [[0.0, 1.0]]
    error = 0
    for e in directions:
        dot = lambda a: sum(x * y for x, y in zip(a, e))
        given, start = 0, dot(momenta[0])
        for k in range(1, len(momenta)):
            given += sum(dot(n) * impulses[k] for n, impulses in walls)
            error = max(error, abs(dot(momenta[k]) - start - given))
    return error


def find_faults(case, figures, reached):
    faults = []
    if not figures["finite"]:
        faults.append("numbers that are not finite")
    if reached < 1 - 1e-9:
        faults.append(f"ended at {reached:.2f} of the time")
    if figures["penetration"] > 1e-8:
        faults.append(f"penetration {figures['penetration']:.1e} of the size")
    if figures["energy"] > 1e-6:
        faults.append(f"energy rises by {figures['energy']:.1e}")
    if figures["plastic"] < -1e-9:
        faults.append(f"plastic work {figures['plastic']:.1e}")
    if figures["momentum"] > 1e-8:
        faults.append(f"momentum is off by {figures['momentum']:.1e}")
    if not figures["touched"]:
        faults.append("no contact where the motion leads to one")
    return faults
