// Cost of one NSGA-GGL step of the elastic bar in closed contact, by number of elements and by solver.
//
//   cmake --preset release -DJOUNCE_BENCHMARKS=ON && cmake --build build --target bar_step
//   OPENBLAS_NUM_THREADS=1 build/benchmarks/bar_step
//
// Times are of the integrator's step alone (no history); items_per_second counts nodes.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "deck/build_model.h"
#include "la/petsc.h"
#include "registry.h"

namespace jounce {
namespace {

const char* const kDeck = R"(
[model]
dimension = 1
[[material]]
name = "elastic"
E = 900
rho = 1
[[mesh]]
name = "bar"
type = "line"
from = [0]
to = [10]
elements = {0}
[[element]]
name = "rod"
type = "bar"
mesh = "bar"
material = "elastic"
area = 1
[[initial]]
on = "bar"
velocity = [-10]
[[contact]]
name = "wall"
type = "point-plane"
points = ["bar.start"]
through = [0]
normal = [1]
[integrator]
type = "nsga-ggl"
solver = "{1}"
step = 1e-5
end = 1
)";

void bar_step(benchmark::State& benchmark, const char* solver) {
  const auto elements = static_cast<int>(benchmark.range(0));
  const deck::Deck deck =
      deck::read_deck_text(fmt::format(fmt::runtime(kDeck), elements, solver), "bar.toml", deck_schema());
  const auto model = deck::build_model(deck);
  const params::Params& time = deck.table("integrator");
  const auto integrator = find_integrator("nsga-ggl")->make(time, model->system);
  State state = model->system.initial_state();
  integrator->initialise(state, 1e-5);
  StepResult result;
  integrator->step(state, 1e-5, result);  // factorises
  for (auto _ : benchmark) {
    if (!integrator->step(state, 1e-5, result)) benchmark.SkipWithError(result.failure_cause.c_str());
    benchmark::DoNotOptimize(state.q.data());
  }
  benchmark.SetItemsProcessed(benchmark.iterations() * (elements + 1));
}

BENCHMARK_CAPTURE(bar_step, factor_once, "auto")
    ->Arg(200)
    ->Arg(2000)
    ->Arg(20000)
    ->Arg(200000)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(bar_step, monolithic, "monolithic")
    ->Arg(200)
    ->Arg(2000)
    ->Arg(20000)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace jounce

int main(int argc, char** argv) {
  const jounce::PetscSession petsc;
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
