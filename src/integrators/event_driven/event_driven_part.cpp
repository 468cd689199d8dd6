#include "integrators/event_driven/event_driven.h"
#include "integrators/integrators.h"

namespace jounce {

IntegratorPart event_driven_part() {
  return {
      .component =
          {"integrator",
           "event-driven",
           "Reference for small systems with few contacts: smooth motion to the tolerance, every impact and "
           "release located; `step` is the interval of output.",
           {}},
      .make = [](const params::Params& p, const System& system) -> std::unique_ptr<Integrator> {
        return std::make_unique<EventDriven>(system, read_options(p));
      },
      .ledger_closes = false};  // its intervals hold impacts
}

}  // namespace jounce
