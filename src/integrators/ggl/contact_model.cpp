#include "integrators/ggl/contact_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace jounce {
namespace {

constexpr double kRedundant = 1e-12;
/// Conditions up to which a factorisation is faster than GMRES, whose residual each set leaves to the next.
constexpr Index kDense = 240;
/// An error of the law of slip that a step of Newton's method leaves as it is, within this factor: where slip
/// jams, its matrix is singular.
constexpr double kSlipError = 1e-6, kStays = 0.9;
/// The same error where sets have settled and the solution is to be exact; what stays is accepted up to
/// kSlipRoundOff.
constexpr double kExactSlip = 1e-13, kSlipRoundOff = 1e-10;

bool is_active(int condition, const std::vector<std::uint8_t>& sets) {
  return sets[condition] != contact_set::open;
}

}  // namespace

int ContactModel::conditions(const ContactSet& contacts) {
  int count = 2 * contacts.size();
  for (const ContactSet::FrictionRows& at : contacts.friction())
    if (at.in_contact()) count += at.size;
  return count;
}

void ContactModel::begin(const ContactSet& contacts, double h) {
  contacts_ = &contacts;
  h_ = h;
  m_ = contacts.size();
  const int size = conditions(contacts);
  if (size != size_ || static_cast<int>(place_of_.size()) != size) {
    size_ = size;
    forget();
  }
  y_free.resize(size_);
  smooth_free.resize(m_);
  c_0.resize(size_);
  c.resize(size_);
  in_use_.clear();
}

void ContactModel::forget() {
  known_ = 0;
  place_of_.assign(size_, -1);
  R_.resize(size_, 0);
  R_smooth_.resize(m_, 0);
}

void ContactModel::know_column(Step& step, int condition) {
  int& place = place_of_[condition];
  if (by_products_ || place >= 0) return;
  if (known_ == R_.cols()) {
    const Index more = std::max<Index>(4, 2 * known_);
    R_.conservativeResize(size_, more);
    R_smooth_.conservativeResize(m_, more);
  }
  place = static_cast<int>(known_++);
  step.respond(condition, R_.col(place), R_smooth_.col(place));
}

void ContactModel::find_columns(Step& step, const std::vector<std::uint8_t>& sets) {
  const auto add = [&](int k) {
    active_.push_back(k);
    know_column(step, k);
  };
  for (int k = 0; k < size_; ++k)
    if (c_0[k] != 0) know_column(step, k);
  active_.clear();
  for (int k = 0; k < 2 * m_; ++k)
    if (is_active(k, sets)) add(k);
  for (const ContactSet::FrictionRows& at : contacts_->friction())
    if (at.in_contact() && is_active(m_ + at.flag, sets))
      for (int i = 0; i < at.size; ++i) add(2 * m_ + at.first + i);
}

void ContactModel::evaluate() {
  y_ = y_free;
  smooth_ = smooth_free;
  if (by_products_) {
    change_ = c - c_0;
    if (change_.isZero(0)) return;
    moved_.resize(size_);
    moved_smooth_.resize(m_);
    step_->multiply(change_, moved_, moved_smooth_);
    y_ += moved_;
    smooth_ += moved_smooth_;
    return;
  }
  for (int k = 0; k < size_; ++k) {
    if (c[k] == c_0[k]) continue;
    const int place = place_of_[k];
    y_ += (c[k] - c_0[k]) * R_.col(place);
    smooth_ += (c[k] - c_0[k]) * R_smooth_.col(place);
  }
}

CoulombPoint ContactModel::coulomb(const ContactSet::FrictionRows& at) const {
  const int first = 2 * m_ + at.first;
  return {*contacts_->rows()[at.row].law, at.r, c[m_ + at.row], c.segment(first, at.size),
          y_.segment(first, at.size)};
}

double ContactModel::slip_error(const std::vector<std::uint8_t>& sets) {
  evaluate();
  return largest_slip_error(sets);
}

