#include "statics/static_options.h"

#include "params/choices.h"

namespace jounce {
namespace {

constexpr params::Choices<StaticSolver, 3> kSolvers = {{{"auto", StaticSolver::automatic},
                                                        {"direct", StaticSolver::direct},
                                                        {"iterative", StaticSolver::iterative}}};

}  // namespace

params::Component static_component() {
  using namespace params;
  return {
      "analysis",
      "static",
      "Static equilibrium along a load path: loads and supports are functions of the load parameter t; "
      "initial loads (gravity, constant loads) are ramped with t. Needs no [integrator].",
      {number("step", "load step").positive().by_default(0.1),
       number("start", "load parameter at the start").by_default(0.0),
       number("end", "load parameter at the end").by_default(1.0),
       boolean(
           "ramp",
           "bring what is out of balance at the start on in proportion to t: initial loads, and in a later "
           "[[step]] also what no longer holds; false: at once")
           .by_default(true),
       number("tolerance", "out-of-balance force relative to the largest force")
           .in({1e-15, 1e-2})
           .by_default(1e-10),
       integer("max_iterations",
               "Newton iterations in a load step; near equilibrium, iterations in which only contacts open "
               "or close are added, up to four times as many")
           .between(1, 1000)
           .by_default(25),
       integer("max_cuts", "number of times that a failed load step may be halved")
           .between(0, 40)
           .by_default(10),
       boolean("line_search", "repeat a failed load step with line searches before it is cut")
           .by_default(true),
       boolean("arc_length",
               "prescribe the length of the step along the path instead of the load, to pass limit points; "
               "`step` gives the length by the first step")
           .by_default(false),
       choice("solver",
              "of linear systems. direct: factorisation of all unknowns; iterative: conjugate gradients with "
              "multigrid, for models whose unknowns are displacements of nodes, without friction; other "
              "systems are factorised; auto: iterative for large solids in space, on the unknowns that "
              "contacts touch for few contacts of models with 1000 unknowns at least, direct else",
              params::texts(kSolvers))
           .by_default("auto"),
       boolean("hold_free_parts",
               "hold parts in rigid motions that no support, joint, spring or contact prevents, where loads "
               "push them there by 1e-4 of all loads at most, and say so; false: the analysis ends with an "
               "error that names the motions")
           .by_default(false),
       integer("max_steps", "load steps after which an arc-length analysis that has not reached `end` stops")
           .between(1, 1000000)
           .by_default(1000)}};
}

StaticOptions static_options(const params::Params& analysis) {
  StaticOptions options;
  options.start = analysis.number("start");
  options.end = analysis.number("end");
  options.ramp = analysis.boolean("ramp");
  options.tolerance = analysis.number("tolerance");
  options.max_iterations = analysis.integer("max_iterations");
  options.line_search = analysis.boolean("line_search");
  options.arc_length = analysis.boolean("arc_length");
  options.hold_free_parts = analysis.boolean("hold_free_parts");
  options.solver = params::chosen(analysis, "solver", kSolvers);
  return options;
}

}  // namespace jounce
