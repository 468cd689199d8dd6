#include "integrators/integrators.h"
#include "integrators/mixed/half_explicit.h"
#include "integrators/mixed/mixed_bathe.h"
#include "integrators/mixed/mixed_ed_alpha.h"
#include "integrators/mixed/mixed_generalized_alpha.h"

namespace jounce {
namespace {

using params::Params;

/// alpha_m and alpha_f as given, of a preset, or of rho_inf; (R 100) is the condition of stability.
AlphaCoefficients alpha_coefficients(const Params& params) {
  const std::string& preset = params.text("preset");
  const double rho = params.number("rho_inf");
  const bool m = params.given("alpha_m"), f = params.given("alpha_f");
  if (preset != "none" && (m || f))
    params.fail(m ? "alpha_m" : "alpha_f", "a preset defines alpha_m and alpha_f: give one or the other");
  if (m != f) params.fail(m ? "alpha_m" : "alpha_f", "alpha_m and alpha_f must be given together");
  if (preset == "newmark") return AlphaCoefficients::from_alphas(0, 0);
  if (preset == "hht") {
    if (rho < 0.5)
      params.fail("rho_inf", "preset 'hht' reaches spectral radii from 0.5 to 1 (alpha_f from 1/3 to 0)");
    return AlphaCoefficients::from_alphas(0, (1 - rho) / (1 + rho));
  }
  if (!m) return AlphaCoefficients::from_rho_inf(rho);
  const double alpha_m = params.number("alpha_m"), alpha_f = params.number("alpha_f");
  if (alpha_m > alpha_f || alpha_f > 0.5)
    params.fail("alpha_m", "the scheme is stable for alpha_m <= alpha_f <= 1/2 only");
  return AlphaCoefficients::from_alphas(alpha_m, alpha_f);
}

params::Key joints_key() {
  return params::choice("joints",
                        "velocity: G v + g_t = 0 at the end of a step; acceleration: its time derivative "
                        "(velocities drift as well, forces of joints follow the motion closely); impulses "
                        "always obey the joints at velocity level",
                        {"velocity", "acceleration"})
      .by_default("velocity");
}

params::Key mixed_initial_acceleration_key(std::vector<std::string> more) {
  std::vector<std::string> choices = {"consistent", "free"};
  choices.insert(choices.end(), more.begin(), more.end());
  return params::choice("initial_acceleration",
                        "consistent: a_0 satisfies the joints; free: a_0 = M^-1 f without their forces, as "
                        "in (R 25), for comparison" +
                            std::string(more.empty() ? ""
                                                     : "; shifted: that at the time t_0 + (alpha_m - "
                                                       "alpha_f) h"),
                        choices)
      .by_default("consistent");
}

std::vector<params::Key> alpha_keys() {
  return {
      params::choice("preset",
                     "newmark: alpha_m = alpha_f = 0 (trapezoidal rule); hht: alpha_m = 0 and alpha_f = (1 - "
                     "rho_inf)/(1 + rho_inf), rho_inf from 0.5 to 1; none: both by rho_inf, or as given",
                     {"none", "newmark", "hht"})
          .by_default("none"),
      params::number("alpha_m", "given together with alpha_f, they override rho_inf; alpha_m <= alpha_f")
          .between(-1, 0.5),
      params::number("alpha_f", "see alpha_m").between(0, 0.5),
      mixed_initial_acceleration_key({"shifted"}),
      joints_key(),
      newton_key()};
}

}  // namespace

IntegratorPart mixed_generalized_alpha_part() {
  return {.component =
              {"integrator", "mixed-generalized-alpha",
               "Mixed timestepping (Rezaei, Schindler): generalized-alpha with joints and closed contacts at "
               "velocity level, and impulses when a contact closes; positions drift.",
               alpha_keys()},
          .make = [](const Params& p, const System& system) -> std::unique_ptr<Integrator> {
            return std::make_unique<MixedGeneralizedAlpha>(system, read_options(p), alpha_coefficients(p));
          },
          .has_friction = true};
}

IntegratorPart mixed_bathe_part() {
  return {
      .component =
          {"integrator",
           "mixed-bathe",
           "Mixed timestepping (Rezaei, Schindler) on Bathe's scheme: trapezoidal rule, then three-point "
           "backward Euler; joints and closed contacts at velocity level, impulses when a contact closes; "
           "positions drift. No parameters: rho_inf has no effect.",
           {mixed_initial_acceleration_key({}), joints_key(), newton_key()}},
      .make = [](const Params& p, const System& system) -> std::unique_ptr<Integrator> {
        return std::make_unique<MixedBathe>(system, read_options(p));
      },
      .has_friction = true};
}

IntegratorPart mixed_ed_alpha_part() {
  return {
      .component =
          {"integrator",
           "mixed-ed-alpha",
           "Mixed timestepping (Rezaei, Schindler) on the energy decaying ED-alpha scheme, two stages solved "
           "together; joints and closed contacts at velocity level, impulses when a contact closes; "
           "positions drift.",
           {mixed_initial_acceleration_key({}), joints_key(), newton_key()}},
      .make = [](const Params& p, const System& system) -> std::unique_ptr<Integrator> {
        return std::make_unique<MixedEdAlpha>(system, read_options(p));
      },
      .has_friction = true};
}

IntegratorPart half_explicit_part() {
  return {
      .component =
          {"integrator",
           "half-explicit",
           "Half-explicit timestepping on velocity level (Schindler, Rezaei, Kursawe, Acary 2015): explicit "
           "forces, implicit joints and contacts, impulses when a contact closes; stable for steps below "
           "2/omega_max, which the elements bound. Steps follow it without `step`. "
           "rho_inf has no effect.",
           {params::number("step_factor",
                           "share of the limit of stability that steps take; without `step` only")
                .between(0.01, 1)
                .by_default(0.9),
            params::integer(
                "subcycling",
                "substeps that small solid elements may take in a step of the others, at most; as "
                "many are taken as save work. 1: none. Without `step` only, with lumped masses "
                "and no joints")
                .between(1, 64)
                .by_default(1),
            newton_key()}},
      .make = [](const Params& p, const System& system) -> std::unique_ptr<Integrator> {
        if (p.given("step") && p.given("step_factor"))
          p.fail("step_factor", "the step is given: give one or the other");
        for (const char* const key : {"error_tolerance", "smallest_step", "impact_step"})
          if (!p.given("step") && p.given(key)) p.fail(key, "this key requires integrator.step");
        const int substeps = p.integer("subcycling");
        if (substeps > 1 && p.given("step"))
          p.fail("subcycling", "the step is given: leave it out, so that it follows the limit");
        if (substeps > 1 && !HalfExplicit::takes_substeps(system))
          p.fail("subcycling",
                 "substeps require a diagonal mass matrix and no joints: give all solids mass = \"lumped\" "
                 "without mass_scaling and contact_mass, and hold nodes by supports");
        return std::make_unique<HalfExplicit>(system, read_options(p),
                                              p.given("step") ? 0.0 : p.number("step_factor"), substeps);
      },
      .has_friction = true,
      .finds_step = true,
      .needs_tangents = false,
      .lumps_masses = true};
}

}  // namespace jounce
