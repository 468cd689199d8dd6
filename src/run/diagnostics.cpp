#include "run/diagnostics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "model/carry.h"
#include "run/deleted_elements.h"
#include "run/model_summary.h"

namespace jounce {
namespace {

/// What plastic strains and failure have taken.
double lost_in(const Energies& energies) { return energies.plastic + energies.failure; }

}  // namespace

Ledger::Parts Ledger::parts_of(const Model& model) {
  const std::vector<SolidElements*> solids = solids_of(model.system.blocks());
  const bool has_hourglass =
      std::any_of(solids.begin(), solids.end(), [](const SolidElements* s) { return s->has_hourglass(); });
  const auto& histories = model.system.initial_state().history;
  const bool is_plastic = std::ranges::any_of(
      histories, [](const HistoryArray& array) { return !array.name.starts_with(kStrainFree); });
  // A rank may have no element of some entry.
  return {is_plastic, elements_can_fail(model), model.system.numbering().any(has_hourglass),
          !model.exchange.pools().empty()};
}

Ledger::Ledger(const Model& model, const State& initial, const Vector& reaction,
               std::optional<ImpulseRule> rule, const Parts& others)
    : parts_(parts_of(model) | others), is_static_(!rule), work_(rule.value_or(ImpulseRule{})) {
  observe(model, initial);
  work_.begin(model.system, initial, reaction, g_t_);
  restore(model, initial);
  totals_[driver] = driver_power(reaction);
  totals_[first_potential] = energies_.potential();
  enlarge_scale();
  totals_[calm_scale] = totals_[scale];
}

std::vector<double>& Ledger::store() {
  if (is_static_) return totals_;
  totals_.resize(n_totals);
  work_.append(totals_);
  return totals_;
}

void Ledger::enlarge_scale() {
  totals_[scale] =
      std::max({totals_[scale], energies_.kinetic, std::abs(energies_.potential() - totals_[first_potential]),
                std::abs(totals_[external])});
}

bool Ledger::gains_more_than(double share, const Model& model, const State& state) {
  constexpr int kSteps = 20;
  constexpr double kBlownUp = 1e6;
  if (!(gain() > share * totals_[scale] && gain() > round_off(model, state))) {
    totals_[gaining_steps] = 0;
    totals_[calm_scale] = totals_[scale];
    totals_[calm_steps] = std::min<double>(kSteps, totals_[calm_steps] + 1);
    return false;
  }
  totals_[gaining_steps] += 1;
  const double most = (totals_[calm_steps] < kSteps ? kBlownUp : 1) * totals_[calm_scale];
  return totals_[gaining_steps] >= kSteps || (most > 0 && gain() > most);
}

double Ledger::round_off(const Model& model, const State& state) const {
  constexpr double kEnergy = 1e-8, kDigits = 100 * std::numeric_limits<double>::epsilon();
  const System& system = model.system;
  const double motion = kDigits * system.largest(state.q);
  Vector force;
  system.force(state, force);  // what contacts and joints hold in balance does work on round-off
  const double forces = system.dot(force.cwiseAbs(), Vector::Ones(force.size()));
  return kEnergy * std::max(std::abs(energies_.potential()), std::abs(totals_[first_potential])) +
         0.5 * total_mass(model) * motion * motion / (h_ * h_) + motion * forces;
}

double Ledger::driver_power(const Vector& reaction) const {
  return reaction.size() > 0 && reaction.size() == g_t_.size() ? -reaction.dot(g_t_) : 0.0;
}

void Ledger::restore(const Model& model, const State& state) {
  if (totals_.size() < n_totals) totals_.resize(n_totals, 0.0);
  observe(model, state);
  energies_ = model.system.energies(state);
  last_q_ = state.q;
  last_t_ = state.t;
  last_angles_ = state.angles;
  if (is_static_ || totals_.size() == n_totals) return;
  work_.read(std::span<const double>(totals_).subspan(n_totals));
  work_.begin(model.system, state, {}, g_t_);
}

void Ledger::go_on_from(const Ledger& before, bool same_supports) {
  for (const Total sum : {external, impact, friction, damping, numerical, carried, most_gained})
    totals_[sum] = before.totals_[sum];
  totals_[damping_sum] = totals_[damping];
  const double lost = before.energies_.total() - energies_.total();
  totals_[lost > 0 ? impact : external] += std::abs(lost);
  if (is_static_ && before.is_static_ && same_supports)
    totals_.insert(totals_.end(), before.totals_.begin() + n_totals, before.totals_.end());
  enlarge_scale();
}

void Ledger::exchanged(const Model& model, const State& state) {
  const double before = energies_.total();
  energies_ = model.system.energies(state);
  totals_[carried] += energies_.total() - before;
  model.system.joints().rates(state, g_t_);
  work_.exchanged(model.system, state, g_t_);
}

void Ledger::observe(const Model& model, const State& state, const std::vector<ContactRow>& rows) {
  const System& system = model.system;
  penetration_ = 0;
  system.joints().rates(state, g_t_);
  if (system.contacts().is_empty()) return;
  std::vector<ContactRow> found;
  if (rows.empty()) system.contacts().search(state, 0.0, found);
  system.contacts().gaps(rows.empty() ? found : rows, state, gaps_);
  for (Index i = 0; i < gaps_.size(); ++i) penetration_ = std::max(penetration_, -gaps_[i]);
  penetration_ = system.numbering().max(penetration_);
}

void Ledger::observe_constraints(const Model& model, const State& state) {
  const System& system = model.system;
  if (parts_.can_fail) deleted_ = deleted_elements(model, state).count;
  hourglass_ = 0;
  if (parts_.has_hourglass)
    for (const SolidElements* solids : solids_of(system.blocks()))
      hourglass_ += solids->hourglass_energy(state);
  if (parts_.has_hourglass) hourglass_ = system.numbering().sum(hourglass_);
  if (system.joints().rows() == 0) return;
  system.joints().evaluate(state, g_, G_);
  system.joints().rates(state, g_t_);
  position_ = g_.lpNorm<Eigen::Infinity>();
  velocity_ = 0;
  for (int i = 0; i < G_.rows(); ++i) velocity_ = std::max(velocity_, std::abs(G_.dot(i, state.v) + g_t_[i]));
}

void Ledger::step(const Model& model, const State& state, const StepResult& result, double h) {
  observe(model, state, result.rows);
  const Energies before = energies_;
  energies_ = model.system.energies(state);
  const StepWork::Sums sums = work_.step(model.system, state, result, g_t_, h);
  // Impulses of stiff dampers swing about their mean from step to step: what they took falls back no further
  // than it has been.
  totals_[damping_sum] += sums.damping;
  const double damped = std::max(0.0, totals_[damping_sum] - totals_[damping]);
  const double left =
      sums.external - (energies_.total() - before.total()) - (lost_in(energies_) - lost_in(before));
  const double taken = left - damped;
  const double rubbed = std::max(0.0, -result.friction_work);
  // While elastic bodies are pressed against each other, their contact impulses hold more than the impact.
  // What the scheme would have to give back for it, as strain energy, no impact has taken.
  double struck = std::max(0.0, -result.contact_work);
  const double excess = std::min(std::max(0.0, struck + rubbed - taken), before.strain + energies_.strain);
  struck = std::max(0.0, struck - excess);
  totals_[external] += sums.external;
  totals_[damping] += damped;
  totals_[impact] += struck;
  totals_[friction] += rubbed;
  totals_[numerical] += taken - struck - rubbed;
  totals_[taken_sum] += left - sums.damping;
  totals_[most_taken] = std::max(totals_[most_taken], totals_[taken_sum]);
  totals_[most_gained] = std::max(totals_[most_gained], gain());
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
      middle_.history = system.initial_state().history;  // not the plastic strains of the step's end
      system.force(middle_, force);
      for (Index i = free; i < system.nv(); ++i) totals_.push_back(-force[i]);
    }
    Eigen::Map<Vector> last(totals_.data() + n_totals, supports);
    Vector balance;
    system.force(state, balance);
    balance *= -1;
    work_.take_reactions(system, state, result, result.reaction, h, balance);
    work += 0.5 * (last + balance.tail(supports)).dot(result.increment.tail(supports));
    last = balance.tail(supports);
  }
  totals_[external] += work;
  totals_[friction] -= result.friction_work;
  totals_[numerical] += work + result.friction_work - (energies_.total() - before.total()) -
                        (lost_in(energies_) - lost_in(before));
  last_q_ = state.q;
  last_t_ = state.t;
  last_angles_ = state.angles;
  h_ = h;
  iterations_ = result.iterations;
  active_ = result.active_contacts;
}

