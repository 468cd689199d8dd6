#include "integrators/event_driven/event_driven.h"
#include "integrators/integrators.h"

namespace jounce {

IntegratorPart event_driven_part() {
  return {{"integrator",
           "event-driven",
           "Reference for small systems with few contacts: smooth motion to the tolerance, every impact and "
           "release located; `step` is the interval of output.",
           {}},
          [](const params::Params& p, const System& system) -> std::unique_ptr<Integrator> {
            return std::make_unique<EventDriven>(system, read_options(p));
          },
          /*has_friction=*/false,
          /*lets_bodies_pass=*/false,
          /*has_impact_law=*/true,
          /*takes_massless_nodes=*/false,
          /*ledger_closes=*/false};  // its intervals hold impacts
}

}  // namespace jounce
