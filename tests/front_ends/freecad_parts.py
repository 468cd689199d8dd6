"""Parts that FreeCAD builds, meshes by Gmsh, has solved and reads back. Run by freecadcmd, see `run`.

JOUNCE_SOLVER is the program that FreeCAD starts as CalculiX, JOUNCE_FOLDER an empty folder for its files.
"""

import math
import os
import sys
import traceback

import FreeCAD
import ObjectsFem
import Part
from femmesh.gmshtools import GmshTools
from femtools import ccxtools

FOLDER = os.environ["JOUNCE_FOLDER"]


def set_solver(program):
    ccx = FreeCAD.ParamGet("User parameter:BaseApp/Preferences/Mod/Fem/Ccx")
    ccx.SetBool("UseStandardCcxLocation", False)
    ccx.SetString("ccxBinaryPath", program)


def check(condition, text):
    print("{}: {}".format("ok" if condition else "WRONG", text))
    return bool(condition)


class Model:
    """A part of steel (mm, t, s, N) with one analysis."""

    def __init__(self, name, shape, kind, size):
        self.name = name
        self.document = FreeCAD.newDocument(name)
        self.part = self.document.addObject("Part::Feature", "Part")
        self.part.Shape = shape
        self.analysis = ObjectsFem.makeAnalysis(self.document, "Analysis")
        self.solver = ObjectsFem.makeSolverCalculixCcxTools(self.document)
        self.solver.AnalysisType = kind
        self.solver.GeometricalNonlinearity = "linear"
        self.solver.IterationsControlParameterTimeUse = False
        material = ObjectsFem.makeMaterialSolid(self.document, "Steel")
        values = material.Material
        values.update(
            Name="Steel", YoungsModulus="210000 MPa", PoissonRatio="0.30", Density="7800 kg/m^3"
        )
        material.Material = values
        for member in (self.solver, material):
            self.analysis.addObject(member)
        self.document.recompute()
        mesh = ObjectsFem.makeMeshGmsh(self.document, "Mesh")
        mesh.Part = self.part
        mesh.ElementOrder = "2nd"
        mesh.CharacteristicLengthMax = "{} mm".format(size)
        self.analysis.addObject(mesh)
        self.document.recompute()
        problem = GmshTools(mesh).create_mesh()
        if problem:
            print(problem)

    def face_at(self, axis, place):
        for number, face in enumerate(self.part.Shape.Faces, 1):
            box = face.BoundBox
            least = (box.XMin, box.YMin, box.ZMin)["xyz".index(axis)]
            most = (box.XMax, box.YMax, box.ZMax)["xyz".index(axis)]
            if abs(least - place) < 1e-6 and abs(most - place) < 1e-6:
                return (self.part, "Face{}".format(number))
        raise ValueError("no face at {} = {}".format(axis, place))

    def hold(self, face):
        fixed = ObjectsFem.makeConstraintFixed(self.document, "Fixed")
        fixed.References = [face]
        self.analysis.addObject(fixed)

    def push(self, face, force, reversed_):
        load = ObjectsFem.makeConstraintForce(self.document, "Force")
        load.References = [face]
        load.Force = force
        load.Direction = (self.part, [self.edge_along_z()])
        load.Reversed = reversed_
        self.analysis.addObject(load)

    def edge_along_z(self):
        for number, edge in enumerate(self.part.Shape.Edges, 1):
            box = edge.BoundBox
            if box.ZLength > 1e-6 and box.XLength < 1e-6 and box.YLength < 1e-6:
                return "Edge{}".format(number)
        raise ValueError("no edge along z")

    def solve(self):
        """Result objects in the order of FreeCAD's tree."""
        self.document.recompute()
        tools = ccxtools.FemToolsCcx(self.analysis, self.solver)
        tools.update_objects()
        folder = os.path.join(FOLDER, self.name)
        os.makedirs(folder)
        tools.setup_working_dir(folder)
        tools.setup_ccx()
        message = tools.check_prerequisites()
        if message:
            raise RuntimeError(message)
        tools.purge_results()
        tools.write_inp_file()
        status = tools.ccx_run()
        if status != 0:
            raise RuntimeError("the solver ended with status {}".format(status))
        tools.load_results()
        return [
            member
            for member in self.analysis.Group
            if member.isDerivedFrom("Fem::FemResultObject")
        ]