std::vector<Sensor> Ledger::columns(const params::Units& units, const Parts& parts) {
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
      column("dissipated_impact", energy, "energy dissipated by normal contact impulses since the start"),
      column("dissipated_friction", energy, "energy dissipated by friction since the start"),
      column("dissipated_damping", energy, "energy dissipated by dampers since the start"),
      column("dissipated_numerical", energy,
             "energy dissipated by the scheme since the start: the remainder of the balance"),
      column("max_constraint_position", "", "largest |g| of the joints"),
      column("max_constraint_velocity", "", "largest |G v + g_t| of the joints"),
      column("max_penetration", units.name(dim::length), "largest penetration at the end of the step"),
      column("newton_iterations", "", "Newton iterations of the step"),
      column("active_contacts", "", "contacts with a force")};
  if (parts.is_plastic)
    columns.push_back(
        column("dissipated_plastic", energy, "energy dissipated by plastic strains since the start"));
  if (parts.can_fail) {
    columns.push_back(column("dissipated_failure", energy,
                             "energy that elements had stored when they failed and were deleted"));
    columns.push_back(column("deleted_elements", "", "elements that have failed and were deleted"));
  }
  if (parts.has_hourglass)
    columns.push_back(
        column("energy_hourglass", energy, "strain energy of hourglass modes, a part of the strain energy"));
  if (parts.bodies_pass)
    columns.push_back(
        column("energy_carried", energy,
               "energy of bodies that entered, less that of bodies that left, since the start"));
  return columns;
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
  if (parts_.is_plastic) *out++ = energies_.plastic;
  if (parts_.can_fail) {
    *out++ = energies_.failure;
    *out++ = static_cast<double>(deleted_);
  }
  if (parts_.has_hourglass) *out++ = hourglass_;
  if (parts_.bodies_pass) *out = totals_[carried];
}

}  // namespace jounce
