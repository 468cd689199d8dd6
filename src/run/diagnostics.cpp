#include "run/diagnostics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "run/model_summary.h"

namespace jounce {
namespace {

bool is_plastic(const Model& model) { return !model.system.initial_state().history.empty(); }
bool bodies_pass(const Model& model) { return !model.exchange.pools().empty(); }

}  // namespace

Ledger::Ledger(const Model& model, const State& initial, const Vector& reaction)
    : is_plastic_(is_plastic(model)), bodies_pass_(bodies_pass(model)) {
  restore(model, initial);
  totals_[driver] = driver_power(reaction);
  totals_[first_potential] = energies_.potential();
  enlarge_scale();
}

void Ledger::enlarge_scale() {
  totals_[scale] =
      std::max({totals_[scale], energies_.kinetic, std::abs(energies_.potential() - totals_[first_potential]),
                std::abs(totals_[external])});
}

bool Ledger::gains_more_than(double share, const Model& model, const State& state) {
  constexpr int kSteps = 20;
  double& steps = totals_[gaining_steps];
  steps = gain() > share * totals_[scale] && gain() > round_off(model, state) ? steps + 1 : 0;
  return steps >= kSteps;
}

double Ledger::round_off(const Model& model, const State& state) const {
  constexpr double kEnergy = 1e-8, kDigits = 100 * std::numeric_limits<double>::epsilon();
  const double velocity = kDigits * state.q.lpNorm<Eigen::Infinity>() / h_;
  return kEnergy * std::max(std::abs(energies_.potential()), std::abs(totals_[first_potential])) +
         0.5 * total_mass(model) * velocity * velocity;
}

double Ledger::driver_power(const Vector& reaction) const {
  return reaction.size() > 0 && reaction.size() == g_t_.size() ? -reaction.dot(g_t_) : 0.0;
}

void Ledger::restore(const Model& model, const State& state) {
  if (totals_.size() < n_totals) totals_.resize(n_totals, 0.0);
  observe(model, state);
  energies_ = model.system.energies(state);
  begin_step(model, state);
}

void Ledger::begin_step(const Model& model, const State& state) {
  powers_ = model.system.powers(state);
  last_q_ = state.q;
  last_v_ = state.v;
  last_t_ = state.t;
  last_angles_ = state.angles;
  const Index held = model.system.nv() - model.system.n_free();
  if (held == 0) return;
  Vector force;
  model.system.force(state, force);
  held_force_ = force.tail(held);
}

void Ledger::exchanged(const Model& model, const State& state) {
  const double before = energies_.total();
  energies_ = model.system.energies(state);
  totals_[carried] += energies_.total() - before;
  begin_step(model, state);
}

double Ledger::damping_work(const System& system, const State& state, double h) {
  const double ends = 0.5 * (last_damping_ + powers_.damping);
  if (ends == 0) return 0;
  middle_ = state;
  middle_.v = 0.5 * (last_v_ + state.v);
  double mean = system.powers(middle_).damping;
  middle_.q = last_q_;
  middle_.angles = last_angles_;
  mean = 0.5 * (mean + system.powers(middle_).damping);
  return h * std::min(ends, mean);
}

void Ledger::find_driven(const System& system, const StepResult& result) {
  driven_.clear();
  std::vector<double> normal, tangential;
  Index tangents = 0;
  for (std::size_t i = 0; i < result.rows.size(); ++i) {
    const ContactRow& row = result.rows[i];
    dofs_.clear();
    system.contact_pairs()[static_cast<std::size_t>(row.pair)]->append_dofs(row, dofs_);
    const bool driven =
        std::any_of(dofs_.begin(), dofs_.end(), [&](const Index dof) { return dof >= system.n_free(); });
    if (driven) {
      driven_.push_back(row);
      if (result.impulse.size() > 0) normal.push_back(result.impulse[static_cast<Index>(i)]);
      for (int k = 0; k < row.law->tangents && result.friction_impulse.size() > 0; ++k)
        tangential.push_back(result.friction_impulse[tangents + k]);
    }
    tangents += row.law->tangents;
  }
  // Friction in joints follows that of the contacts.
  for (; tangents < result.friction_impulse.size(); ++tangents)
    tangential.push_back(result.friction_impulse[tangents]);
  driven_impulse_ = Eigen::Map<const Vector>(normal.data(), static_cast<Index>(normal.size()));
  driven_friction_ = Eigen::Map<const Vector>(tangential.data(), static_cast<Index>(tangential.size()));
}

void Ledger::take_reactions(const System& system, const State& state, const StepResult& result, double h,
                            Vector& balance) {
  system.constraint_jacobian(state, G_);
  if (result.reaction.size() > 0) G_.add_transpose(result.reaction, -1, balance);
  find_driven(system, result);
  W_.clear();
  system.contact_jacobian(driven_, state, W_);
  if (driven_impulse_.size() > 0) W_.add_transpose(driven_impulse_, -1 / h, balance);
  if (driven_friction_.size() > 0) {
    W_.clear();
    system.contact_tangents(driven_, state, W_);
    W_.add_transpose(driven_friction_, -1 / h, balance);
  }
}

double Ledger::prescribed_work(const Model& model, const State& state, const StepResult& result, double h) {
  const System& system = model.system;
  const Index held = system.nv() - system.n_free();
  if (held == 0) return 0;
  // Balance of momentum at the prescribed degrees of freedom: reaction = M dv/h - f - G^T lambda - W
  // Lambda/h.
  Vector balance;
  system.force(state, balance);
  const Vector force = balance.tail(held);
  balance.tail(held) = -0.5 * (force + held_force_);
  held_force_ = force;
  system.add_mass_product(state, state.v - last_v_, 1 / h, balance);
  take_reactions(system, state, result, h, balance);
  double work = 0;
  for (Index i = system.n_free(); i < system.nv(); ++i)
    work += 0.5 * h * balance[i] * (state.v[i] + last_v_[i]);
  return work;
}

void Ledger::observe(const Model& model, const State& state, const std::vector<ContactRow>& rows) {
  const System& system = model.system;
  penetration_ = 0;
  system.constraint_rates(state, g_t_);
  if (system.contact_pairs().empty()) return;
  std::vector<ContactRow> found;
  if (rows.empty()) system.search(state, 0.0, found);
  system.gaps(rows.empty() ? found : rows, state, gaps_);
  for (Index i = 0; i < gaps_.size(); ++i) penetration_ = std::max(penetration_, -gaps_[i]);
}

void Ledger::observe_constraints(const Model& model, const State& state) {
  const System& system = model.system;
  if (system.n_constraint_rows() == 0) return;
  system.constraints_at(state, g_, G_);
  system.constraint_rates(state, g_t_);
  position_ = g_.lpNorm<Eigen::Infinity>();
  velocity_ = 0;
  for (int i = 0; i < G_.rows(); ++i) velocity_ = std::max(velocity_, std::abs(G_.dot(i, state.v) + g_t_[i]));
}

void Ledger::step(const Model& model, const State& state, const StepResult& result, double h) {
  observe(model, state, result.rows);
  const Energies before = energies_;
  const Powers power_before = powers_;
  energies_ = model.system.energies(state);
  powers_ = model.system.powers(state);
  const double driver_before = totals_[driver];
  totals_[driver] = driver_power(result.reaction);
  const double work = 0.5 * h * (power_before.applied + powers_.applied + driver_before + totals_[driver]) +
                      prescribed_work(model, state, result, h);
  last_damping_ = power_before.damping;
  const double damped = damping_work(model.system, state, h);
  last_q_ = state.q;
  last_v_ = state.v;
  last_angles_ = state.angles;
  totals_[external] += work;
  totals_[damping] += damped;
  totals_[impact] -= result.contact_work;
  totals_[friction] -= result.friction_work;
  totals_[numerical] += work - damped + result.contact_work + result.friction_work -
                        (energies_.total() - before.total()) - (energies_.plastic - before.plastic);
  enlarge_scale();
  h_ = h;
  iterations_ = result.iterations;
  active_ = result.active_contacts;
}

void Ledger::load_step(const Model& model, const State& state, const StepResult& result, double h) {
  const System& system = model.system;
  const Index free = system.n_free(), supports = system.nv() - free;
  observe(model, state, result.rows);
  const Energies before = energies_;
  energies_ = system.energies(state);
  // Work over the path at constant speed.
  const double dt = state.t - last_t_;
  middle_ = state;
  middle_.v = result.increment / dt;
  const double applied = system.powers(middle_).applied;
  middle_.q = last_q_;
  middle_.t = last_t_;
  middle_.angles = last_angles_;
  const double driver_before = totals_[driver];
  totals_[driver] = driver_power(result.reaction);
  double work = result.held_work +
                0.5 * dt * (system.powers(middle_).applied + applied + driver_before + totals_[driver]);
  if (supports > 0) {
    if (totals_.size() == n_totals) {  // the first load step: nothing but supports holds
      Vector force;
      system.force(middle_, force);
      for (Index i = free; i < system.nv(); ++i) totals_.push_back(-force[i]);
    }
    Eigen::Map<Vector> last(totals_.data() + n_totals, supports);
    Vector balance;
    system.force(state, balance);
    balance *= -1;
    take_reactions(system, state, result, h, balance);
    work += 0.5 * (last + balance.tail(supports)).dot(result.increment.tail(supports));
    last = balance.tail(supports);
  }
  totals_[external] += work;
  totals_[friction] -= result.friction_work;
  totals_[numerical] += work + result.friction_work - (energies_.total() - before.total()) -
                        (energies_.plastic - before.plastic);
  last_q_ = state.q;
  last_t_ = state.t;
  last_angles_ = state.angles;
  h_ = h;
  iterations_ = result.iterations;
  active_ = result.active_contacts;
}

std::vector<Sensor> Ledger::columns(const params::Units& units, bool is_plastic, bool bodies_pass) {
  namespace dim = params::dim;
  const std::string energy = units.name(dim::energy);
  const auto column = [](std::string name, std::string unit, std::string description) {
    return Sensor{std::move(name), std::move(unit), std::move(description), {}};
  };
  std::vector<Sensor> columns = {
      column("step_size", units.name(dim::time), "size of the step"),
      column("energy_kinetic", energy, "kinetic energy"),
      column("energy_potential", energy, "strain energy and potential of gravity"),
      column("energy_strain", energy, "strain energy, a part of the potential one"),
      column("energy_total", energy, "kinetic and potential energy"),
      column("work_external", energy, "work of loads and prescribed motions since the start"),
      column("dissipated_impact", energy, "energy taken by normal contact impulses since the start"),
      column("dissipated_friction", energy, "energy taken by friction since the start"),
      column("dissipated_damping", energy, "energy taken by dampers since the start"),
      column("dissipated_numerical", energy,
             "energy taken by the scheme since the start (what closes the balance)"),
      column("max_constraint_position", "", "largest |g| of the joints"),
      column("max_constraint_velocity", "", "largest |G v + g_t| of the joints"),
      column("max_penetration", units.name(dim::length), "largest penetration at the end of the step"),
      column("newton_iterations", "", "Newton iterations of the step"),
      column("active_contacts", "", "contacts with a force")};
  if (is_plastic)
    columns.push_back(
        column("dissipated_plastic", energy, "energy taken by plastic strains since the start"));
  if (bodies_pass)
    columns.push_back(
        column("energy_carried", energy,
               "energy that bodies brought in, less what those that went took along, since the start"));
  return columns;
}

std::vector<Sensor> Ledger::columns(const params::Units& units, const Model& model) {
  return columns(units, is_plastic(model), bodies_pass(model));
}

void Ledger::values(double* out) const {
  const double row[] = {h_,
                        energies_.kinetic,
                        energies_.potential(),
                        energies_.strain,
                        energies_.total(),
                        totals_[external],
                        totals_[impact],
                        totals_[friction],
                        totals_[damping],
                        totals_[numerical],
                        position_,
                        velocity_,
                        penetration_,
                        static_cast<double>(iterations_),
                        static_cast<double>(active_)};
  out = std::copy(std::begin(row), std::end(row), out);
  if (is_plastic_) *out++ = energies_.plastic;
  if (bodies_pass_) *out = totals_[carried];
}

}  // namespace jounce
