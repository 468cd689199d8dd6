#include "run/diagnostics.h"

#include <algorithm>
#include <cmath>

namespace jounce {

Ledger::Ledger(const Model& model, const State& initial) { restore(model, initial); }

void Ledger::restore(const Model& model, const State& state) {
  observe(model, state);
  energies_ = model.system.energies(state);
  powers_ = model.system.powers(state);
}

void Ledger::observe(const Model& model, const State& state) {
  const System& system = model.system;
  position_ = velocity_ = penetration_ = 0;
  if (system.n_constraint_rows() > 0) {
    system.constraint_values(state, g_);
    system.constraint_jacobian(state, G_);
    system.constraint_rates(state, g_t_);
    position_ = g_.lpNorm<Eigen::Infinity>();
    for (int i = 0; i < G_.rows(); ++i)
      velocity_ = std::max(velocity_, std::abs(G_.dot(i, state.v) + g_t_[i]));
  }
  system.search(state, 0.0, rows_);
  system.gaps(rows_, state, gaps_);
  for (Index i = 0; i < gaps_.size(); ++i) penetration_ = std::max(penetration_, -gaps_[i]);
}

void Ledger::step(const Model& model, const State& state, const StepResult& result, double h) {
  observe(model, state);
  const Energies before = energies_;
  const Powers power_before = powers_;
  energies_ = model.system.energies(state);
  powers_ = model.system.powers(state);
  const double work = 0.5 * h * (power_before.applied + powers_.applied);
  const double damped = 0.5 * h * (power_before.damping + powers_.damping);
  totals_[external] += work;
  totals_[damping] += damped;
  totals_[impact] -= result.contact_work;
  totals_[numerical] += work - damped + result.contact_work - (energies_.total() - before.total());
  h_ = h;
  iterations_ = result.iterations;
  active_ = result.active_contacts;
}

std::vector<Sensor> Ledger::columns(const params::Units& units) {
  namespace dim = params::dim;
  const std::string energy = units.name(dim::energy);
  const auto column = [](std::string name, std::string unit, std::string description) {
    return Sensor{std::move(name), std::move(unit), std::move(description), {}};
  };
  return {column("step_size", units.name(dim::time), "size of the step"),
          column("energy_kinetic", energy, "kinetic energy"),
          column("energy_potential", energy, "strain energy and potential of gravity"),
          column("energy_total", energy, "kinetic and potential energy"),
          column("work_external", energy, "work of loads since the start"),
          column("dissipated_impact", energy, "energy taken by contact impulses since the start"),
          column("dissipated_damping", energy, "energy taken by dampers since the start"),
          column("dissipated_numerical", energy,
                 "energy taken by the scheme since the start (what closes the balance)"),
          column("max_constraint_position", "", "largest |g| of the joints"),
          column("max_constraint_velocity", "", "largest |G v + g_t| of the joints"),
          column("max_penetration", units.name(dim::length), "largest penetration at the end of the step"),
          column("newton_iterations", "", "Newton iterations of the step"),
          column("active_contacts", "", "contacts with a force")};
}

void Ledger::values(double* out) const {
  const double row[] = {h_,
                        energies_.kinetic,
                        energies_.potential(),
                        energies_.total(),
                        totals_[external],
                        totals_[impact],
                        totals_[damping],
                        totals_[numerical],
                        position_,
                        velocity_,
                        penetration_,
                        static_cast<double>(iterations_),
                        static_cast<double>(active_)};
  std::copy(std::begin(row), std::end(row), out);
}

}  // namespace jounce