def bracket():
    """A bracket: FreeCAD reads displacements, stresses, strains; the load comes out at the wall."""
    arm = Part.makeBox(100, 10, 10)
    foot = Part.makeBox(10, 10, 50)
    model = Model("bracket", arm.fuse(foot).removeSplitter(), "static", 5)
    model.hold(model.face_at("z", 50))
    model.push(model.face_at("x", 100), 100, True)
    (result,) = model.solve()
    # Euler and Bernoulli: the arm bends, and the foot turns its root by M l / (E I), M = F (100 - 5).
    stiffness = 210000 * 10**4 / 12
    bending = 100 * 95**3 / (3 * stiffness) + 100 * 95 * 45 / stiffness * 95
    largest = max(result.DisplacementLengths)
    nodes = result.Mesh.FemMesh.Nodes
    return [
        check(len(result.DisplacementVectors) == len(nodes), "displacements of all nodes"),
        check(0.9 < largest / bending < 1.15, "displacement {:.4f} (beam: {:.4f})".format(largest, bending)),
        check(len(result.vonMises) == len(nodes) and max(result.vonMises) > 6 * 9500 / 1000 * 0.8,
              "largest von Mises stress {:.1f}".format(max(result.vonMises))),
        check(len(result.NodeStrainXX) == len(nodes), "strains of all nodes"),
    ]


def modes():
    """The first modes of a cantilever, by FreeCAD's default deck with its upper limit."""
    model = Model("modes", Part.makeBox(200, 20, 10), "frequency", 8)
    model.solver.EigenmodesCount = 4
    model.hold(model.face_at("x", 0))
    results = model.solve()
    found = [r.EigenmodeFrequency for r in results]
    area, inertia = 200, 20 * 10**3 / 12
    first = 1.875104**2 / (2 * math.pi) * math.sqrt(210000 * inertia / (7.8e-9 * area * 200**4))
    return [
        check(len(results) == 4, "{} modes of 4".format(len(results))),
        check(found == sorted(found), "frequencies {}".format(found)),
        check(abs(found[0] / first - 1) < 0.03, "first {:.2f} (beam: {:.2f})".format(found[0], first)),
        check([r.Eigenmode for r in results] == [1, 2, 3, 4], "numbers of the modes"),
    ]


def buckling():
    """A column under its end load."""
    model = Model("buckling", Part.makeBox(10, 5, 200), "buckling", 5)
    model.solver.BucklingFactors = 2
    model.hold(model.face_at("z", 0))
    model.push(model.face_at("z", 200), 100, True)
    results = model.solve()
    euler = math.pi**2 * 210000 * 10 * 5**3 / 12 / (4 * 200**2) / 100
    factors = []
    with open(os.path.join(FOLDER, "buckling", "Mesh.dat")) as text:
        for line in text:
            words = line.split()
            if len(words) == 2 and words[0].isdigit():
                factors.append(float(words[1]))
    shapes = [r for r in results if r.DisplacementLengths and max(r.DisplacementLengths) > 0]
    return [
        check(len(factors) == 2, "factors {}".format(factors)),
        check(abs(factors[0] / euler - 1) < 0.03, "first {:.3f} (Euler: {:.3f})".format(factors[0], euler)),
        check(len(shapes) >= 2, "{} shapes".format(len(shapes))),
    ]


def main():
    set_solver(os.environ["JOUNCE_SOLVER"])
    passed = True
    for model in (bracket, modes, buckling):
        print("== {}".format(model.__name__))
        try:
            passed = all(model()) and passed
        except Exception:
            traceback.print_exc(file=sys.stdout)
            passed = False
    print("FreeCAD: {}".format("passed" if passed else "failed"))


main()
