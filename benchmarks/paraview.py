#!/usr/bin/env python3
"""Opens results of many kinds in ParaView and compares what it reads with the numbers in the files.

    benchmarks/paraview.py [--program build/jounce] [--pvpython pvpython] [-o FOLDER] [NAME...]

Runs decks of inputs/ and verification/ (RESULTS below, or those that are named) with few frames. ParaView (package
python3-paraview) opens NAME/fields.xdmf with its "XDMF Reader"; from 5.12 on it opens NAME/fields.vtkhdf too. Without
a display ParaView runs under xvfb-run (packages xvfb, xauth). For all frames the script compares times, numbers of points and cells, places, and least and greatest values of every component
of every field with those that h5py reads; cells of solids must have a positive volume (their nodes are in the order of
VTK). It draws the last frame with ParaView and with `jounce draw` side by side: FOLDER/NAME.png (paraview) and
FOLDER/NAME_jounce.png. Needs h5py. Ends with status 1 where something differs, and 77 where there is no ParaView.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys

RESULTS = {  # deck, changes, field of the pictures
    "solids": ("inputs/drop_test.toml", ["integrator.end=1.2e-3"], "von_mises_stress"),
    "quadratic_plane_solids": ("inputs/ring_against_wall.toml", [], "stress"),
    "plastic_solids": ("inputs/perforated_plate.toml", [], "plastic_strain"),
    "surfaces_in_contact": ("inputs/punch.toml", [], "normal_force"),
    "cells_that_fail": ("inputs/ball_through_plate.toml", [], "von_mises_stress"),
    "shells": ("verification/shell_benchmarks/hemisphere.toml", [], "displacement"),
    "beams": ("inputs/flying_spaghetti_space.toml", [], "section_moment"),
    "bars": ("inputs/elastic_bar.toml", [], "axial_force"),
    "spheres": ("inputs/sphere_pile.toml", ["integrator.end=0.3"], "contact_force"),
    "boxes": ("inputs/box_stack.toml", [], "velocity"),
    "all_shapes": ("inputs/shapes.toml", ["integrator.end=1"], "velocity"),
    "flexible_bodies": ("inputs/slider_crank_flexible.toml", [], "displacement"),
    "mechanism_with_springs": ("inputs/flyball_governor.toml", ["integrator.end=1"], "velocity"),
    "temperatures": ("inputs/bird_strike.toml", [], "temperature_rise"),
}

# Runs in the Python of ParaView: arguments file, picture, field; writes JSON to the standard output.
IN_PARAVIEW = r'''
import json, sys
from paraview.simple import *
from paraview import servermanager
from vtk.util.numpy_support import vtk_to_numpy
path, picture, field = sys.argv[1:4]
reader = XDMFReader(FileNames=[path]) if path.endswith(".xdmf") else VTKHDFReader(FileName=path)
reader.UpdatePipelineInformation()
given = reader.TimestepValues
times = [float(t) for t in (given if hasattr(given, "__len__") else [given])]
frames = []
for time in times:
    reader.UpdatePipeline(time)
    grid = servermanager.Fetch(reader)
    frame = {"points": grid.GetNumberOfPoints(), "cells": grid.GetNumberOfCells(), "fields": {},
             "places": [[float(x) for x in f(0)] for p in [vtk_to_numpy(grid.GetPoints().GetData())] for f in (p.min, p.max)]}
    for where, data in (("point", grid.GetPointData()), ("cell", grid.GetCellData())):
        for i in range(data.GetNumberOfArrays()):
            values = vtk_to_numpy(data.GetArray(i))
            values = values.reshape(len(values), -1)
            frame["fields"][where + " " + data.GetArrayName(i)] = [values.min(0).tolist(), values.max(0).tolist()]
    frames.append(frame)
last = grid.GetPointData().GetArray(field)
if last:  # a single number, or the magnitude
    sizes_of_field = vtk_to_numpy(last).reshape(grid.GetNumberOfPoints(), -1)
    sizes_of_field = sizes_of_field[:, 0] if sizes_of_field.shape[1] == 1 else (sizes_of_field ** 2).sum(1) ** 0.5
sizes = CellSize(Input=reader, ComputeVertexCount=0, ComputeLength=0, ComputeArea=0)
sizes.UpdatePipeline(times[0])
grid = servermanager.Fetch(sizes)
volumes = vtk_to_numpy(grid.GetCellData().GetArray("Volume"))
solid = [v for i, v in enumerate(volumes) if grid.GetCell(i).GetCellDimension() == 3]
view = CreateView("RenderView")
view.ViewSize = [1000, 750]
view.OrientationAxesVisibility = 1
shown = Show(reader, view)
shown.Representation = "Surface With Edges" if len(solid) or any(grid.GetCell(i).GetCellDimension() == 2 for i in range(min(50, grid.GetNumberOfCells()))) else "Surface"
shown.PointSize, shown.LineWidth = 12, 4
view.ViewTime = times[-1]
Render(view)
if reader.PointData.GetArray(field):
    ColorBy(shown, ("POINTS", field))
    GetColorTransferFunction(field).RescaleTransferFunction(float(sizes_of_field.min()), float(sizes_of_field.max()))
    shown.SetScalarBarVisibility(view, True)
if reader.CellData.GetArray("status"):
    rest = Threshold(Input=reader, Scalars=["CELLS", "status"], LowerThreshold=0.5, UpperThreshold=1.5)
    rest.UpdatePipeline(times[-1])
    Hide(reader, view)
    shown = Show(rest, view)
    shown.Representation = "Surface With Edges"
    ColorBy(shown, ("POINTS", field))
low, high = frames[-1]["places"]
if low[2] < high[2]:
    view.CameraPosition = [(a + b) / 2 + d for a, b, d in zip(low, high, (0.5, -0.75, 0.45))]
    view.CameraFocalPoint = [(a + b) / 2 for a, b in zip(low, high)]
    view.CameraViewUp = [0, 0, 1]
ResetCamera(view)
Render(view)
SaveScreenshot(picture, view)
print("JSON" + json.dumps({"times": times, "frames": frames, "least_volume": min(solid) if solid else None}))
'''

def in_file(path):
    """The same numbers by h5py."""
    import h5py

    with h5py.File(path) as file:
        root, steps = file["VTKHDF"], file["VTKHDF/Steps"]
        times = steps["Values"][:].tolist()
        points, cells = int(root["NumberOfPoints"][0]), int(root["NumberOfCells"][0])
        frames = []
        for k in range(len(times)):
            places = root["Points"][steps["PointOffsets"][k]:][:points]
            frame = {"points": points, "cells": cells, "fields": {}, "places": [places.min(0).tolist(), places.max(0).tolist()]}
            for where, group, rows in (("point", "PointData", points), ("cell", "CellData", cells)):
                for name, data in root[group].items() if group in root else ():
                    values = data[steps[group + "Offsets"][name][k]:][:rows].reshape(rows, -1)
                    frame["fields"][f"{where} {name}"] = [values.min(0).tolist(), values.max(0).tolist()]
            frames.append(frame)
        return {"times": times, "frames": frames}


def near(a, b, size):
    return len(a) == len(b) and all(abs(x - y) <= 1e-6 * size + 1e-300 or x == y for x, y in zip(a, b))


def differences(read, wanted):
    """Sentences about what differs."""
    found = []
    if not near(read["times"], wanted["times"], max(map(abs, wanted["times"]))):
        found.append(f"times {read['times'][:3]}... of {wanted['times'][:3]}...")
    for k, (a, b) in enumerate(zip(read["frames"], wanted["frames"])):
        for key in ("points", "cells"):
            if a[key] != b[key]:
                found.append(f"frame {k}: {a[key]} {key} of {b[key]}")
        if set(a["fields"]) != set(b["fields"]):
            found.append(f"frame {k}: fields {sorted(set(a['fields']) ^ set(b['fields']))} are in one alone")
        pairs = [("places", a["places"], b["places"])]
        pairs += [(name, a["fields"][name], b["fields"][name]) for name in a["fields"] if name in b["fields"]]
        for name, (low_a, high_a), (low_b, high_b) in pairs:
            size = max(map(abs, low_b + high_b))
            if not near(low_a, low_b, size) or not near(high_a, high_b, size):
                found.append(f"frame {k}: {name} from {low_a} to {high_a} of {low_b} to {high_b}")
    if read.get("least_volume") is not None and not read["least_volume"] > 0:
        found.append(f"a cell has the volume {read['least_volume']}")
    return found


def ask(command):
    for _ in range(4):  # a virtual display does not always begin
        done = subprocess.run(command, capture_output=True, text=True)
        answers = [line[4:] for line in done.stdout.splitlines() if line.startswith("JSON")]
        if answers or "CreateAWindow" not in done.stdout + done.stderr:
            break
    if not answers:
        raise RuntimeError(f"{os.path.basename(command[0])} read nothing: {(done.stderr or done.stdout).strip()[-400:]}")
    return json.loads(answers[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="build/jounce")
    parser.add_argument("--pvpython", default="pvpython")
    parser.add_argument("-o", "--output", default="results/paraview")
    parser.add_argument("names", nargs="*", default=list(RESULTS))
    arguments = parser.parse_args()
    pvpython = shutil.which(arguments.pvpython)
    if pvpython is None:
        print("skipped: there is no ParaView (package python3-paraview)")
        return 77
    version = subprocess.run([pvpython, "--version"], capture_output=True, text=True)
    words = (version.stdout + version.stderr).split()
    release = tuple(int(x) for x in words[-1].split("-")[0].split(".")[:2])
    print(" ".join(words))
    os.makedirs(arguments.output, exist_ok=True)
    display = [] if os.environ.get("DISPLAY") else ["xvfb-run", "-a"]
    failed = 0
    for name in arguments.names:
        if name not in RESULTS:
            print(f"there is no result '{name}'; there are {', '.join(RESULTS)}")
            return 2
        deck, changes, field = RESULTS[name]
        folder = os.path.join(arguments.output, name)
        sets = [word for change in ["output.frames=8", *changes] for word in ("--set", change)]
        subprocess.run([arguments.program, "run", deck, "-q", "-o", folder, *sets], check=True)
        wanted = in_file(os.path.join(folder, "fields.vtkhdf"))
        picture = os.path.join(arguments.output, name)
        questions = {"XDMF Reader": [*display, pvpython, "-c", IN_PARAVIEW, folder + "/fields.xdmf",
                                     picture + ".png", field]}
        if release >= (5, 12):
            questions["VTKHDF Reader"] = [*questions["XDMF Reader"][:-3], folder + "/fields.vtkhdf", picture + "_vtkhdf.png", field]
        for reader, command in questions.items():
            try:
                wrong = differences(ask(command), wanted)
            except RuntimeError as error:
                wrong = [str(error)]
            failed += bool(wrong)
            fields = len(wanted["frames"][-1]["fields"])
            print(f"{name}, {reader}: " + ("; ".join(wrong[:4]) if wrong else
                  f"{len(wanted['times'])} frames of {wanted['frames'][0]['points']} points with {fields} fields agree"), flush=True)
        subprocess.run([arguments.program, "draw", folder, "--field", field, "-o", picture + "_jounce.png"], check=True,
                       stdout=subprocess.DEVNULL)
    print(f"{failed} differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
