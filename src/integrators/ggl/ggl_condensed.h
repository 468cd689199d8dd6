#pragma once

#include <cstdint>
#include <vector>

#include "integrators/ggl/contact_model.h"
#include "integrators/ggl/ggl_step.h"
#include "la/linear_solver.h"
#include "stepping/contact_set.h"

namespace jounce {

/// Newton's linear model of a step with the contact conditions themselves, condensed to the multipliers.
///
/// The equations of motion and the contact quantities y = (g/h, u + e u_n, s) are linear in the step Dx. With
/// A, the matrix S_t in which all contacts are open, and multipliers c = (nu/h, Lambda, Lambda_T) after the
/// step, c_0 before it,
///
///   A Dx = -r + E (c - c_0),      y = y_0 + F Dx = y_free + R (c - c_0),      R = F A^-1 E,
///
/// is a ContactModel, as small as the set of contacts that touch. A outlives its active sets: columns of R
/// are solved for once per factorisation.
class GglCondensed final : private ContactModel::Step {
 public:
  GglCondensed(GglStep& equations, const ContactSet& contacts) : s_(equations), contacts_(contacts) {}

  /// False where R would be too large.
  static bool is_applicable(const ContactSet& contacts);
  /// Assembles A and F at the iterate, whose sets have every contact closed and sticking. Drops R.
  void assemble();
  /// A. It has no room for the rows of contacts, so that its blocks stay apart: the smooth motion, the
  /// positions and the velocities of a stiff body are factorised one after the other.
  const CsrMatrix& matrix() const { return A_; }
  /// Drops the patterns: rows have changed.
  void forget() { is_laid_out_ = false; }
  /// Whoever watches the log may stop the iteration of the sets; null: nobody.
  void log_to(const ConvergenceLog* log) { log_ = log; }
  bool is_laid_out() const { return is_laid_out_; }
  /// The step -Dx from the iterate whose residual is r. `sets` receives the sets of the model's solution.
  void solve(LinearSolver& A, const Vector& r, Vector& step, std::vector<std::uint8_t>& sets);

 private:
  void respond(int condition, Eigen::Ref<Vector> y, Eigen::Ref<Vector> smooth) override;
  void pass() const override {
    if (log_ != nullptr) log_->pass();
  }
  Index place(int condition) const { return condition < m_ ? p_ + condition : w_ + condition - m_; }
  bool is_condition(Index row) const {
    return (row >= p_ && row < p_ + m_) || (row >= w_ && row < w_ + size_ - m_);
  }
  void assemble(MatrixSink& motions, MatrixSink& conditions) const;
  double row_dot(int condition, const Vector& x) const { return row_dot(condition, x, s_.size()); }
  /// The part of the first columns: a gap at q~, which U does not move, from the first `n_`.
  double row_dot(int condition, const Vector& x, Index columns) const;

  GglStep& s_;
  const ContactSet& contacts_;
  int m_ = 0, size_ = 0;  ///< contact rows; conditions: m positions, m velocities, tangents
  Index p_ = 0, w_ = 0;   ///< places of the first position and velocity condition in S_t
  Index n_ = 0;
  bool is_laid_out_ = false;
  CsrMatrix A_, F_;  ///< F has the size of A, with the rows of conditions alone
  LinearSolver* solver_ = nullptr;
  ContactModel model_;
  Vector right_, unit_, column_;
  const ConvergenceLog* log_ = nullptr;
};

}  // namespace jounce
