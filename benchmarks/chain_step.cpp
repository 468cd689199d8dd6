// Cost of one step of a chain of rigid bodies on ball joints, by number of bodies and by integrator.
//
//   cmake --preset release -DJOUNCE_BENCHMARKS=ON && cmake --build build --target chain_step
//   OPENBLAS_NUM_THREADS=1 build/benchmarks/chain_step
//
// The chain hangs from its first link and starts from a horizontal zigzag, so that all coordinates take part.
// Times are of the integrator's step alone (no history), over the first 0.1 s of the motion again and again;
// items_per_second counts bodies.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "deck/build_model.h"
#include "la/petsc.h"
#include "registry.h"

namespace jounce {
namespace {

constexpr double kStep = 1e-3;
constexpr int kSteps = 200;

std::string chain_deck(int bodies, const char* scheme) {
  std::string text = fmt::format(
      "[model]\ndimension = 3\ngravity = [0, 0, -9.81]\n"
      "[integrator]\ntype = \"{}\"\nstep = {}\nend = 1\nrho_inf = 0.8\ntolerance = 1e-9\n",
      scheme, kStep);
  for (int i = 0; i < bodies; ++i) {
    // Links of 0.1 m along (0.8, +-0.6, 0).
    text += fmt::format(
        "[[body]]\nname = \"b{0}\"\ntype = \"rigid-3d\"\nmass = 0.1\ninertia = [1e-5, 8e-5, 8e-5]\n"
        "position = [{1}, 0.03, 0]\n"
        "[[joint]]\nname = \"j{0}\"\ntype = \"spherical\"\nbetween = [\"{2}\", \"b{0}\"]\nat = [{3}, {4}, "
        "0]\n",
        i, 0.08 * i + 0.04, i == 0 ? std::string("ground") : fmt::format("b{}", i - 1), 0.08 * i,
        i % 2 == 0 ? 0.0 : 0.06);
  }
  return text;
}

void chain_step(benchmark::State& benchmark, const char* scheme) {
  const auto bodies = static_cast<int>(benchmark.range(0));
  const deck::Deck deck = deck::read_deck_text(chain_deck(bodies, scheme), "chain.toml", deck_schema());
  const auto model = deck::build_model(deck);
  const params::Params& time = deck.table("integrator");
  const auto integrator = find_integrator(scheme)->make(time, model->system);
  State state = model->system.initial_state();
  integrator->initialise(state, kStep);
  StepResult result;
  long steps = 0, iterations = 0;
  for (auto _ : benchmark) {
    if (!integrator->step(state, kStep, result)) {
      benchmark.SkipWithError(result.failure_cause.c_str());
      break;
    }
    ++steps;
    iterations += result.iterations;
  }
  benchmark.SetItemsProcessed(steps * bodies);
  benchmark.counters["iterations"] = static_cast<double>(iterations) / static_cast<double>(steps);
  benchmark.counters["factorisations"] =
      static_cast<double>(integrator->factorisations()) / static_cast<double>(steps);
}

BENCHMARK_CAPTURE(chain_step, generalized_alpha, "generalized-alpha")
    ->RangeMultiplier(10)
    ->Range(10, 10000)
    ->Iterations(kSteps)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(chain_step, nsga_ggl, "nsga-ggl")
    ->RangeMultiplier(10)
    ->Range(10, 10000)
    ->Iterations(kSteps)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace jounce

int main(int argc, char** argv) {
  const jounce::PetscSession petsc;
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
