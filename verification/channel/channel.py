#!/usr/bin/env python3
"""Figures and pictures of a run of inputs/channel.toml, from its history.csv and fields.vtkhdf.

    python3 verification/channel/channel.py channel.results [--from T] [--cells NX NY] [--pictures FOLDER]

Prints means over the rows and frames from the time T on (default: the second half): spheres, solid fraction, contacts with a
force, contacts per sphere (2 contacts / spheres: every contact between spheres belongs to two), largest penetration; peaks of
speed and angular speed averaged over the spheres of a cell, in the last frame as in the paper and in the mean of all frames;
the radial distribution function of the spheres with x in [12, 14] cm (of the channel's 15) and the place of its peak. With
--pictures: spheres from above coloured by speed, fields of speed and angular speed, radial distribution function.

Needs numpy, h5py and, for pictures, matplotlib.
"""
import argparse
import csv
import math
import pathlib

import h5py
import numpy as np

LENGTH, WIDTH, HEIGHT = 0.15, 0.065, 0.02
OBSTACLE = (math.pi / 2 * 0.01**2 + 0.01 * 0.02) * HEIGHT
LEAST = 3  # spheres of a cell that counts for a peak


def frames(folder, start):
    """Time, positions, velocities and angular velocities of the spheres that are there, for every frame from `start` on."""
    with h5py.File(folder / "fields.vtkhdf") as file:
        root = file["VTKHDF"]
        times = root["Steps/Values"][: root["Steps"].attrs["NSteps"]]
        n = int(root["NumberOfPoints"][0])
        for k, t in enumerate(times):
            if t < start and k + 1 < len(times):
                continue
            rows = slice(k * n, (k + 1) * n)
            there = root["PointData/present"][rows].ravel() > 0.5
            yield (t, root["Points"][rows][there], root["PointData/velocity"][rows][there],
                   root["PointData/angular_velocity"][rows][there])


def history(folder, start):
    """Columns of history.csv from `start` on."""
    with open(folder / "history.csv", encoding="utf-8") as file:
        reader = csv.reader(file)
        names = next(reader)
        rows = np.array([[float(x) for x in row] for row in reader])
    rows = rows[rows[:, 0] >= start]
    return dict(zip(names, rows.T))


def cell_sums(x, values, cells):
    """Number of spheres and sum of values in every cell of the plane from above."""
    i = np.clip((x[:, 0] / LENGTH * cells[0]).astype(int), 0, cells[0] - 1)
    j = np.clip((x[:, 1] / WIDTH * cells[1]).astype(int), 0, cells[1] - 1)
    at = i * cells[1] + j
    count = np.bincount(at, minlength=cells[0] * cells[1]).reshape(cells)
    return count, [np.bincount(at, v, cells[0] * cells[1]).reshape(cells) for v in values]


def mean(total, count):
    """Total over count where there are at least LEAST spheres, else not a number."""
    return np.where(count >= LEAST, total / np.maximum(count, 1), np.nan)


def radial_distribution(x, diameter, bins=200, reach=5.0):
    """Histogram of the distances of the spheres with x in [12, 14] cm, over that of points spread evenly where centres can be.

    Such points have rho 4 pi r^2 s(r) dr neighbours, with s the part of the box that lies in it when shifted by r, in the mean
    over all directions u: the product of 1 - r |u_i| / L_i. (The paper leaves s out; its region is 20 diameters wide.)
    """
    x = x[(x[:, 0] >= 0.12) & (x[:, 0] <= 0.14)]
    box = np.array([0.02, WIDTH - diameter, HEIGHT - diameter])
    density = len(x) / box.prod()
    k = np.arange(2000) + 0.5
    height, turn = 1 - k / 1000, math.pi * (1 + 5**0.5) * k
    u = np.abs(np.array([np.sqrt(1 - height**2) * np.cos(turn), np.sqrt(1 - height**2) * np.sin(turn), height]))
    edges = np.linspace(0, reach * diameter, bins + 1)
    total = np.zeros(bins)
    for first in range(0, len(x), 500):
        d = np.linalg.norm(x[first:first + 500, None, :] - x[None, :, :], axis=2)
        total += np.histogram(d[d > 0], edges)[0]
    r = (edges[1:] + edges[:-1]) / 2
    inside = np.prod(np.clip(1 - r[:, None, None] * u / box[:, None], 0, 1), axis=1).mean(axis=1)
    expected = density * 4 / 3 * math.pi * (edges[1:]**3 - edges[:-1]**3) * inside
    return r / diameter, total / max(len(x), 1) / expected


