"""What tests of the Python module share."""

import importlib.util
import pathlib
import tempfile
import unittest

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
INPUTS = ROOT / "inputs"

needs_scipy = unittest.skipUnless(importlib.util.find_spec("scipy"), "matrices need SciPy (package python3-scipy)")

def moved(model, q, v, size):
    """q moved by size v: sums, and products of quaternions with exp(size v / 2), written down here once more."""
    result = q.copy()
    nv = model.nv
    result[:nv] += size * v
    turning = [
        (dofs[0], nv + 4 * k)
        for k, dofs in enumerate(row for row in model.nodes["rotation_dofs"] if row[0] >= 0)
    ]
    for tangent, place in turning:
        result[tangent : tangent + 3] = q[tangent : tangent + 3]
        turn = size * v[tangent : tangent + 3]
        angle = np.linalg.norm(turn)
        axis = turn / angle if angle > 0 else np.zeros(3)
        s, x = np.cos(angle / 2), np.sin(angle / 2) * axis
        w, u = q[place], q[place + 1 : place + 4]
        product = np.concatenate([[w * s - u @ x], w * x + s * u + np.cross(u, x)])
        result[place : place + 4] = product / np.linalg.norm(product)
    return result


class Folder:
    """A temporary folder as a pathlib.Path, with a `with`."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        return pathlib.Path(self.folder.name)

    def __exit__(self, *_):
        self.folder.cleanup()
