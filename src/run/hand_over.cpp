#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>

#include "run/simulation.h"

// What a step of a deck hands over to the one that follows it.

namespace jounce {
namespace {

/// Whether each degree of freedom is prescribed, in an order that does not depend on it.
std::vector<bool> held_slots(const System& system) {
  std::vector<bool> held;
  for (const Index dof : system.dofs().slots) held.push_back(dof >= system.n_free());
  return held;
}

/// Joints and contacts.
std::vector<std::string> names_of_rows(const System& system) {
  std::vector<std::string> names;
  for (const auto& joint : system.joints().all()) names.push_back(joint->name());
  for (const auto& pair : system.contacts().all()) names.push_back(pair->name());
  return names;
}

/// Forces at the end of a step of the joints and contacts that have one of these names.
Vector forces_that_go_on(const System& system, const RunState& run, const std::vector<std::string>& names) {
  const auto goes_on = [&](const std::string& name) { return std::ranges::count(names, name) > 0; };
  const StepResult& result = run.result;
  Vector force = Vector::Zero(system.nv());
  RowJacobian G;
  system.joints().jacobian(run.state, G);
  Vector lambda = result.reaction;
  Index row = 0;
  for (const auto& joint : system.joints().all())
    for (int k = 0; k < joint->rows(); ++k, ++row)
      if (row < lambda.size() && !goes_on(joint->name())) lambda[row] = 0;
  if (lambda.size() == system.joints().rows()) G.add_transpose(lambda, 1, force);
  if (!(run.h > 0) || result.impulse.size() == 0) return force;
  Vector normal = result.impulse, tangential = result.friction_impulse;
  Index tangent = 0;
  for (std::size_t i = 0; i < result.rows.size(); ++i) {
    const bool stays = goes_on(system.contacts().all()[result.rows[i].pair]->name());
    if (!stays) normal[static_cast<Index>(i)] = 0;
    for (int k = 0; k < result.rows[i].law->tangents; ++k, ++tangent)
      if (!stays && tangent < tangential.size()) tangential[tangent] = 0;
  }
  system.contacts().add_forces(result.rows, run.state, normal, tangential, 1 / run.h, force);
  return force;
}

std::span<const double> span_of(const Vector& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

Vector vector_named(const io::CheckpointReader& reader, const std::string& name) {
  const std::vector<double>& values = reader.doubles(name);
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

std::vector<std::int64_t> numbering_of(const System& system) {
  const auto& slots = system.dofs().slots;
  std::vector<std::int64_t> numbering(slots.begin(), slots.end());
  numbering.push_back(system.n_free());
  return numbering;
}

std::string contact_key(std::size_t pair) { return fmt::format("contact force {}", pair); }

/// What a scheme keeps from step to step; false where another one keeps it otherwise.
bool take_memory(const std::vector<std::pair<std::string, Vector>>& old, Stepper& to) {
  const auto own = to.memory();
  const auto name = [](const auto& memory) { return memory.first; };
  if (!std::ranges::equal(old, own, {}, name, name)) return false;
  for (std::size_t i = 0; i < own.size(); ++i) *own[i].second = old[i].second;
  to.refresh();
  return true;
}

}  // namespace

std::unique_ptr<Simulation::Left> Simulation::leave(const System& next) {
  auto left = std::make_unique<Left>();
  const auto& slots = setup_.system().dofs().slots;
  const auto& pairs = setup_.system().contacts().all();
  const std::vector<std::string> names = names_of_rows(next);
  left->held_by = forces_that_go_on(setup_.system(), run_, names)(slots);
  if (resumed_ != nullptr && !(run_.h > 0))  // this run has taken no step
    for (std::size_t i = 0; i < pairs.size(); ++i)
      if (std::ranges::count(names, pairs[i]->name()) > 0)
        left->held_by += vector_named(*resumed_, contact_key(i))(slots);
  left->held = held_slots(setup_.system());
  left->rows = names_of_rows(setup_.system());
  left->scheme = stepper().name();
  for (const auto& [name, vector] : stepper().memory()) left->memory.emplace_back(name, *vector);
  left->control = setup_.control;
  left->recorder = recorder_.leave();
  left->monitor = monitor_.leave();
  left->run = std::move(run_);
  return left;
}

void Simulation::store_end(io::CheckpointWriter& writer) {
  const System& system = setup_.system();
  writer.put("scheme", stepper().name());
  writer.put("numbering", std::span<const std::int64_t>(numbering_of(system)));
  writer.put("reaction", span_of(run_.result.reaction));
  const auto& pairs = system.contacts().all();
  for (std::size_t i = 0; i < pairs.size(); ++i)
    writer.put(contact_key(i), span_of(forces_that_go_on(system, run_, {pairs[i]->name()})));
  checkpoints_.store(writer);
}

bool Simulation::fits(const io::CheckpointReader& end) const {
  const System& system = setup_.system();
  const auto has = [&](const std::string& name, std::size_t size) {
    return end.has(name) && end.doubles(name).size() == size;
  };
  if (end.text("scheme") != setup_.stepper().name() || end.integers("numbering") != numbering_of(system) ||
      end.integer("joint_rows") != system.joints().rows() ||
      !has("q", static_cast<std::size_t>(run_.state.q.size())))
    return false;
  if (!run_.state.angles.empty() && !has("angles", run_.state.angles.size())) return false;
  for (std::size_t i = 0; i < run_.state.history.size(); ++i)
    if (!has(fmt::format("history.{}", i), run_.state.history[i].committed().size())) return false;
  for (std::size_t i = 0; i < system.contacts().all().size(); ++i)
    if (!end.has(contact_key(i))) return false;
  return std::ranges::all_of(setup_.stepper().memory(),
                             [&](const auto& memory) { return end.has("memory." + memory.first); });
}

void Simulation::resume(const io::CheckpointReader& end) {
  resumed_ = &end;
  checkpoints_.restore_state(end, "restart file");
}

void Simulation::go_on_from_end() {
  checkpoints_.restore(*resumed_, "restart file");
  if (setup_.is_later()) setup_.model->system.hold(run_.state, setup_.schedule.end);
  run_.result.reaction = vector_named(*resumed_, "reaction");
}

void Simulation::take_over() {
  run_.counts() = left_->run.counts();
  const bool same_supports = held_slots(setup_.system()) == left_->held;
  const bool same = same_supports && names_of_rows(setup_.system()) == left_->rows &&
                    stepper().name() == left_->scheme && take_memory(left_->memory, stepper());
  if (same) {
    setup_.control.go_on_from(left_->control);
    run_.ledger->go_on(left_->run.ledger->store(), *setup_.model, run_.state);
  } else {
    run_.ledger->go_on_from(*left_->run.ledger, same_supports);
  }
  Vector force;
  setup_.system().force(run_.state, force);
  force(setup_.system().dofs().slots) += left_->held_by;
  setup_.analysis->begin_out_of_balance(force);
  recorder_.take_over(std::move(left_->recorder));
  monitor_.take_over(std::move(left_->monitor));
  left_.reset();
}

}  // namespace jounce
