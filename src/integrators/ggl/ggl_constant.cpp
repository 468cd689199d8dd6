#include "integrators/ggl/ggl_constant.h"

namespace jounce {

GglConstant::GglConstant(const System& system, const AlphaCoefficients& coefficients)
    : system_(system), c_(coefficients), n_(system.n_free()), b_(system.n_constraint_rows()) {}

void GglConstant::predict(const State& start, const Vector& a, const Vector& acceleration, double h) {
  const double from_a = -c_.alpha_m / (1 - c_.alpha_m);  // a_{n+1} of the predictor v~' = 0: from a_n
  const double from_acceleration = c_.alpha_f / (1 - c_.alpha_m);  // and from v~'_n
  const double v_a = h * (1 - c_.gamma + c_.gamma * from_a);
  const double v_acceleration = h * c_.gamma * from_acceleration;
  const double q_a = h * h * (0.5 - c_.beta + c_.beta * from_a);
  const double q_acceleration = h * h * c_.beta * from_acceleration;
  trial_.t = start.t + h;
  trial_.q = start.q + h * start.v + q_a * a + q_acceleration * acceleration;
  trial_.v = start.v + v_a * a + v_acceleration * acceleration;
  if (n_ == system_.nv()) return;
  acceleration_.setZero(system_.nv());
  system_.apply_prescribed(trial_, &acceleration_);
}

void GglConstant::trial_force() {
  system_.own_force(trial_, force_);
  if (n_ < system_.nv()) system_.add_own_mass_product(trial_, acceleration_, -1.0, force_);
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

CoulombPoint GglConstant::coulomb(const ContactSet& contacts, const ContactSet::FrictionRows& at) const {
  return contacts.coulomb(at, {Lambda_, Lambda_T_, tangential_velocity_, Lambda_joint_, 0});
}

bool GglConstant::closes(const ContactSet& contacts, int row) const {
  return gap_smooth_[row] < -contacts.gap_round_off(row) ||
         (!sets_.empty() && sets_[static_cast<std::size_t>(row)] != 0 &&
          nu_[row] - contacts.r(row) * gap_[row] > contacts.held_by_others(row));
}

void GglConstant::wanted_sets(const ContactSet& contacts) {
  const int m = contacts.size();
  wanted_.resize(static_cast<std::size_t>(2 * m));
  for (int j = 0; j < m; ++j) wanted_[static_cast<std::size_t>(m + j)] = closes(contacts, j);
  targets_changed_ =
      contacts.follow_impacts(system_, trial_, std::span(wanted_).subspan(static_cast<std::size_t>(m)));
  for (int j = 0; j < m; ++j) {
    const double r = contacts.r(j);
    wanted_[static_cast<std::size_t>(j)] = nu_[j] - r * gap_[j] >= 0;
    wanted_[static_cast<std::size_t>(m + j)] =
        closes(contacts, j) && Lambda_[j] - r * (u_[j] - contacts.target(j)) >= 0;
  }
  if (Lambda_T_.size() == 0) return;
  for (const ContactSet::FrictionRows& at : contacts.friction()) {
    std::uint8_t& set = wanted_[static_cast<std::size_t>(m + at.flag)];
    if (set != contact_set::open) set = coulomb(contacts, at).wanted();
  }
}

void GglConstant::keep_ties(const ContactSet& contacts) {
  const int m = contacts.size();
  for (int j = 0; j < m; ++j) {
    const double r = contacts.r(j);
    const auto position = static_cast<std::size_t>(j);
    if (std::abs(nu_[j] - r * gap_[j]) <= r * contacts.gap_tie(j)) wanted_[position] = sets_[position];
    const auto velocity = static_cast<std::size_t>(m + j);
    if (closes(contacts, j) &&
        std::abs(Lambda_[j] - r * (u_[j] - contacts.target(j))) <= r * contacts.velocity_tie(j))
      wanted_[velocity] = sets_[velocity];
  }
  if (Lambda_T_.size() == 0) return;
  for (const ContactSet::FrictionRows& at : contacts.friction()) {
    const auto velocity = static_cast<std::size_t>(m + at.flag);
    if (wanted_[velocity] != contact_set::open && sets_[velocity] != contact_set::open &&
        coulomb(contacts, at).from_border() <= at.r * at.slip_tie)
      wanted_[velocity] = sets_[velocity];
  }
}

void GglConstant::log_sets(const ContactSet& contacts, int iteration, double residual) {
  if (log_ == nullptr) return;
  ConvergenceLog::Row row;
  row.iteration = iteration;
  row.residual = residual;
  SetChanges changes;
  changes.count(sets_, wanted_);
  changes.put(wanted_, contacts.size(), contacts.size(), row);
  log_->add(row);
}

void GglConstant::split_sets(int rows) {
  A_.clear();
  B_.clear();
  for (int j = 0; j < rows; ++j) {
    if (sets_[static_cast<std::size_t>(j)] != 0) A_.push_back(j);
    if (sets_[static_cast<std::size_t>(rows + j)] != 0) B_.push_back(j);
  }
}

}  // namespace jounce
