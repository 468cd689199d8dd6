#include <algorithm>
#include <limits>
#include <utility>

#include "integrators/ggl/ggl_motion.h"

// The matrices of the motion path, and the surface of the contacts.

namespace jounce {
namespace {

constexpr int kShifts = 8;    ///< shifts of a tangent that is not positive definite, each
constexpr double kShift = 4;  ///< so many times as large as the one before
constexpr int kFew = 24;      ///< touching contacts up to which columns are solved for
/// Change of directions that columns bear between bodies whose tangent is constant, where they cost most.
constexpr double kTurned = 5e-3;

}  // namespace

void GglMotion::assemble_mass() {
  PatternBuilder pattern(n_);
  const auto assemble = [&](MatrixSink& sink) {
    BlockSink block(sink, {0, 0, n_, n_, 1.0});
    system_.add_mass(system_.initial_state(), 1, block);
  };
  assemble(pattern);
  pattern.build(matrix_M_);
  matrix_M_.set_zero();
  assemble(matrix_M_);
  has_mass_ = true;
}

/// Factorises a tangent, shifted by the mass where it is not positive definite. @param add  what assembles it
template <class Add, class Factor>
void GglMotion::renew(CsrMatrix& matrix, const Add& add, const Factor& factor) {
  const auto assemble = [&](MatrixSink& sink, double shift) {
    add(sink);
    BlockSink block(sink, {0, 0, n_, n_, 1.0});
    if (shift != 0) system_.add_mass(equations_.next(), shift, block);
  };
  if (matrix.size() != n_) {
    PatternBuilder pattern(n_);
    assemble(pattern, 1);
    pattern.build(matrix);
  }
  double shift = 0;
  for (int tried = 0;; ++tried) {
    matrix.set_zero();
    if (takes_all_dampers()) {
      const PartialMatrices parts(system_.share());
      assemble(matrix, shift);
      const auto values = matrix.values();
      Eigen::Map<Vector> sums(values.data(), static_cast<Eigen::Index>(values.size()));
      system_.complete_assembled(sums);
    } else {
      assemble(matrix, shift);
    }
    try {
      factor(matrix);
      return;
    } catch (const SingularMatrix&) {
      if (tried == kShifts) throw;
      shift = shift == 0 ? a_ : kShift * shift;
    }
  }
}

void GglMotion::assemble_tangent(const State& state, double a, double stiffness, MatrixSink& sink) const {
  BlockSink block(sink, {0, 0, n_, n_, 1.0});
  const Vector no_acceleration = Vector::Zero(system_.nv());
  system_.add_tangent(state, no_acceleration, {a, is_damped_ && !has_bodies_ ? h_ : 0, stiffness}, block);
  if (takes_all_dampers()) return;
  for (const auto& of : system_.blocks())
    if (!of->is_body()) of->add_tangent(state, h_, 0, block);
}

const CsrMatrix& GglMotion::tangent() {
  renew(
      matrix_S_, [this](MatrixSink& sink) { assemble_tangent(equations_.next(), a_, h_ * hb_, sink); },
      [](const CsrMatrix&) {});
  knows_S_ = false;
  return matrix_S_;
}

void GglMotion::renew_tangent() {
  renew(
      matrix_S_, [this](MatrixSink& sink) { assemble_tangent(equations_.next(), a_, h_ * hb_, sink); },
      [this](const CsrMatrix& S) { K_.factor_S(S); });
  matrix_S_.absolute_row_sums(row_sums_);
  model_.forget();
  knows_S_ = is_fresh_ = true;
}

/// The tangent of the smooth motion, of elastic corrections.
void GglMotion::renew_smooth_tangent() {
  renew(
      matrix_smooth_,
      [this](MatrixSink& sink) {
        const double mass = (1 - c_.alpha_m) / ((1 - c_.alpha_f) * c_.gamma);
        assemble_tangent(equations_.smooth(), mass, h_ * h_ * c_.beta / c_.gamma, sink);
      },
      [this](const CsrMatrix& S) { smooth_.factor(S, {}); });
  matrix_smooth_.absolute_row_sums(smooth_row_sums_);
  knows_smooth_ = is_fresh_ = true;
}

/// Where many contacts touch, their unknowns become the surface, with those of the nearest others. Constant
/// tangents are factorised with those of all contacts, before they touch.
void GglMotion::choose_surface() {
  const int m = contacts_.size();
  if (K_.use_rows(equations_.normals(), equations_.tangents(), n_, is_linear_ ? kTurned : 0)) model_.forget();
  const auto& sets = equations_.sets();
  int touching = 0;
  bool reaches_all = true;
  const auto touches = [&](int j) {
    return sets[j] != contact_set::open || sets[m + j] != contact_set::open || nu_[j] > 0;
  };
  for (int j = 0; j < m; ++j) {
    if (!touches(j)) continue;
    ++touching;
    reaches_all = reaches_all && K_.reaches(j);
  }
  const bool may_take_all = is_linear_ && !are_all_too_wide_ && m > kFew;
  if (is_too_wide_ || (K_.has_surface() ? reaches_all : touching <= kFew && !may_take_all)) return;
  std::vector<std::pair<double, int>> nearest;  // gap, row
  for (int j = 0; j < m; ++j)
    nearest.emplace_back(touches(j) ? -std::numeric_limits<double>::infinity() : equations_.gap(j), j);
  std::sort(nearest.begin(), nearest.end());
  std::vector<Index> dofs;
  if (may_take_all) are_all_too_wide_ = !fits_surface(nearest, m, dofs);
  bool is_chosen = may_take_all && !are_all_too_wide_;
  if (!is_chosen && touching <= kFew) return;
  is_chosen = is_chosen || fits_surface(nearest, std::min(m, touching + touching / 2), dofs) ||
              fits_surface(nearest, touching, dofs);
  is_too_wide_ = !is_chosen;
  if (is_too_wide_ && !K_.has_surface()) return;
  K_.use_surface(is_chosen ? std::move(dofs) : std::vector<Index>());
  model_.forget();
  knows_M_ = false;
  if (knows_S_) K_.factor_S(matrix_S_);
}

/// The unknowns of the first rows, and whether a surface may have so many.
bool GglMotion::fits_surface(const std::vector<std::pair<double, int>>& nearest, int rows,
                             std::vector<Index>& dofs) const {
  const int m = contacts_.size();
  std::vector<const ContactSet::FrictionRows*> friction(static_cast<std::size_t>(m), nullptr);
  for (const ContactSet::FrictionRows& at : contacts_.friction()) friction[at.row] = &at;
  dofs.clear();
  for (int k = 0; k < rows; ++k) {
    const int row = nearest[k].second;
    K_.append_dofs(row, dofs);
    for (int i = 0; friction[row] != nullptr && i < friction[row]->size; ++i)
      K_.append_dofs(m + friction[row]->first + i, dofs);
  }
  std::sort(dofs.begin(), dofs.end());
  dofs.erase(std::unique(dofs.begin(), dofs.end()), dofs.end());
  return dofs.size() <= MotionCompliance::kWidest;
}

}  // namespace jounce
