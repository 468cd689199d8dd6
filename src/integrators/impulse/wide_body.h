#pragma once

#include <Eigen/Cholesky>
#include <vector>

#include "contact_problem/body_problem.h"
#include "elements/floating_body.h"
#include "model/system.h"

namespace jounce {

/// When the elastic and damping forces of flexible bodies are taken: at the start of a step, or at its end,
/// with q_{n+1} = q_n + h v,
///
///     explicit:   (M)(v - v_n)               = h (f - K q_n - D v_n)
///     implicit:   (M + h D + h^2 K)(v - v_n) = h (f - K q_n - D v_n) - h^2 K v_n
///
/// with f the other forces at the start of the step, those that depend on velocities among them. Explicit
/// steps stay bounded up to h = 2/omega of the highest frequency; implicit ones damp what they do not
/// resolve.
enum class ElasticForces : unsigned char { at_begin, at_end };

/// Degrees of freedom of a body in a floating frame: more than the six components that the contact problem
/// has for a body. With M' the matrix on the left above and M' = L L^T, w = L^T v takes several places of six
/// components, the last ones unused.
class WideBody {
 public:
  static constexpr int kPlace = contact_problem::BodyProblem::kBody;
  /// Components that stay unused at the end, for directions that a contact does not have.
  static constexpr int kSpare = 2;

  /// @param dofs free degrees of freedom, ascending
  /// @param bodies those that have them among their own
  WideBody(std::vector<Index> dofs, std::vector<const FloatingBodyBlock*> bodies);

  Index size() const { return static_cast<Index>(dofs_.size()); }
  int places() const { return (static_cast<int>(size()) + kSpare + kPlace - 1) / kPlace; }
  const std::vector<Index>& dofs() const { return dofs_; }
  const std::string& name() const { return bodies_.front()->name(); }

  void clear() { matrix_.setZero(size(), size()); }
  void add(Index row, Index col, double value) { matrix_(row, col) += value; }
  /// Factorises what was added since `clear`, the mass matrix, with D and K for a step h (0: without).
  /// @param place of every degree of freedom in its body @return false when it is not positive definite
  bool factor(double h, const std::vector<std::uint16_t>& place);
  /// Largest h for which explicit steps stay bounded, of what was added since `clear`: the smallest of
  /// (-c + (c^2 + 4 omega^2)^(1/2)) / omega^2 over the modes, c the damping of a mode; without damping
  /// 2/omega.
  double greatest_explicit_step(const std::vector<std::uint16_t>& place) const;

  void scale(double* x) const;                         ///< x = L^-1 x
  void to_scaled(const Vector& v, double* w) const;    ///< w = L^T v
  void to_velocity(const double* w, Vector& v) const;  ///< v = L^-T w
  /// f -= h K v of the elastic coordinates.
  void add_elastic_change(const Vector& v, double h, Vector& f) const;

 private:
  /// w_c D + w_k K.
  DenseMatrix elastic_matrix(double w_c, double w_k, const std::vector<std::uint16_t>& place) const;
  /// Adds what makes M' regular where elastic coordinates contain rigid motions: b Q^T Q, Q the mean axis
  /// conditions, whose rows hold Q v anyway.
  void add_conditions(const std::vector<std::uint16_t>& place);

  std::vector<Index> dofs_;
  std::vector<const FloatingBodyBlock*> bodies_;
  DenseMatrix matrix_, elastic_;
  double elastic_step_ = 0;  ///< h of elastic_ = h D + h^2 K
  Eigen::LLT<DenseMatrix> factor_;
  mutable Vector own_;
};

}  // namespace jounce
