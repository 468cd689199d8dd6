#include <cassert>

#include "math/rotation.h"
#include "reduction/linear_model.h"

namespace jounce {
namespace {

using Triplets = std::vector<Eigen::Triplet<double, Index>>;

constexpr std::array<Index, 6> kNone = {-1, -1, -1, -1, -1, -1};

/// Rows of a node's unknowns by those of the face that it follows.
void follow(const std::array<Index, 6>& rows, const Vector3& arm, const std::array<Index, 6>& face,
            Triplets& T) {
  const Matrix3 turn = -skew(arm);  // phi x arm
  for (std::size_t k = 0; k < 6; ++k) {
    if (rows[k] < 0) continue;
    T.emplace_back(rows[k], face[k], 1.0);
    if (k >= 3) continue;
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (const double value = turn(static_cast<Index>(k), static_cast<Index>(axis));
          face[3 + axis] >= 0 && value != 0)
        T.emplace_back(rows[k], face[3 + axis], value);
  }
}

}  // namespace

LinearModel with_rigid_faces(const LinearModel& model, const std::vector<std::string>& groups) {
  LinearModel tied = model;
  std::vector<int> face_of_node(model.points.size(), -1);
  for (std::size_t face = 0; face < groups.size(); ++face)
    for (const int node : *model.find_group(groups[face])) face_of_node[node] = static_cast<int>(face);

  Index unknowns = 0;
  std::vector<Index> place(static_cast<std::size_t>(model.size()), -1);  // of the unknowns that stay
  for (std::size_t node = 0; node < model.points.size(); ++node)
    for (std::size_t k = 0; k < 6; ++k) {
      const Index row = model.rows[node][k];
      if (row < 0) continue;
      tied.rows[node][k] = face_of_node[node] < 0 ? unknowns : -1;
      if (face_of_node[node] < 0) place[row] = unknowns++;
    }
  tied.recovered_rows = model.rows;
  Triplets T, R;  // old unknowns, and recovered displacements, by the new unknowns
  for (std::size_t row = 0; row < place.size(); ++row)
    if (place[row] >= 0) T.emplace_back(static_cast<Index>(row), place[row], 1.0);
  Index recovered = model.size();
  for (const std::string& name : groups) {
    const auto& nodes = *model.find_group(name);
    const Vector3 centre = model.centroid(nodes);
    std::array<Index, 6> face = kNone, rows = kNone;
    for (std::size_t k = 0; k < 6; ++k) {
      const bool in_plane = k < 2 || k == 5;
      if (model.dimension == 2 && !in_plane) continue;
      face[k] = unknowns++;
      rows[k] = recovered++;
      R.emplace_back(rows[k], face[k], 1.0);
    }
    for (const int node : nodes) {
      const auto i = static_cast<std::size_t>(node);
      follow(model.rows[i], model.points[i] - centre, face, T);
    }
    for (auto& [other, list] : tied.groups)
      if (other == name) list = {static_cast<int>(tied.points.size())};
    tied.points.push_back(centre);
    tied.rows.push_back(face);
    tied.recovered_rows.push_back(rows);
  }
  SparseMatrix transform(model.size(), unknowns);
  transform.setFromTriplets(T.begin(), T.end());
  R.insert(R.end(), T.begin(), T.end());
  tied.recovery.resize(recovered, unknowns);
  tied.recovery.setFromTriplets(R.begin(), R.end());
  const auto reduce = [&](SparseMatrix& A) {
    if (A.size() > 0) A = SparseMatrix(transform.transpose() * A * transform);
  };
  reduce(tied.M);
  reduce(tied.K);
  reduce(tied.C);
  for (SparseMatrix& H : tied.H) reduce(H);
  for (SparseMatrix& G : tied.G) reduce(G);
  for (Vector& b : tied.b)
    if (b.size() > 0) b = transform.transpose() * b;
  if (model.stiffness_change)
    tied.stiffness_change = [transform, change = model.stiffness_change](const Vector& x) {
      return SparseMatrix(transform.transpose() * change(transform * x) * transform);
    };
  return tied;
}

}  // namespace jounce
