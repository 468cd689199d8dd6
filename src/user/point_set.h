#pragma once

#include <memory>
#include <vector>

#include "la/sink.h"
#include "model/marker.h"
#include "model/user_functions.h"

namespace jounce {

/// Points of bodies, meshes or the ground that a function of a user looks at, as one vector x(q) of n = count
/// x dimension coordinates with x' = J(q) v.
class PointSet {
 public:
  PointSet(std::vector<std::shared_ptr<const Marker>> markers, int dimension, std::vector<double> parameters);

  int count() const { return static_cast<int>(markers_.size()); }
  int dimension() const { return dimension_; }
  int size() const { return count() * dimension_; }
  const Marker& marker(int i) const { return *markers_[i]; }
  /// True when every x is affine in q.
  bool is_linear() const;
  /// Degrees of freedom that x depends on, each once.
  std::span<const Index> dofs() const { return dofs_; }

  /// The points at a state; valid until the next call.
  UserPoints at(const State& state) const;
  /// The same with places and velocities from elsewhere, for differences.
  UserPoints at(double time, const Vector& x, const Vector& v) const;
  const Vector& x() const { return x_; }
  const Vector& v() const { return v_; }

  /// J over dofs(), n x dofs().size(), at the state of the last at(state).
  const DenseMatrix& jacobian() const { return J_; }
  /// A += w d(J^T f)/dq over dofs() at fixed f.
  void add_force_gradient(const State& state, const Vector& f, double w, DenseMatrix& A) const;
  /// row += w f^T d(J v)/dq over dofs() at fixed f and v.
  void add_velocity_gradient(const State& state, const Vector& f, double w, Vector& row) const;

 private:
  std::vector<std::shared_ptr<const Marker>> markers_;
  int dimension_;
  std::vector<double> parameters_;
  std::vector<Index> dofs_;
  std::vector<std::vector<Index>> places_;  ///< of the degrees of freedom of each marker in dofs_
  // workspace
  mutable Vector x_, v_;
  mutable DenseMatrix J_, gradient_;
};

/// Steps for central differences of a function of x and v: about the cube root of round-off, of the size of
/// what is varied.
double difference_step(double value, double scale);

}  // namespace jounce
