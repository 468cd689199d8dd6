"""The examples of FreeCAD's FEM workbench (femexamples) through a solver: which of them it accepts, and whether
FreeCAD reads results back. Run by freecadcmd, see `run`. JOUNCE_SOLVER and JOUNCE_FOLDER as in freecad_parts.py;
JOUNCE_EXAMPLES names examples (all: empty).
"""

import glob
import importlib
import os

import FreeCAD
import femexamples
from femtools import ccxtools

FOLDER = os.environ["JOUNCE_FOLDER"]
TOO_LONG = ["constraint_contact_shell_shell"]  # more than ten minutes: run only where it is named


def names():
    chosen = os.environ.get("JOUNCE_EXAMPLES", "").split()
    files = glob.glob(os.path.join(os.path.dirname(femexamples.__file__), "*.py"))
    known = sorted(os.path.splitext(os.path.basename(file))[0] for file in files)
    return chosen or [name for name in known if name not in TOO_LONG]


def make(name):
    """The solver object of an example; None for what is no example of CalculiX."""
    module = importlib.import_module("femexamples." + name)
    if not hasattr(module, "get_information"):
        return None
    if "calculix" not in module.get_information().get("solvers", []):
        return None
    document = FreeCAD.newDocument(name)
    module.setup(document, "ccxtools")
    document.recompute()
    analysis = next(o for o in document.Objects if o.isDerivedFrom("Fem::FemAnalysis"))
    solver = next(o for o in analysis.Group if o.isDerivedFrom("Fem::FemSolverObjectPython"))
    return analysis, solver


def outcome(name, analysis, solver):
    tools = ccxtools.FemToolsCcx(analysis, solver)
    tools.update_objects()
    folder = os.path.join(FOLDER, name)
    os.makedirs(folder)
    tools.setup_working_dir(folder)
    tools.setup_ccx()
    message = tools.check_prerequisites()
    if message:
        return "not run by FreeCAD: " + message.strip().splitlines()[0]
    tools.purge_results()
    tools.write_inp_file()
    status = tools.ccx_run()
    if status != 0:
        errors = [line for line in tools.ccx_stdout.splitlines() if "ERROR" in line]
        return "refused: " + (errors or ["status {}".format(status)])[0].strip()[:150]
    tools.load_results()
    results = [o for o in analysis.Group if o.isDerivedFrom("Fem::FemResultObject")]
    displaced = [r for r in results if len(r.DisplacementVectors) > 0]
    if not displaced:
        return "no displacements were read back"
    largest = max(max(r.DisplacementLengths) for r in displaced)
    stress = max(max(r.vonMises) if r.vonMises else 0 for r in displaced)
    return "accepted, {} results, largest displacement {:.5g}, von Mises {:.5g}".format(
        len(displaced), largest, stress)


def main():
    ccx = FreeCAD.ParamGet("User parameter:BaseApp/Preferences/Mod/Fem/Ccx")
    ccx.SetBool("UseStandardCcxLocation", False)
    ccx.SetString("ccxBinaryPath", os.environ["JOUNCE_SOLVER"])
    total = accepted = 0
    for name in names():
        try:
            made = make(name)
            if made is None:
                continue
            total += 1
            text = outcome(name, *made)
        except Exception as error:
            text = "failed in FreeCAD: {}".format(error)
        accepted += text.startswith("accepted")
        print("\nEXAMPLE {}: {}".format(name, text), flush=True)
        if FreeCAD.ActiveDocument is not None:
            FreeCAD.closeDocument(FreeCAD.ActiveDocument.Name)
    print("EXAMPLES: {} of {} accepted and read back".format(accepted, total))


main()
