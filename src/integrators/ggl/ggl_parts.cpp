#include "integrators/ggl/nsga_ggl.h"
#include "integrators/integrators.h"

namespace jounce {
namespace {

std::vector<params::Key> ggl_keys() {
  return {
      params::choice(
          "solver",
          "monolithic: semi-smooth Newton on all unknowns; condensed: Newton's method on all unknowns that "
          "solves the contact conditions in each of its linear models; sequential: smooth step and two "
          "projections, repeated; direct: factor once where all matrices are constant (friction of joints "
          "apart), else condensed for solids with few contacts and monolithic for the rest; iterative: the "
          "same by conjugate "
          "gradients, for large solids without joints, dampers and friction, else direct; surface: "
          "factor once, with the contacts and their friction by the compliance of the surface, for "
          "linear solids without joints and dampers, else monolithic; motion: Newton's method with a line "
          "search on the motion alone, the contact conditions solved in each of its linear models, for "
          "models "
          "without joints and dampers in which only shells and rigid bodies turn, else as auto; field-split: "
          "monolithic, with GMRES and multigrid in place of factors, for large solids; auto: one of "
          "them by size and contacts",
          params::texts(kStepSolvers))
          .by_default("auto"),
      params::choice("contact_function",
                     "function of the semi-smooth Newton method at velocity level: alart-curnier, or "
                     "fischer-burmeister of the second-order cone, with the branches of alart-curnier at the "
                     "end; with solver = \"monolithic\"",
                     params::texts(kContactFunctions))
          .by_default("alart-curnier"),
      params::choice("corrections",
                     "response to contacts within the step: mass (Bruls et al.), or elastic (includes the "
                     "forces of the model); auto: elastic for solids, shells, beams and bars where a step is "
                     "many times as long as a wave takes through an element, unless all matrices are "
                     "constant, else mass",
                     params::texts(kCorrections))
          .by_default("auto"),
      initial_acceleration_key(), newton_key()};
}

}  // namespace

IntegratorPart nsga_ggl_part() {
  return {
      .component =
          {"integrator", "nsga-ggl",
           "Nonsmooth generalized-alpha with exact position and velocity constraints (Bruls, Acary, Cardona "
           "2014).",
           ggl_keys()},
      .make = [](const params::Params& p, const System& system) -> std::unique_ptr<Integrator> {
        const IntegratorOptions options = read_options(p);
        for (const StepSolver solver : {StepSolver::sequential, StepSolver::condensed, StepSolver::motion})
          if (options.contact_function == ContactFunction::fischer_burmeister && options.solver == solver)
            p.fail("contact_function",
                   "the " + p.text("solver") +
                       " solver supports alart-curnier only; use solver = \"monolithic\"");
        if (options.newton == NewtonMethod::snes &&
            (options.solver == StepSolver::condensed || options.solver == StepSolver::motion))
          p.fail("newton", "PETSc's SNES cannot be used with this solver; use solver = \"monolithic\"");
        return std::make_unique<NsgaGgl>(system, options, PositionLaw::ggl);
      },
      .has_friction = true};
}

IntegratorPart nsga_modified_lcp_part() {
  return {.component =
              {"integrator",
               "nsga-modified-lcp",
               "Variant of nsga-ggl whose position multiplier is nu - h Lambda (B 25, 27): it chatters; for "
               "comparison only.",
               {initial_acceleration_key(), newton_key()}},
          .make = [](const params::Params& p, const System& system) -> std::unique_ptr<Integrator> {
            return std::make_unique<NsgaGgl>(system, read_options(p), PositionLaw::modified_lcp);
          },
          .has_friction = true};
}

}  // namespace jounce
