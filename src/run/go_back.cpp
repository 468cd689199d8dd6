#include <fmt/format.h>

#include <stdexcept>

#include "la/petsc.h"
#include "run/simulation.h"

// What brings a Simulation back to where it has been.

namespace jounce {
namespace {

void require_way_back(const Simulation& run) {
  if (!run.can_go_back())
    throw std::logic_error("a run that writes results, or that has several ranks, cannot go back");
}

}  // namespace

bool Simulation::can_go_back() const { return !options_.write && mpi_size() == 1; }

Snapshot Simulation::save() {
  require_way_back(*this);
  Stepper& scheme = setup_.stepper();
  Snapshot snapshot{run_, setup_.control, loop_.place(), {}, setup_.deck.step()};
  for (const auto& [name, vector] : scheme.memory()) snapshot.memory.push_back(*vector);
  // What is remembered besides would differ after restore().
  setup_.forget();
  run_.kept_step = snapshot.run.kept_step = 0;
  return snapshot;
}

void Simulation::restore(const Snapshot& snapshot) {
  require_way_back(*this);
  if (snapshot.step != setup_.deck.step())
    throw std::logic_error(fmt::format("the state belongs to step {} of the deck, the run is in step {}",
                                       snapshot.step + 1, setup_.deck.step() + 1));
  Stepper& scheme = setup_.stepper();
  run_ = snapshot.run;
  setup_.control = snapshot.control;
  loop_.go_to(snapshot.place);
  const auto memory = scheme.memory();
  for (std::size_t i = 0; i < memory.size(); ++i) *memory[i].second = snapshot.memory[i];
  setup_.forget();
  failed_ = false;
  stopped_by_ = 0;
}

void Simulation::begin_at(State state) {
  require_way_back(*this);
  setup_.system().apply_prescribed(state);
  make_consistent(setup_.deck, *setup_.model, setup_.schedule.step, state);
  if (const std::string found = setup_.guard.find_inverted(state); !found.empty())
    throw params::InputError({setup_.deck.path().string()}, "the state is impossible: " + found);
  setup_.system().forget_answers();
  setup_.analysis = make_analysis(setup_.deck, *setup_.model);  // a scheme without memory
  run_ = RunState();
  run_.state = std::move(state);
  setup_.control = setup_.analysis->step_control(*setup_.model, setup_.schedule.max_cuts);
  begin_steps();
  recorder_.iterations().begin(setup_.stepper(), run_.state.t, setup_.schedule.end);
  loop_.go_to({});
  loop_.begin();
  failed_ = false;
  stopped_by_ = 0;
}

}  // namespace jounce