double ContactModel::largest_slip_error(const std::vector<std::uint8_t>& sets) const {
  double worst = 0;
  for (const ContactSet::FrictionRows& at : contacts_->friction()) {
    if (!at.in_contact()) continue;
    const std::uint8_t set = sets[m_ + at.flag];
    if (set == contact_set::open || set == contact_set::stick) continue;
    const CoulombPoint point = coulomb(at);
    const double friction = point.Lambda_T.norm() + point.mu() * std::abs(point.Lambda_N);
    if (friction > 0) worst = std::max(worst, point.residual(set).norm() / friction);
  }
  return worst;
}

void ContactModel::open_contacts(const std::vector<std::uint8_t>& sets) {
  for (int k = 0; k < 2 * m_; ++k)
    if (!is_active(k, sets)) c[k] = 0;
  for (const ContactSet::FrictionRows& at : contacts_->friction())
    if (at.in_contact() && !is_active(m_ + at.flag, sets)) c.segment(2 * m_ + at.first, at.size).setZero();
}

/// One step of Newton's method from the present multipliers: exact for sets without slip that turns. Each
/// condition is taken in units of its own compliance, so that the condition of the matrix tells of redundant
/// contacts only.
void ContactModel::solve_sets(const std::vector<std::uint8_t>& sets) {
  const auto count = static_cast<Index>(active_.size());
  open_contacts(sets);
  evaluate();
  if (count == 0) return;
  right_.resize(count);
  row_scale_.resize(count);
  scale_.resize(count);
  Index i = 0;
  for (Index j = 0; j < count; ++j) {
    const int k = active_[j];
    const double compliance = std::abs(R(k, k));
    scale_[j] = compliance > std::numeric_limits<double>::min() ? 1 / std::sqrt(compliance) : 1;
  }
  for (; i < count && active_[i] < 2 * m_; ++i) {
    right_[i] = -y_[active_[i]];
    row_scale_[i] = scale_[i];
  }
  linearise_friction(sets, i);
  right_ = row_scale_.cwiseProduct(right_);
  const bool is_large = count > kDense, has_matrix = !is_large || !by_products_;
  if (has_matrix) fill_matrix();
  is_inexact_ = is_large && solve_iteratively();
  if (!is_inexact_ && !has_matrix) fill_matrix();
  if (!is_inexact_) solve_dense();
  dense_step_ = scale_.cwiseProduct(dense_step_);
  for (Index j = 0; j < count; ++j) c[active_[j]] += dense_step_[j];
  evaluate();
}

void ContactModel::linearise_friction(const std::vector<std::uint8_t>& sets, Index first) {
  friction_.clear();
  for (const ContactSet::FrictionRows& at : contacts_->friction()) {
    if (!at.in_contact()) continue;
    const std::uint8_t set = sets[m_ + at.flag];
    if (set == contact_set::open) continue;
    const CoulombPoint point = coulomb(at);
    friction_.push_back({first, at.row, 2 * m_ + at.first, at.size, point.derivatives(set)});
    const CoulombPoint::Tangential law = point.residual(set);
    for (int a = 0; a < at.size; ++a, ++first) {
      right_[first] = -law[a];
      // a velocity, or an impulse
      row_scale_[first] = set == contact_set::stick ? scale_[first] : 1 / scale_[first];
    }
  }
}

/// Derivative of row a of a law of friction by the multiplier of condition k.
double ContactModel::friction_entry(const Friction& at, Index a, int k) const {
  double value = k == m_ + at.row ? at.d.N[a] : 0.0;
  for (int b = 0; b < at.size; ++b) {
    value += at.d.S(a, b) * R(at.first + b, k);
    if (k == at.first + b) value += at.d.T(a, b);
  }
  return value;
}

/// Column by column, scaled.
void ContactModel::fill_matrix() {
  const auto count = static_cast<Index>(active_.size());
  matrix_.resize(count, count);
  for (Index j = 0; j < count; ++j) {
    const int k = active_[j];
    double* const column = &matrix_(0, j);
    for (Index i = 0; i < normals(); ++i) column[i] = R(active_[i], k);
    for (const Friction& at : friction_)
      for (Index a = 0; a < at.size; ++a) column[at.place + a] = friction_entry(at, a, k);
    matrix_.col(j).array() *= scale_[j] * row_scale_.array();
  }
}

