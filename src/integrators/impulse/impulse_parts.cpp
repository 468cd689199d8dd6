#include <fmt/format.h>

#include <array>
#include <limits>

#include "integrators/impulse/impulse_timestepping.h"
#include "integrators/integrators.h"

namespace jounce {
namespace {

using contact_problem::BodyMethod;
using contact_problem::ContactLawKind;
using params::Params;

params::Key method_key(std::string doc, std::vector<std::string> methods, const char* initial) {
  return params::choice("method", std::move(doc), std::move(methods)).by_default(initial);
}

std::vector<params::Key> common_keys() {
  using namespace params;
  return {choice("unconverged",
                 "action if a contact problem is not solved to the tolerance: fail (the step is cut, then "
                 "the run stops) or accept the best solution found",
                 {"fail", "accept"})
              .by_default("fail"),
          number("error_reduction", "fraction of a penetration or joint error that a step removes")
              .between(0, 1)
              .by_default(1.0),
          number("recovery_speed",
                 "largest speed at which overlapping bodies are separated; no limit unless given")
              .unit(dim::velocity)
              .non_negative(),
          choice("elastic_forces",
                 "elastic and damping forces of flexible bodies: implicit evaluates them at the end of a "
                 "step, explicit at its start, for steps up to 2/omega of the highest frequency",
                 {"implicit", "explicit"})
              .by_default("implicit"),
          integer("bodies_per_rank",
                  "on several ranks: bodies of a rank from which contacts and joints are shared; of fewer, "
                  "every rank computes all, which costs less than the messages")
              .between(1, 1000000000)
              .by_default(500)};
}

ImpulseTimestepping::Options read(const Params& p) {
  ImpulseTimestepping::Options options;
  options.solver.tolerance = p.number("contact_tolerance");
  options.solver.max_iterations = p.integer("contact_iterations");
  const std::string& method = p.text("method");
  options.solver.method = method == "gauss-seidel"       ? BodyMethod::gauss_seidel
                          : method == "apgd"             ? BodyMethod::projected_gradient
                          : method == "barzilai-borwein" ? BodyMethod::barzilai_borwein
                                                         : BodyMethod::accelerated_gauss_seidel;
  options.error_reduction = p.number("error_reduction");
  options.bodies_per_rank = p.integer("bodies_per_rank");
  if (p.has("recovery_speed")) options.recovery_speed = p.number("recovery_speed");
  if (p.text("elastic_forces") == "explicit") options.elastic_forces = ElasticForces::at_begin;
  options.allows_unconverged = p.text("unconverged") == "accept";
  return options;
}

std::unique_ptr<Integrator> make(const Params& p, const System& system,
                                 const ImpulseTimestepping::Options& options) {
  std::pair<double, std::string> most = {std::numeric_limits<double>::infinity(), {}};
  std::unique_ptr<Integrator> scheme;
  try {
    scheme = std::make_unique<ImpulseTimestepping>(system, p.type(), options);
    if (options.elastic_forces == ElasticForces::at_begin)
      most = ImpulseTimestepping::greatest_explicit_step(system);
  } catch (const std::runtime_error& error) {
    p.fail("type", error.what());
  }
  if (p.number("step") > most.first)
    p.fail("elastic_forces",
           fmt::format("explicit elastic forces allow steps of {:.4g} at most, 2/omega of the highest "
                       "frequency of body '{}', and integrator.step is {:.4g}: use \"implicit\"",
                       most.first, most.second, p.number("step")));
  return scheme;
}

}  // namespace

IntegratorPart ccp_euler_part() {
  using namespace params;
  std::vector<Key> keys = common_keys();
  keys.push_back(choice("law",
                        "cone: the convex cone complementarity problem, whose sliding contacts open with mu "
                        "|u_T|; coulomb: the same with the cone shifted until contacts no longer open",
                        {"cone", "coulomb"})
                     .by_default("cone"));
  keys.push_back(
      method_key("accelerated: sweeps over the contacts with extrapolation; gauss-seidel: sweeps without "
                 "extrapolation; apgd: accelerated projected gradient; barzilai-borwein: spectral projected "
                 "gradient; auto: apgd for models with joints, else accelerated",
                 {"auto", "accelerated", "gauss-seidel", "apgd", "barzilai-borwein"}, "auto"));
  return {.component = {"integrator", "ccp-euler",
                        "Half-implicit Euler for rigid and flexible bodies; contacts and joints in one cone "
                        "complementarity problem "
                        "(Negrut, Serban, Tasora).",
                        std::move(keys)},
          .make =
              [](const Params& p, const System& system) {
                ImpulseTimestepping::Options options = read(p);
                options.solver.law = p.text("law") == "cone" ? ContactLawKind::cone : ContactLawKind::coulomb;
                if (p.text("method") == "auto" && system.joints().rows() > 0)
                  options.solver.method = BodyMethod::projected_gradient;
                return make(p, system, options);
              },
          .has_friction = true,
          .lets_bodies_pass = true};
}

IntegratorPart impulse_velocity_part() {
  using namespace params;
  std::vector<Key> keys = common_keys();
  keys.push_back(choice("law", "friction law of the contacts", {"coulomb", "maximum-dissipation"})
                     .by_default("coulomb"));
  keys.push_back(
      method_key("gauss-seidel: sweeps over the contacts; accelerated: sweeps with extrapolation, for "
                 "deep piles",
                 {"gauss-seidel", "accelerated"}, "accelerated"));
  keys.push_back(number("relaxation",
                        "relaxation factor of the change of an impulse in a sweep; over-relaxation above 1")
                     .in({0, 2, true, true})
                     .by_default(1.0));
  return {
      .component =
          {"integrator", "impulse-velocity",
           "Half-implicit Euler for rigid and flexible bodies, contact by contact in sweeps (Preclik, Eibl, "
           "Ruede).",
           std::move(keys)},
      .make =
          [](const Params& p, const System& system) {
            ImpulseTimestepping::Options options = read(p);
            options.solver.law =
                p.text("law") == "coulomb" ? ContactLawKind::coulomb : ContactLawKind::maximum_dissipation;
            options.solver.relaxation = p.number("relaxation");
            return make(p, system, options);
          },
      .has_friction = true,
      .lets_bodies_pass = true};
}

}  // namespace jounce
