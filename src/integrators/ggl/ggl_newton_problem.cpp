#include "integrators/ggl/ggl_newton_problem.h"

#include <algorithm>

namespace jounce {

void GglNewtonProblem::begin(const Solution& solution) {
  solution_ = solution;
  first_ = settled_ = true;
  last_merit_ = 0;
  fields_ = {};
  model_sets_.clear();
  account_.begin();
}

void GglNewtonProblem::forget() {
  matrix_.forget_layout();
  condensed_.forget();
}

void GglNewtonProblem::residual(const Vector& x, Vector& r) {
  equations_.set_increment(x);
  choose_sets();
  equations_.residual(r);
  if (r.allFinite()) return;
  equations_.merit(r, Vector(), tolerance_, &account_.worst_row);  // for the failure cause
  fields_ = equations_.fields();
}

void GglNewtonProblem::place(const Vector& x, const std::vector<std::uint8_t>& sets) {
  model_sets_ = sets;
  equations_.set_increment(x);
  equations_.use_sets(model_sets_);
}

void GglNewtonProblem::try_point(const Vector& x, const std::vector<std::uint8_t>& sets, Vector& r) {
  place(x, sets);
  equations_.residual(r);
}

void GglNewtonProblem::set_motion_row_sums(const Vector& smooth, const Vector& corrections) {
  row_sums_.setZero(equations_.size());
  const Index n = equations_.motions();
  if (smooth.size() != n) {
    row_sums_.resize(0);
    return;
  }
  row_sums_.head(n) = smooth;
  if (!equations_.is_elastic() || corrections.size() != n) return;
  row_sums_.segment(equations_.smooth_size(), n) = corrections;
  if (equations_.has_velocity_projection())
    row_sums_.segment(equations_.smooth_size() + equations_.position_size(), n) = 2 * corrections;
}

void GglNewtonProblem::choose_sets() {
  if (is_condensed() && !first_) equations_.use_sets(model_sets_);
  equations_.wanted_sets(wanted_);
  if (first_) {
    if (solution_.begins_sticking) equations_.stick_closed(wanted_);
    equations_.use_sets(wanted_);
    first_ = false;
    settled_ = true;
    return;
  }
  if (is_condensed() || account_.guard.cycled()) equations_.keep_ties(wanted_);
  settled_ = wanted_ == equations_.sets();
  if (settled_) return;
  if (is_condensed())  // contacts are the model's; joints are not in it
    std::copy_n(equations_.sets().begin(), 2 * contacts_.size(), wanted_.begin());
  account_.guard.choose(equations_.sets(), wanted_);
  account_.count(equations_.sets(), wanted_);
  equations_.use_sets(wanted_);
}

const CsrMatrix& GglNewtonProblem::jacobian() {
  if (contacts_changed_) {
    forget();
    contacts_changed_ = false;
    assembled_h_ = 0;
  }
  const CsrMatrix& matrix = is_condensed() ? condensed_.matrix() : matrix_.get();
  if (equations_.has_constant_matrix() && is_laid_out() && is_assembled()) return matrix;
  if (is_condensed())
    assemble_condensed();
  else
    matrix_.assemble();
  matrix.absolute_row_sums(row_sums_);
  if (matrix_.is_partial()) system_.complete_assembled(row_sums_);
  assembled_h_ = equations_.step_size();
  assembled_sets_ = equations_.sets();
  assembled_condensed_ = is_condensed();
  return matrix;
}

void GglNewtonProblem::assemble_condensed() {
  model_sets_ = equations_.sets();
  std::vector<std::uint8_t> closed = model_sets_;
  std::fill_n(closed.begin(), 2 * contacts_.size(), contact_set::stick);
  equations_.use_sets(closed);
  condensed_.assemble();
  equations_.use_sets(model_sets_);
}

void GglNewtonProblem::solve_model(LinearSolver& jacobian, const Vector& r, Vector& step) {
  if (!is_condensed()) {
    NewtonProblem::solve_model(jacobian, r, step);
    return;
  }
  model_sets_ = equations_.sets();
  condensed_.solve(jacobian, r, step, model_sets_);
  account_.count(equations_.sets(), model_sets_);
}

bool GglNewtonProblem::converged_well(const Vector& r) {
  return equations_.merit(r, Vector(), tolerance_, nullptr, true) <= 1;
}

bool GglNewtonProblem::is_at_round_off(const Vector& r) {
  if (row_sums_.size() != r.size()) return false;
  if (!(equations_.merit(r, row_sums_, tolerance_) <= kVelocityAtRoundOff)) return false;
  const FieldResiduals& fields = equations_.fields();
  for (std::size_t i = 0; i < FieldResiduals::kFields; ++i) {
    const auto field = static_cast<Field>(i);
    const bool is_velocity = field == Field::contact_velocity || field == Field::friction;
    if (fields[i] > (is_velocity ? kVelocityAtRoundOff : kAtRoundOff)) return false;
  }
  return true;
}

bool GglNewtonProblem::converged(const Vector& r, int iteration) {
  const double merit = equations_.merit(r, Vector(), tolerance_, &account_.worst_row);
  fields_ = equations_.fields();  // without round-off
  const bool stagnates = iteration >= 2 && merit > 0.25 * last_merit_;
  last_merit_ = merit;
  if (!settled_) return false;
  return merit <= 1 || (iteration >= 1 && is_at_round_off(r)) ||
         (stagnates && row_sums_.size() == r.size() &&
          equations_.merit(r, row_sums_, tolerance_) <= kRoundOff);
}

bool GglNewtonProblem::may_keep_jacobian() const {
  // A new matrix costs less than the iterations that an old one adds.
  return !matrix_.is_split() && !equations_.has_constant_matrix() && !contacts_changed_ && is_laid_out() &&
         is_assembled();
}

bool GglNewtonProblem::is_laid_out() const {
  return is_condensed() ? condensed_.is_laid_out() : matrix_.is_laid_out();
}

bool GglNewtonProblem::is_assembled() const {
  return assembled_h_ == equations_.step_size() && assembled_condensed_ == is_condensed() &&
         depends_on_same_sets();
}

/// With condensed contacts the matrix depends on the branches of joints alone.
bool GglNewtonProblem::depends_on_same_sets() const {
  const auto& before = assembled_sets_;
  const auto& now = equations_.sets();
  if (before.size() != now.size()) return false;
  const auto first = is_condensed() ? 2 * contacts_.size() : 0;
  return std::equal(now.begin() + first, now.end(), before.begin() + first);
}

}  // namespace jounce
