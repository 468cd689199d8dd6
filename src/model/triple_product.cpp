#include "model/triple_product.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "math/rotation.h"

namespace jounce {
namespace {

std::vector<std::string> names_of_rows(int dimension, std::size_t nodes) {
  if (dimension == 3 && nodes == 3) return {"first", "second"};
  return {"normal"};
}

}  // namespace

TripleProduct::TripleProduct(std::string name, int dimension, std::vector<Index> dofs,
                             const std::vector<Vector3>& initial)
    : Constraint(std::move(name), names_of_rows(dimension, initial.size()), std::move(dofs)),
      dimension_(dimension) {
  const Vector3 u = initial[1] - initial[0];
  if (initial.size() == 4) {
    scale_ = 1 / u.cross(initial[2] - initial[0]).norm();
    return;
  }
  scale_ = 1 / u.norm();
  if (dimension == 2) {
    tangents_ = {Vector3::UnitZ()};
  } else {
    const Vector3 first = u.unitOrthogonal();
    tangents_ = {first, u.cross(first).normalized()};
  }
}

Vector3 TripleProduct::gather(const Vector& x, int node) const {
  Vector3 result = Vector3::Zero();
  for (int k = 0; k < dimension_; ++k) result[k] = x[dofs()[dimension_ * node + k]];
  return result;
}

TripleProduct::Differences TripleProduct::differences(const Vector& x, const Vector3& t) const {
  const Vector3 A = gather(x, 0);
  const int last = is_plane() ? 3 : 2;
  return {gather(x, last) - A, gather(x, 1) - A, is_plane() ? Vector3(gather(x, 2) - A) : t};
}

void TripleProduct::spread(const Differences& by, double* entries) const {
  const auto put = [&](int node, const Vector3& part) {
    std::copy_n(part.data(), dimension_, entries + dimension_ * node);
  };
  const Vector3 C = is_plane() ? by[2] : Vector3::Zero();
  put(0, -by[0] - by[1] - C);
  put(1, by[1]);
  if (is_plane()) put(2, C);
  put(is_plane() ? 3 : 2, by[0]);
}

void TripleProduct::value(const State& state, double* g) const {
  for (int k = 0; k < rows(); ++k) {
    const auto [d, u, w] = differences(state.q, is_plane() ? Vector3::Zero() : tangents_[k]);
    g[k] = scale_ * d.dot(u.cross(w));
  }
}

void TripleProduct::jacobian(const State& state, int first_row, RowJacobian& G) const {
  for (int k = 0; k < rows(); ++k) {
    const auto [d, u, w] = differences(state.q, is_plane() ? Vector3::Zero() : tangents_[k]);
    spread({scale_ * u.cross(w), scale_ * w.cross(d), scale_ * d.cross(u)}, G.values(first_row + k).data());
  }
}

void TripleProduct::rate(const State&, double* g_t) const { std::fill_n(g_t, rows(), 0.0); }
void TripleProduct::rate_derivative(const State&, double* g_tt) const { std::fill_n(g_tt, rows(), 0.0); }

void TripleProduct::add_reaction_gradient(const State& state, const double* lambda, double factor,
                                          MatrixSink& sink) const {
  const auto n = static_cast<Index>(dofs().size());
  DenseMatrix K = DenseMatrix::Zero(n, n);
  for (int k = 0; k < rows(); ++k) {
    const auto [d, u, w] = differences(state.q, is_plane() ? Vector3::Zero() : tangents_[k]);
    // Column by column: what the gradient changes by when one coordinate does.
    for (Index column = 0; column < n; ++column) {
      Vector unit = Vector::Zero(n);
      unit[column] = factor * scale_ * lambda[k];
      const auto at = [&](int node) {
        Vector3 x = Vector3::Zero();
        x.head(dimension_) = unit.segment(dimension_ * node, dimension_);
        return x;
      };
      const Vector3 A = at(0), by_d = at(is_plane() ? 3 : 2) - A, by_u = at(1) - A,
                    by_w = is_plane() ? Vector3(at(2) - A) : Vector3::Zero();
      Vector change(n);
      spread({by_u.cross(w) + u.cross(by_w), by_w.cross(d) + w.cross(by_d), by_d.cross(u) + d.cross(by_u)},
             change.data());
      K.col(column) += change;
    }
  }
  sink.add(dofs(), dofs(), K.data());
}

void TripleProduct::add_velocity_gradient(const State& state, double factor, Index first_row,
                                          MatrixSink& sink) const {
  Vector row(static_cast<Index>(dofs().size()));
  for (int k = 0; k < rows(); ++k) {
    const Vector3 t = is_plane() ? Vector3::Zero() : tangents_[k];
    const auto [d, u, w] = differences(state.q, t);
    const auto [d_v, u_v, w_v] = differences(state.v, Vector3::Zero());
    spread({u_v.cross(w) + u.cross(w_v), w_v.cross(d) + w.cross(d_v), d_v.cross(u) + d.cross(u_v)},
           row.data());
    row *= factor * scale_;
    const std::array<Index, 1> at = {first_row + k};
    sink.add(at, dofs(), row.data());
  }
}

}  // namespace jounce
