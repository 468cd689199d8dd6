// Time to solve large hyperstatic contact problems to 1e-8 with `automatic`: towers, rock piles and planar
// flows of tests/contact_problem/large_problems.h, for friction coefficients of 0.3, 0.6 and 0.9 and two
// disturbances.
//
//   cmake --preset release -DJOUNCE_BENCHMARKS=ON && cmake --build build --target large_contact_problems
//   build/benchmarks/large_contact_problems
//
// Counters: contacts, the residual reached, and 1 where it was enough.

#include <benchmark/benchmark.h>

#include "../tests/contact_problem/large_problems.h"
#include "contact_problem/solvers.h"
#include "la/petsc.h"

namespace jounce::contact_problem {
namespace {

using Make = Problem (*)(double mu, double disturbance);

void solve_problem(benchmark::State& state, Make make) {
  const Problem problem =
      make(0.01 * static_cast<double>(state.range(0)), 0.01 * static_cast<double>(state.range(1)));
  Result result;
  for (auto _ : state) result = solve(problem, {}, {.tolerance = 1e-8});
  state.counters["contacts"] = problem.contacts();
  state.counters["residual"] = result.residual;
  state.counters["solved"] = result.status == Status::solved ? 1 : 0;
}

void arguments(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgsProduct({{30, 60, 90}, {1, 30}})->Unit(benchmark::kSecond)->Iterations(1);
}

#define JOUNCE_LARGE(name, problem)                                          \
  BENCHMARK_CAPTURE(solve_problem, name, [](double mu, double disturbance) { \
    return problem;                                                          \
  })->Apply(arguments)

JOUNCE_LARGE(column_142_boxes, box_column(1, 142, mu, 1, disturbance));
JOUNCE_LARGE(tower_564_contacts, plank_tower(1, 16, mu, 1, disturbance));
JOUNCE_LARGE(tower_mass_ratio_1e6, plank_tower(1, 16, mu, 1e6, disturbance));
JOUNCE_LARGE(rocks_700_contacts, rock_pile(1, 6, mu, 1, disturbance));
JOUNCE_LARGE(rocks_mass_ratio_1e6, rock_pile(1, 6, mu, 1e6, disturbance));
JOUNCE_LARGE(rocks_2700_contacts, rock_pile(1, 10, mu, 1, disturbance));
JOUNCE_LARGE(flow_800_contacts, planar_flow(1, 50, 8, mu, 1, disturbance));
JOUNCE_LARGE(flow_5200_contacts, planar_flow(1, 100, 25, mu, 1, disturbance));

}  // namespace
}  // namespace jounce::contact_problem

int main(int argc, char** argv) {
  const jounce::PetscSession petsc;
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
