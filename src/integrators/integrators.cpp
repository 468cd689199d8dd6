#include "integrators/integrators.h"

#include "integrators/generalized_alpha.h"
#include "integrators/moreau_jean.h"

namespace jounce {

params::Key initial_acceleration_key() {
  return params::choice("initial_acceleration",
                        "a_0 at the initial time, or at the shifted time t_0 + (alpha_m - alpha_f) h for "
                        "second order of "
                        "the multipliers from the first step on",
                        {"consistent", "shifted"})
      .by_default("consistent");
}

params::Key newton_key() {
  return params::choice(
             "newton",
             "direct: Newton's method with factorisations kept while the iteration converges; full: a new "
             "factorisation in every iteration, fewer but more expensive iterations; snes: PETSc's SNES, "
             "which takes options from outside; auto: direct, and snes from 200,000 unknowns on",
             params::texts(kNewtonMethods))
      .by_default("auto");
}

IntegratorOptions read_options(const params::Params& params) {
  IntegratorOptions options;
  options.tolerance = params.number("tolerance");
  options.max_iterations = params.integer("max_iterations");
  options.rho_inf = params.number("rho_inf");
  if (params.has("theta")) options.theta = params.number("theta");
  if (params.has("newton")) options.newton = params::chosen(params, "newton", kNewtonMethods);
  if (params.has("solver")) options.solver = params::chosen(params, "solver", kStepSolvers);
  if (params.has("contact_function"))
    options.contact_function = params::chosen(params, "contact_function", kContactFunctions);
  if (params.has("initial_acceleration"))
    options.initial_acceleration = params::chosen(params, "initial_acceleration", kInitialAccelerations);
  if (params.has("corrections")) options.corrections = params::chosen(params, "corrections", kCorrections);
  if (params.has("joints")) options.joints_on_acceleration = params.text("joints") == "acceleration";
  if (params.has("envelope")) options.envelope = params.number("envelope");
  return options;
}

IntegratorPart moreau_jean_part() {
  return {.component = {"integrator",
                        "moreau-jean",
                        "Moreau-Jean theta scheme: impact law and joints at velocity level; positions drift.",
                        {params::number("theta", "weight of the end of the step; given, it overrides rho_inf")
                             .between(0.5, 1),
                         newton_key()}},
          .make = [](const params::Params& p, const System& system) -> std::unique_ptr<Integrator> {
            return std::make_unique<MoreauJean>(system, read_options(p));
          },
          .has_friction = true,
          .takes_massless_nodes = true};
}

IntegratorPart generalized_alpha_part() {
  return {.component = {"integrator",
                        "generalized-alpha",
                        "Smooth generalized-alpha scheme with joints and contacts at position level (index "
                        "3); no impact law.",
                        {initial_acceleration_key(), newton_key()}},
          .make = [](const params::Params& p, const System& system) -> std::unique_ptr<Integrator> {
            return std::make_unique<GeneralizedAlpha>(system, read_options(p));
          },
          .has_impact_law = false,
          .takes_massless_nodes = true};
}

}  // namespace jounce
