#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "model/flexible_body.h"

namespace jounce {

/// A linear finite element model on its nodes: what a flexible body is made from. Matrices are N x N over the
/// nodal displacements and small rotations, in the axes of the undeformed body.
struct LinearModel {
  int dimension = 3;
  std::vector<Vector3> points;
  std::vector<std::array<Index, 6>> rows;  ///< unknowns of a node: displacements, rotations; -1: none
  SparseMatrix M, K, C;
  std::array<SparseMatrix, 9> H;  ///< H[3 k + l] = int rho S_k^T S_l, of displacements without rotary inertia
  std::array<Vector, 9> b;        ///< b[3 k + l] = int rho r_k S_l
  std::array<SparseMatrix, 9> G;  ///< geometric stiffness under rotation, where asked for
  std::vector<std::pair<std::string, std::vector<int>>> groups;
  std::vector<std::array<int, 2>> lines;

  /// Elements of a mesh, and those of their sides that belong to one only: what groups of nodes stand for.
  /// None where matrices were imported.
  struct Cell {
    int dimension = 0;
    double size = 0;  ///< volume, area or length
    Vector3 centroid;
    std::vector<int> nodes;
  };
  std::vector<Cell> cells;
  /// Centroid of the cells of the highest dimension whose nodes all belong to the group: of the area of a
  /// face, say. Where there are none, the mean of the nodes.
  Vector3 centroid(const std::vector<int>& nodes) const;

  /// Derivative of K along nodal displacements x: the geometric stiffness of the stresses that x causes.
  /// Empty where the source of the matrices does not know it.
  std::function<SparseMatrix(const Vector& x)> stiffness_change;

  /// Where unknowns were tied to each other: displacements of all nodes from the unknowns left, and their
  /// rows there. Empty: the unknowns are the displacements.
  SparseMatrix recovery;
  std::vector<std::array<Index, 6>> recovered_rows;

  Index size() const { return static_cast<Index>(M.rows()); }
  const std::vector<int>* find_group(const std::string& name) const;
};

/// Adds to H and b what follows from a mass matrix whose interpolation is the same for all components and
/// does not involve rotations (bars, solids, shear-deformable beams): int rho S_k^T S_l has the entries of M
/// between equal components. Rows and columns of M with rotations are left out.
void add_isotropic_products(LinearModel& model, const SparseMatrix& M);

/// Makes each group of nodes a rigid face: its nodes follow a new node at their centroid with displacements
/// and rotations, u = U + phi x (r - r_centre), and the group then has this node alone. The groups may share
/// no node. Nodes with rotations follow with these, too.
LinearModel with_rigid_faces(const LinearModel& model, const std::vector<std::string>& groups);

/// Rigid motions as nodal vectors: translations along x, y, z, rotations about the frame's axes x, y, z. In
/// the plane those out of it are zero.
Eigen::Matrix<double, Eigen::Dynamic, 6> rigid_motions(const LinearModel& model);

/// The body with elastic coordinates q, x = Phi q (N x n).
FlexibleBody make_flexible_body(const LinearModel& model, const SparseMatrix& Phi);

}  // namespace jounce
