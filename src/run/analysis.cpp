#include "run/analysis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "params/input_error.h"
#include "registry.h"
#include "statics/static_equilibrium.h"

namespace jounce {
namespace {

bool is_zero(const params::Params& entry, const std::string& key) {
  if (key != "friction") return entry.number(key) == 0;
  const params::TimeFunction& mu = entry.function(key);
  return mu.is_constant() && mu(0) == 0;
}

/// Blames the first contact or joint that has friction.
[[noreturn]] void refuse_friction(const deck::Deck& deck, const std::string& why) {
  for (const char* const kind : {"contact", "joint"})
    for (const params::Params* entry : deck.entries(kind))
      for (const char* const key : {"friction", "friction_force", "friction_torque"})
        if (entry->given(key) && !is_zero(*entry, key)) entry->fail(key, why);
  deck.table("model").fail("", why);
}

}  // namespace

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
  if (is_static(deck)) {
    if (system.has_friction()) refuse_friction(deck, "a static analysis has no friction");
    return std::make_unique<StaticEquilibrium>(system, static_options(control));
  }
  const IntegratorPart& part = *find_integrator(control.type());
  if (system.has_friction() && !part.has_friction) {
    std::vector<std::string> able;
    for (const IntegratorPart& other : integrator_parts())
      if (other.has_friction) able.push_back(fmt::format("'{}'", other.component.type));
    refuse_friction(deck, fmt::format("the integrator '{}' has no friction; these have: {}", control.type(),
                                      fmt::join(able, ", ")));
  }
  return part.make(control, system);
}

}  // namespace jounce