void ContactModel::solve_dense() {
  lu_.compute(matrix_);
  // The estimate of the condition overlooks equal rows: its right-hand sides are consistent with them.
  if (lu_.rcond() > kRedundant && lu_.matrixLU().diagonal().cwiseAbs().minCoeff() > kRedundant)
    dense_step_ = lu_.solve(right_);
  else  // redundant contacts: the least change of multipliers
    dense_step_ = Eigen::CompleteOrthogonalDecomposition<DenseMatrix>(matrix_).solve(right_);
}

void ContactModel::want(Step& step, const std::vector<std::uint8_t>& sets) {
  in_use_ = sets;
  closed_.resize(m_);
  const GglConditions conditions(*this);
  conditions.closed(closed_);
  targets_changed_ = step.follow_impacts(closed_);
  if (targets_changed_) evaluate();
  wanted_ = sets;
  conditions.want(wanted_);
}

void ContactModel::first_sets(Step& step, std::vector<std::uint8_t>& sets) {
  for (int k = 0; k < size_; ++k)
    if (c[k] != c_0[k]) know_column(step, k);
  evaluate();
  std::vector<std::uint8_t>& given = laws_sets_;
  given.assign(m_ + contacts_->flags(), contact_set::open);
  for (int j = 0; j < m_; ++j)
    if (c[j] > 0) given[j] = contact_set::stick;
  want(step, given);
  sets = wanted_;
}

/// Whether `c` solves the model with these sets already.
bool ContactModel::is_solved(Step& step, const std::vector<std::uint8_t>& sets) {
  find_columns(step, sets);
  evaluate();
  want(step, sets);
  return wanted_ == sets && !targets_changed_ &&
         std::max(largest_slip_error(sets), largest_residual(sets)) <= kExactSlip;
}

int ContactModel::iterate_sets(Step& step, std::vector<std::uint8_t>& sets, const Options& options) {
  guard_.begin();
  double last = std::numeric_limits<double>::infinity();
  if (options.may_be_solved && is_solved(step, sets)) return 1;
  for (int i = 1; i <= options.most_sets; ++i) {
    step.pass();
    find_columns(step, sets);
    solve_sets(sets);
    want(step, sets);
    if (guard_.cycled()) GglConditions(*this).keep_ties(sets, wanted_);
    const bool settled = wanted_ == sets && !targets_changed_;
    if (!settled) guard_.choose(sets, wanted_);
    step.tried(i, sets, wanted_);
    if (settled) {
      double error = options.is_exact ? largest_slip_error(sets) : 0;
      if (is_inexact_) error = std::max(error, largest_residual(sets));
      if (error <= kExactSlip || (error <= kSlipRoundOff && error > 0.25 * last)) return i;
      if (error > kStays * last) return -i;
      last = error;
    }
    sets = wanted_;
  }
  return -options.most_sets;
}

int ContactModel::solve(Step& step, std::vector<std::uint8_t>& sets, const Options& options) {
  step_ = &step;
  by_products_ = size_ > kDense && step.has_products();
  const int tried = iterate_sets(step, sets, options);
  const auto is_jammed = [&] {
    const double error = largest_slip_error(sets);
    return error > kSlipError && error > kStays * options.slip_error_before;
  };
  if (tried > 0 && (options.is_exact || !is_jammed())) return tried;
  const Vector last = c;
  laws_sets_ = sets;
  if (solve_laws(step, laws_sets_)) {
    sets = laws_sets_;
    return std::abs(tried);
  }
  c = last;
  evaluate();
  return tried > 0 ? tried : -std::abs(tried);
}

int ContactModel::most_flipped() const {
  const int flipped = guard_.most_flipped();
  return flipped < 0 || m_ == 0 ? -1 : flipped % m_;
}

}  // namespace jounce
