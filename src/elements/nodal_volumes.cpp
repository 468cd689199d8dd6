#include "elements/nodal_volumes.h"

#include <Eigen/Geometry>

namespace jounce {
namespace {

using Corners = std::array<Vector3, 4>;

/// Gradients of the volume of a tetrahedron by the places of its corners.
Corners volume_gradients(const Corners& x) {
  const Vector3 a = x[1] - x[0], b = x[2] - x[0], c = x[3] - x[0];
  Corners out = {Vector3::Zero(), b.cross(c) / 6, c.cross(a) / 6, a.cross(b) / 6};
  out[0] = -(out[1] + out[2] + out[3]);
  return out;
}

double volume_of(const Corners& x) { return (x[1] - x[0]).dot((x[2] - x[0]).cross(x[3] - x[0])) / 6; }

Corners sum_of(const Corners& a, const Corners& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]};
}

}  // namespace

NodalVolumes::NodalVolumes(const SolidCells& cells, bool finite_strain)
    : finite_strain_(finite_strain), nodes_(cells.nodes), X_(cells.places), dofs_(cells.dofs) {
  const std::size_t n = cells.size(), points = cells.points.size();
  volume_.resize(n);
  for (std::size_t e = 0; e < n; ++e) volume_[e] = volume_of(reference(e));
  first_.assign(points + 1, 0);
  for (const int node : nodes_) ++first_[static_cast<std::size_t>(node) + 1];
  for (std::size_t node = 0; node < points; ++node) first_[node + 1] += first_[node];
  elements_.resize(nodes_.size());
  std::vector<int> next(first_.begin(), first_.end() - 1);
  for (std::size_t i = 0; i < nodes_.size(); ++i) elements_[next[nodes_[i]]++] = static_cast<int>(i / 4);
}

NodalVolumes::Corners NodalVolumes::reference(std::size_t element) const {
  Corners X;
  for (int i = 0; i < 4; ++i) X[i] = Vector3::Map(&X_[3 * corners(element)[i]]);
  return X;
}

NodalVolumes::Corners NodalVolumes::displacements(std::size_t element, const double* u) const {
  Corners out;
  for (int i = 0; i < 4; ++i) out[i] = Vector3::Map(u + 4 * corners(element)[i]);
  return out;
}

double NodalVolumes::volume_change(const Corners& X, const Corners& u) const {
  if (finite_strain_) return volume_of(sum_of(X, u)) - volume_of(X);
  const Corners gradients = volume_gradients(X);
  double sum = 0;
  for (int i = 1; i < 4; ++i) sum += gradients[i].dot(u[i] - u[0]);
  return sum;
}

void NodalVolumes::find(const double* u, std::span<const std::uint8_t> deleted,
                        std::span<double> change) const {
  const std::size_t points = first_.size() - 1;
  sum_.assign(points, 0.0);
  whole_.assign(points, 0.0);
  for (std::size_t e = 0; e < volume_.size(); ++e) {
    if (!deleted.empty() && deleted[e] != 0) continue;
    const double by = volume_change(reference(e), displacements(e, u));
    for (int i = 0; i < 4; ++i) {
      sum_[corners(e)[i]] += by;
      whole_[corners(e)[i]] += volume_[e];
    }
  }
  for (std::size_t node = 0; node < points; ++node)
    if (whole_[node] > 0) sum_[node] /= whole_[node];
  for (std::size_t e = 0; e < volume_.size(); ++e) {
    double mean = 0;
    for (int i = 0; i < 4; ++i) mean += sum_[corners(e)[i]];
    change[e] = mean / 4;
  }
}

void NodalVolumes::add_forces(const double* u, std::span<const std::uint8_t> deleted,
                              std::span<const double> change, std::span<const double> pressure,
                              double* f) const {
  P_.assign(first_.size() - 1, 0.0);
  for (std::size_t e = 0; e < volume_.size(); ++e) {
    if (!deleted.empty() && deleted[e] != 0) continue;
    const double Pi = finite_strain_ ? pressure[e] / (1 + change[e]) : pressure[e];
    for (int i = 0; i < 4; ++i) P_[corners(e)[i]] += 0.25 * Pi;
  }
  for (std::size_t node = 0; node < P_.size(); ++node)
    if (whole_[node] > 0) P_[node] /= whole_[node];
  for (std::size_t e = 0; e < volume_.size(); ++e) {
    if (!deleted.empty() && deleted[e] != 0) continue;
    const int* const at = corners(e);
    const double P = P_[at[0]] + P_[at[1]] + P_[at[2]] + P_[at[3]];
    const Corners X = reference(e);
    const Corners gradients = volume_gradients(finite_strain_ ? sum_of(X, displacements(e, u)) : X);
    for (int i = 0; i < 4; ++i) Eigen::Map<Vector3>(f + 4 * at[i]) -= P * gradients[i];
  }
}

double NodalVolumes::change(std::size_t element, const Vector& q,
                            const std::function<bool(std::size_t)>& is_deleted) const {
  double mean = 0;
  for (int i = 0; i < 4; ++i) {
    const int node = corners(element)[i];
    double sum = 0, whole = 0;
    for (int k = first_[node]; k < first_[node + 1]; ++k) {
      const auto e = static_cast<std::size_t>(elements_[k]);
      if (is_deleted(e)) continue;
      const Corners X = reference(e);
      Corners u;
      for (int a = 0; a < 4; ++a)
        for (int c = 0; c < 3; ++c) u[a][c] = q[dofs_[3 * corners(e)[a] + c]] - X[a][c];
      sum += volume_change(X, u);
      whole += volume_[e];
    }
    if (whole > 0) mean += 0.25 * sum / whole;
  }
  return mean;
}

}  // namespace jounce
