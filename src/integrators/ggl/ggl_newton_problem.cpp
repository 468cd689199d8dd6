#include "integrators/ggl/ggl_newton_problem.h"

#include <algorithm>

#include "integrators/ggl/nsga_ggl.h"

namespace jounce {

Index GglNewtonProblem::size() const { return s_.equations_.size(); }

void GglNewtonProblem::residual(const Vector& x, Vector& r) {
  s_.equations_.set_increment(x);
  choose_sets();
  s_.equations_.residual(r);
  if (r.allFinite()) return;
  s_.equations_.merit(r, Vector(), s_.options_.tolerance, &s_.worst_row_);  // for the failure cause
  fields_ = s_.equations_.fields();
}

void GglNewtonProblem::choose_sets() {
  GglStep& equations = s_.equations_;
  std::vector<std::uint8_t>& wanted = s_.wanted_;
  if (condensed_ != nullptr && !first_) equations.use_sets(model_sets_);
  equations.wanted_sets(wanted);
  if (first_) {
    if (begins_sticking_) equations.stick_closed(wanted);
    equations.use_sets(wanted);
    first_ = false;
    settled_ = true;
    return;
  }
  if (condensed_ != nullptr || s_.guard_.cycled()) equations.keep_ties(wanted);
  settled_ = wanted == equations.sets();
  if (settled_) return;
  if (condensed_ != nullptr)  // contacts are the model's; joints are not in it
    std::copy_n(equations.sets().begin(), 2 * s_.contacts_.size(), wanted.begin());
  s_.guard_.choose(equations.sets(), wanted);
  if (s_.log_ != nullptr) s_.changes_.count(equations.sets(), wanted);
  equations.use_sets(wanted);
}

void GglNewtonProblem::evaluated(int iteration) { s_.log_iteration(stage_, iteration, fields_); }

const CsrMatrix& GglNewtonProblem::jacobian() {
  if (s_.contacts_changed_) {
    s_.laid_out_ = false;
    s_.condensed_.forget();
    s_.contacts_changed_ = false;
    s_.assembled_h_ = 0;
  }
  const CsrMatrix& matrix = condensed_ != nullptr ? condensed_->matrix() : s_.matrix_;
  if (s_.equations_.has_constant_matrix() && is_laid_out() && is_assembled()) return matrix;
  if (condensed_ != nullptr)
    assemble_condensed();
  else
    assemble();
  matrix.absolute_row_sums(s_.row_sums_);
  if (s_.has_partial_matrix()) s_.system_.complete_assembled(s_.row_sums_);
  s_.assembled_h_ = s_.equations_.step_size();
  s_.assembled_sets_ = s_.equations_.sets();
  s_.is_condensed_ = condensed_ != nullptr;
  return matrix;
}

void GglNewtonProblem::assemble() {
  const auto add = [&](MatrixSink& sink) {
    if (!s_.has_partial_matrix()) {
      s_.equations_.assemble(sink);
      return;
    }
    RowFilterSink own(sink, s_.own_rows_);
    s_.equations_.assemble({sink, own});
  };
  if (!s_.laid_out_) {
    if (s_.is_split_) s_.name_fields();
    PatternBuilder pattern(s_.equations_.size());
    add(pattern);
    s_.has_partial_matrix() ? pattern.build_part(s_.matrix_) : pattern.build(s_.matrix_);
    s_.laid_out_ = true;
  }
  s_.matrix_.set_zero();
  add(s_.matrix_);
}

const UnknownFields* GglNewtonProblem::fields() const {
  const bool are_whole_for_factors = s_.system_.share() != nullptr && !s_.has_partial_matrix();
  return s_.is_split_ && condensed_ == nullptr && !are_whole_for_factors ? &s_.fields_ : nullptr;
}

void GglNewtonProblem::assemble_condensed() {
  GglStep& equations = s_.equations_;
  model_sets_ = equations.sets();
  std::vector<std::uint8_t> closed = model_sets_;
  std::fill_n(closed.begin(), 2 * s_.contacts_.size(), contact_set::stick);
  equations.use_sets(closed);
  condensed_->assemble();
  equations.use_sets(model_sets_);
}

void GglNewtonProblem::solve_model(LinearSolver& jacobian, const Vector& r, Vector& step) {
  if (condensed_ == nullptr) {
    NewtonProblem::solve_model(jacobian, r, step);
    return;
  }
  model_sets_ = s_.equations_.sets();
  condensed_->solve(jacobian, r, step, model_sets_);
  if (s_.log_ != nullptr) s_.changes_.count(s_.equations_.sets(), model_sets_);
}

bool GglNewtonProblem::converged_well(const Vector& r) {
  return s_.equations_.merit(r, Vector(), s_.options_.tolerance, nullptr, true) <= 1;
}

bool GglNewtonProblem::is_at_round_off(const Vector& r) {
  if (s_.row_sums_.size() != r.size()) return false;
  if (!(s_.equations_.merit(r, s_.row_sums_, s_.options_.tolerance) <= kVelocityAtRoundOff)) return false;
  const FieldResiduals& fields = s_.equations_.fields();
  for (std::size_t i = 0; i < FieldResiduals::kFields; ++i) {
    const auto field = static_cast<Field>(i);
    const bool is_velocity = field == Field::contact_velocity || field == Field::friction;
    if (fields[i] > (is_velocity ? kVelocityAtRoundOff : kAtRoundOff)) return false;
  }
  return true;
}

bool GglNewtonProblem::converged(const Vector& r, int iteration) {
  const double tolerance = s_.options_.tolerance;
  const double merit = s_.equations_.merit(r, Vector(), tolerance, &s_.worst_row_);
  fields_ = s_.equations_.fields();  // without round-off
  const bool stagnates = iteration >= 2 && merit > 0.25 * last_merit_;
  last_merit_ = merit;
  if (!settled_) return false;
  return merit <= 1 || (iteration >= 1 && is_at_round_off(r)) ||
         (stagnates && s_.row_sums_.size() == r.size() &&
          s_.equations_.merit(r, s_.row_sums_, tolerance) <= kRoundOff);
}

bool GglNewtonProblem::may_keep_jacobian() const {
  // A new matrix costs less than the iterations that an old one adds.
  return !s_.is_split_ && !s_.equations_.has_constant_matrix() && !s_.contacts_changed_ && is_laid_out() &&
         is_assembled();
}

bool GglNewtonProblem::is_laid_out() const {
  return condensed_ != nullptr ? condensed_->is_laid_out() : s_.laid_out_;
}

bool GglNewtonProblem::is_assembled() const {
  return s_.assembled_h_ == s_.equations_.step_size() && s_.is_condensed_ == (condensed_ != nullptr) &&
         depends_on_same_sets();
}

/// With condensed contacts the matrix depends on the branches of joints alone.
bool GglNewtonProblem::depends_on_same_sets() const {
  const auto& before = s_.assembled_sets_;
  const auto& now = s_.equations_.sets();
  if (before.size() != now.size()) return false;
  const auto first = condensed_ != nullptr ? 2 * s_.contacts_.size() : 0;
  return std::equal(now.begin() + first, now.end(), before.begin() + first);
}

}  // namespace jounce
