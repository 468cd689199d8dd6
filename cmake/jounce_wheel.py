"""Backend of `pip wheel .` (PEP 517): builds the Python module with CMake and packs it into a wheel.

    pip wheel . --no-index                                     compiles what is missing in build/
    pip wheel . --config-settings=build=build-debug            in another build tree
    pip wheel . --config-settings=compile=no                   takes what that tree has

The wheel has the package jounce, its reader of meshes jounce_gmsh, and the type stubs. It links libraries of the system.
"""

import base64
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
METADATA = """Metadata-Version: 2.1
Name: jounce
Version: {version}
Summary: {summary}
License: BSD-3-Clause
Requires-Python: >=3.11
Requires-Dist: numpy
Provides-Extra: matrices
Requires-Dist: scipy; extra == "matrices"
Provides-Extra: xarray
Requires-Dist: xarray; extra == "xarray"
"""


def _project():
    text = (ROOT / "CMakeLists.txt").read_text()
    version, summary = re.search(r'project\(jounce VERSION (\S+) DESCRIPTION "([^"]*)"', text).groups()
    return version, summary


def _compile(build):
    if not (build / "CMakeCache.txt").exists():
        subprocess.run(["cmake", "--preset", "release", "-B", str(build)], cwd=ROOT, check=True)
    subprocess.run(["cmake", "--build", str(build), "--target", "jounce_python"], cwd=ROOT, check=True)


def _module(build):
    module = build / "python" / "jounce" / ("_core" + sysconfig.get_config_var("EXT_SUFFIX"))
    if not module.exists():
        raise SystemExit(
            f"{module} is missing: the Python module in {build} is built for another interpreter than {sys.executable}, "
            "or not at all; call pip by the one that CMake has found (/usr/bin/python3 -m pip wheel .)"
        )
    return module


def _stripped(program, folder):
    copy = pathlib.Path(folder) / program.name
    shutil.copy2(program, copy)
    if shutil.which("strip"):
        subprocess.run(["strip", "--strip-unneeded", str(copy)], check=True)
    return copy.read_bytes()


def _write(path, tag, version, files):
    record = ""
    info = f"jounce-{version}.dist-info"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:

        def add(name, content, mode=0o644):
            nonlocal record
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record += f"{name},sha256={digest},{len(content)}\n"

        for name, (content, mode) in files.items():
            add(name, content, mode)
        version, summary = _project()
        add(f"{info}/METADATA", METADATA.format(version=version, summary=summary).encode())
        for licence in ("LICENSE", "LICENSE-BINARIES.md"):
            add(f"{info}/{licence}", (ROOT / licence).read_bytes())
        add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: jounce\nRoot-Is-Purelib: false\nTag: {tag}\n".encode())
        record += f"{info}/RECORD,,\n"
        wheel.writestr(f"{info}/RECORD", record)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    settings = config_settings or {}
    build = (ROOT / settings.get("build", "build")).resolve()
    if settings.get("compile") != "no":
        _compile(build)
    module = _module(build)
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    tag = f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
    version, _ = _project()
    files = {
        f"jounce/{file.name}": (file.read_bytes(), 0o644)
        for file in sorted((ROOT / "src" / "python" / "jounce").iterdir())
        if file.suffix in (".py", ".pyi") or file.name == "py.typed"
    }
    files["jounce/parts.pyi"] = ((module.parent / "parts.pyi").read_bytes(), 0o644)
    with tempfile.TemporaryDirectory() as folder:
        files[f"jounce/{module.name}"] = (_stripped(module, folder), 0o755)
        files["jounce/jounce_gmsh"] = (_stripped(build / "jounce_gmsh", folder), 0o755)
    name = f"jounce-{version}-{tag}.whl"
    _write(pathlib.Path(wheel_directory) / name, tag, version, files)
    return name
