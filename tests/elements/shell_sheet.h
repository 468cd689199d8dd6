#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "../support/specimens.h"
#include "elements/shell.h"
#include "math/rotation.h"

namespace jounce::test {

inline constexpr double kShellE = 200, kShellNu = 0.3, kShellH = 0.5;

/// A sheet of shells.
struct ShellSheet {
  std::string corners = "[0, 0, 0, 3, 0.4, 0, 2.4, 2.5, 0, -0.3, 1.6, 0]";
  std::string cells = "quadrilaterals";
  std::string counts = "[2, 2]";
  std::string keys = {};
  std::string material = "[[material]]\nname = \"m\"\nE = 200\nnu = 0.3\nrho = 1.5\n";
  double thickness = 0.05;
  int order = 1;
};

inline std::unique_ptr<Model> sheet(const ShellSheet& s, const std::string& more = "",
                                    const std::string& gravity = "") {
  return build(
      s.material + fmt::format("[[mesh]]\nname = \"l\"\ntype = \"sheet\"\ncorners = {}\ncounts = {}\n"
                               "cells = \"{}\"\norder = {}\n[[element]]\nname = \"plate\"\ntype = \"shell\"\n"
                               "mesh = \"l\"\nmaterial = \"m\"\nthickness = {}\n{}\n{}",
                               s.corners, s.counts, s.cells, s.order, s.thickness, s.keys, more),
      3, gravity);
}

inline const ShellElements& shell_of(const Model& model) { return *shells_of(model.system.blocks()).front(); }

inline Vector shell_force(const Model& model, const State& state) {
  Vector f = Vector::Zero(state.v.size());
  shell_of(model).add_force(state, f);
  return f;
}

/// Places and turns every node: x(X), and the rotation vector psi(X).
template <class Place, class Turn>
State placed_shell(const Model& model, const Place& x, const Turn& psi) {
  State state = model.system.initial_state();
  const ShellCells& cells = shell_of(model).cells();
  for (std::size_t a = 0; a < cells.points.size(); ++a) {
    const Vector3 at = x(cells.places[a]);
    for (int k = 0; k < 3; ++k) state.q[cells.dofs[a][k]] = at[k];
    const Quaternion turn = rotation_exponential(psi(cells.places[a]));
    const Index w = cells.quaternions[a];
    state.q[w] = turn.w();
    for (int k = 0; k < 3; ++k) state.q[w + 1 + k] = turn.vec()[k];
  }
  return state;
}

/// Shapes and orders of cells.
struct ShellKind {
  std::string cells;
  int order;
};
inline std::vector<ShellKind> shell_kinds() {
  return {{"quadrilaterals", 1}, {"triangles", 1}, {"quadrilaterals", 2}, {"triangles", 2}};
}

inline constexpr double kPatchArea = 2.4 * 1.2;

inline bool is_on_patch_boundary(const Vector3& X) {
  const double near = 1e-9;
  return X.x() < near || X.y() < near || X.x() > 2.4 - near || X.y() > 1.2 - near;
}

/// A plate of 2.4 by 1.2 whose five quadrilaterals (or ten triangles) are all different, as a Gmsh file: the
/// patch of R. H. MacNeal, R. L. Harder, Finite Elem. Anal. Des. 1 (1985) 3, ten times as large.
std::unique_ptr<Model> patch(const ShellKind& kind);

}  // namespace jounce::test
