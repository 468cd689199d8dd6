#include "integrators/ggl/ggl_constant.h"

#include <array>

namespace jounce {

GglConstant::GglConstant(const System& system, const AlphaCoefficients& coefficients)
    : system_(system), c_(coefficients), n_(system.n_free()), b_(system.joints().rows()) {}

void GglConstant::predict(const State& start, const Vector& a, const Vector& acceleration, double h) {
  const double from_a = -c_.alpha_m / (1 - c_.alpha_m);  // a_{n+1} of the predictor v~' = 0: from a_n
  const double from_acceleration = c_.alpha_f / (1 - c_.alpha_m);  // and from v~'_n
  const double v_a = h * (1 - c_.gamma + c_.gamma * from_a);
  const double v_acceleration = h * c_.gamma * from_acceleration;
  const double q_a = h * h * (0.5 - c_.beta + c_.beta * from_a);
  const double q_acceleration = h * h * c_.beta * from_acceleration;
  trial_.t = start.t + h;
  q_increment_.resize(start.v.size());
  trial_.q.resize(start.q.size());
  for (Index i = 0; i < start.q.size(); ++i) {  // one pass over memory
    const double increment = h * start.v[i] + q_a * a[i] + q_acceleration * acceleration[i];
    q_increment_[i] = increment;
    trial_.q[i] = start.q[i] + increment;
  }
  trial_.v = start.v + v_a * a + v_acceleration * acceleration;
  if (system_.all_prescribed() == 0) return;
  acceleration_.setZero(system_.nv());
  system_.apply_prescribed(trial_, &acceleration_);
}

void GglConstant::trial_force() {
  system_.own_force(trial_, force_);
  if (system_.all_prescribed() > 0) system_.add_own_mass_product(trial_, acceleration_, -1.0, force_);
}

void GglConstant::resize_rows(int rows, int tangents) {
  nu_.setZero(rows);
  Lambda_.setZero(rows);
  gap_.resize(rows);
  gap_smooth_.resize(rows);
  u_.resize(rows);
  Lambda_T_.setZero(tangents);
  tangential_velocity_.resize(tangents);
}

/// A GglIterate.
struct GglConstant::Iterate {
  const GglConstant& by;
  const ContactSet& of;

  const ContactSet& contacts() const { return of; }
  GglRow row(int row) const {
    return {by.nu_[row], by.gap_[row], by.gap_smooth_[row], by.Lambda_[row], by.u_[row] - of.target(row)};
  }
  std::span<const std::uint8_t> in_use() const { return by.sets_; }
  bool has_cones() const { return false; }
  PositionLaw position_law() const { return PositionLaw::ggl; }
  bool decides(const ContactSet::FrictionRows&) const { return by.Lambda_T_.size() > 0; }
  CoulombPoint coulomb(const ContactSet::FrictionRows& at) const {
    return of.coulomb(at, {by.Lambda_, by.Lambda_T_, by.tangential_velocity_, by.Lambda_joint_, 0});
  }
};

void GglConstant::wanted_sets(const ContactSet& contacts) {
  const auto m = static_cast<std::size_t>(contacts.size());
  wanted_.resize(2 * m);
  const Iterate iterate{*this, contacts};
  const GglConditions conditions(iterate);
  conditions.closed(std::span(wanted_).subspan(m));
  targets_changed_ = contacts.follow_impacts(system_, trial_, std::span(wanted_).subspan(m));
  conditions.want(wanted_);
}

void GglConstant::keep_ties(const ContactSet& contacts) {
  const Iterate iterate{*this, contacts};
  GglConditions(iterate).keep_ties(sets_, wanted_);
}

void GglConstant::log_sets(const ContactSet& contacts, int iteration, double residual) {
  if (log_ == nullptr && system_.is_whole()) return;
  ConvergenceLog::Row row;
  row.iteration = iteration;
  row.residual = residual;
  SetChanges changes;
  changes.count(sets_, wanted_);
  changes.put(wanted_, contacts.size(), contacts.size(), row);
  if (!system_.is_whole()) count_of_ranks(contacts, row);
  if (log_ != nullptr) log_->add(row);
}

/// Every contact once.
void GglConstant::count_of_ranks(const ContactSet& contacts, ConvergenceLog::Row& row) const {
  std::array<double, 2> counts = {0, 0};  // flags that change, contacts that are active
  const int m = contacts.size();
  for (int j = 0; j < m; ++j) {
    if (!contacts.is_own(j)) continue;
    for (const int flag : {j, m + j})
      counts[0] += sets_.size() == wanted_.size() && sets_[flag] != wanted_[flag] ? 1 : 0;
    counts[1] += wanted_[m + j] != 0 ? 1 : 0;
  }
  system_.numbering().sum(counts);
  row.changes = static_cast<int>(counts[0]);
  row.active = static_cast<int>(counts[1]);
}

void GglConstant::split_sets(int rows) {
  A_.clear();
  B_.clear();
  for (int j = 0; j < rows; ++j) {
    if (sets_[j] != 0) A_.push_back(j);
    if (sets_[rows + j] != 0) B_.push_back(j);
  }
}

}  // namespace jounce
