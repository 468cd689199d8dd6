#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "../support/deck_run.h"
#include "statics/static_equilibrium.h"

namespace jounce::test {

/// A static analysis of a deck, step by step.
struct Statics {
  explicit Statics(const std::string& text, const std::vector<std::string>& overrides = {})
      : deck(deck::read_deck_text(text, "test.toml", deck_schema(), overrides)),
        model(deck::build_model(deck)),
        options(static_options(deck.table("analysis"))),
        state(model->system.initial_state()) {
    solver = std::make_unique<StaticEquilibrium>(model->system, options);
    solver->initialise(state, h());
  }
  double h() const { return deck.table("analysis").number("step"); }
  bool run() {
    while (state.t < options.end - 1e-9) {
      const double step = std::min(h(), options.end - state.t);
      if (!solver->step(state, step, result)) return false;
      most_iterations = std::max(most_iterations, result.iterations);
    }
    return true;
  }

  deck::Deck deck;
  std::unique_ptr<Model> model;
  StaticOptions options;
  std::unique_ptr<StaticEquilibrium> solver;
  State state;
  StepResult result;
  int most_iterations = 0;
};

}  // namespace jounce::test