def draw_from_above(axes, x, speed, radius, largest):
    """Spheres from above, the upper ones over the lower ones."""
    from matplotlib.collections import EllipseCollection
    from matplotlib.patches import PathPatch, Path
    order = np.argsort(x[:, 2])
    size = 2e3 * radius
    spheres = EllipseCollection(size, size, 0, units="xy", offsets=1e3 * x[order, :2], transOffset=axes.transData,
                                array=speed[order], cmap="viridis", linewidths=0)
    spheres.set_clim(0, largest)
    axes.add_collection(spheres)
    turn = np.linspace(math.pi / 2, 3 * math.pi / 2, 60)
    corners = [(50, 30), (50, 50)] + [(40 + 10 * math.cos(a), 40 + 10 * math.sin(a)) for a in turn]
    axes.add_patch(PathPatch(Path(corners + [corners[0]]), facecolor="0.75", edgecolor="0.3"))
    axes.set(xlim=(0, 150), ylim=(0, 65), aspect="equal", ylabel="y [mm]")
    return spheres


def pictures(folder, last, radius, fields, distribution):
    """Draws everything into the folder."""
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    folder.mkdir(parents=True, exist_ok=True)
    _, x, v, _ = last
    speed = np.linalg.norm(v, axis=1)
    figure, axes = plt.subplots(figsize=(7.2, 3.5), dpi=110, layout="constrained")
    drawn = draw_from_above(axes, x, speed, radius, 1.5)
    axes.set_xlabel("x [mm]")
    figure.colorbar(drawn, ax=axes, label="speed [m/s]", shrink=0.85)
    figure.savefig(folder / "channel_speed.png")
    figure, both = plt.subplots(2, 1, figsize=(7.2, 6.4), dpi=110, layout="constrained")
    for axes, (label, field, largest) in zip(both, fields):
        image = axes.imshow(field.T, origin="lower", extent=(0, 150, 0, 65), cmap="viridis", vmin=0, vmax=largest)
        axes.set(xlabel="x [mm]", ylabel="y [mm]")
        figure.colorbar(image, ax=axes, label=label)
    figure.savefig(folder / "channel_fields.png")
    figure, axes = plt.subplots(figsize=(5.5, 3.2), dpi=110, layout="constrained")
    axes.plot(*distribution)
    axes.axhline(1, ls=":", c="0.5")
    axes.set(xlabel="distance / diameter", ylabel="g", xlim=(0, 5), ylim=(0, None))
    figure.savefig(folder / "channel_distribution.png")


def main():
    """Reads the run, prints its figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--from", dest="start", type=float)
    parser.add_argument("--cells", type=int, nargs=2)
    parser.add_argument("--pictures", type=pathlib.Path)
    options = parser.parse_args()
    whole = history(options.folder, -math.inf)
    start = options.start if options.start is not None else 0.5 * whole["time"][-1]
    rows = history(options.folder, start)
    text = (options.folder / "resolved.toml").read_text(encoding="utf-8")
    radius = next(float(line.split("=")[1].split("#")[0]) for line in text.splitlines() if line.startswith("radius ="))
    pitch = radius / 0.47
    cells = tuple(options.cells or (round(LENGTH / pitch), round(WIDTH / pitch)))
    count, totals, used = np.zeros(cells), [np.zeros(cells), np.zeros(cells)], 0
    distances, g = None, 0
    for last in frames(options.folder, start):
        _, x, v, omega = last
        speeds = np.linalg.norm(v, axis=1), np.linalg.norm(omega, axis=1)
        last_count, last_totals = cell_sums(x, speeds, cells)
        count += last_count
        totals = [a + b for a, b in zip(totals, last_totals)]
        distances, add = radial_distribution(x, 2 * radius)
        g = g + add
        used += 1
    g = g / used
    spheres = rows["spheres"].mean()
    volume = 4 / 3 * math.pi * radius**3
    print(f"radius {1e3 * radius:g} mm; {len(rows['time'])} rows, {used} frames from t = {start:g} s to {rows['time'][-1]:g} s")
    print(f"spheres                 {spheres:.1f}  ({rows['spheres'].min():.0f} to {rows['spheres'].max():.0f})")
    print(f"solid fraction          {100 * spheres * volume / (LENGTH * WIDTH * HEIGHT - OBSTACLE):.2f} %")
    print(f"contacts                {rows['contacts'].mean():.1f}")
    print(f"contacts per sphere     {2 * rows['contacts'].mean() / spheres:.3f}")
    print(f"largest penetration     {100 * whole['max_penetration'].max() / radius:.3g} % of the radius (whole run)")
    fields = []
    for name, part, total, unit in zip(("speed", "angular speed"), last_totals, totals, ("m/s", "rad/s")):
        one, all_frames = mean(part, last_count), mean(total, count)
        print(f"peak of {name:15} {np.nanmax(one):.3f} {unit} in the last frame, {np.nanmax(all_frames):.3f} {unit} in the mean"
              f" ({cells[0]} x {cells[1]} cells)")
        fields.append((f"{name} [{unit}]", all_frames, float(np.nanquantile(all_frames, 0.995))))
    print(f"radial distribution     peak {g.max():.2f} at {distances[g.argmax()]:.3f} diameters")
    if options.pictures:
        pictures(options.pictures, last, radius, fields, (distances, g))


if __name__ == "__main__":
    main()
