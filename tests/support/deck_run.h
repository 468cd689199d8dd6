#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "deck/build_model.h"
#include "deck/deck.h"
#include "integrators/integrator.h"
#include "registry.h"
#include "run/make_stepper.h"

#include "petsc_environment.h"

namespace jounce::test {

/// Values of a deck for a scheme; without restitution where the scheme has no impact law.
inline std::vector<std::string> scheme_values(const std::string& type) {
  std::vector<std::string> set = {"integrator.type=" + type};
  if (type == "generalized-alpha") set.emplace_back("parameters.restitution=0");
  return set;
}

/// The analysis of a deck, step by step, without results on disk.
struct DeckRun {
  explicit DeckRun(deck::Deck read)
      : deck(std::move(read)),
        model(deck::build_model(deck)),
        integrator(make_stepper(deck, model->system)),
        state(model->system.initial_state()),
        h(step_size()) {
    integrator->initialise(state, h);
  }
  explicit DeckRun(std::string_view text, const std::vector<std::string>& overrides = {})
      : DeckRun(deck::read_deck_text(text, "test.toml", deck_schema(), overrides)) {}

  /// One step; its end is a multiple of the step size, as in a run.
  bool step() {
    if (!integrator->step(state, h, result)) return false;
    system().accept(state);
    ++steps;
    if (!integrator->chooses_step()) state.t = steps * h;
    return true;
  }

  /// The step of the deck, or the longest one that an explicit scheme takes at the start.
  double step_size() const {
    const params::Params& control = control_table(deck);
    if (control.has("step")) return control.number("step");
    return dynamic_cast<Integrator&>(*integrator).longest_step(state).step;
  }
  const System& system() const { return model->system; }
  double energy() const { return model->system.energies(state).total(); }
  /// Largest |g| and |G v + g_t| of the joints.
  std::pair<double, double> violation() const {
    Vector g, g_t, rate;
    RowJacobian G;
    system().joints().values(state, g);
    system().joints().jacobian(state, G);
    system().joints().rates(state, g_t);
    if (g.size() == 0) return {0, 0};
    G.multiply(state.v, rate);
    return {g.lpNorm<Eigen::Infinity>(), (rate + g_t).lpNorm<Eigen::Infinity>()};
  }
  double gap(int pair, int point = 0) const {
    return system().contacts().all()[pair]->gap(state, system().contacts().all()[pair]->row(point));
  }

  deck::Deck deck;
  std::unique_ptr<Model> model;
  std::unique_ptr<Stepper> integrator;
  State state;
  double h;
  StepResult result;
  long steps = 0;
};

/// A deck of inputs/.
inline DeckRun input(const std::string& name, const std::vector<std::string>& overrides = {}) {
  return DeckRun(deck::read_deck(std::string(JOUNCE_SOURCE_DIR) + "/inputs/" + name + ".toml", deck_schema(),
                                 overrides));
}

/// Algorithmic memory of an integrator, copied.
inline std::vector<Vector> memory_of(Stepper& integrator) {
  std::vector<Vector> copy;
  for (const auto& [name, vector] : integrator.memory()) copy.push_back(*vector);
  return copy;
}

}  // namespace jounce::test
