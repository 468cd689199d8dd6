#include "run/analysis.h"

#include "params/input_error.h"
#include "registry.h"
#include "statics/static_equilibrium.h"

namespace jounce {

bool is_static(const deck::Deck& deck) { return deck.table("analysis").type() == "static"; }

const params::Params& control_table(const deck::Deck& deck) {
  if (is_static(deck)) {
    if (deck.has("integrator"))
      deck.table("integrator").fail("", "a static analysis has no time integration: remove [integrator]");
    return deck.table("analysis");
  }
  if (!deck.has("integrator"))
    throw params::InputError(
        {params::Diagnostic{{deck.path().string(), 1, 1},
                            "the deck lacks the table [integrator] that a dynamic analysis needs",
                            {}}});
  return deck.table("integrator");
}

std::unique_ptr<Integrator> make_integrator(const deck::Deck& deck, const System& system) {
  const params::Params& control = control_table(deck);
  if (is_static(deck)) return std::make_unique<StaticEquilibrium>(system, static_options(control));
  return find_integrator(control.type())->make(control, system);
}

}  // namespace jounce
