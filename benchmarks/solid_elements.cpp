// Speed of solid elements: forces and tangent of a block of 1,000 hexahedra, without assembly; `final_force`
// also gives history and energies, as explicit steps ask for them.
//
//   cmake --preset release -DJOUNCE_BENCHMARKS=ON && cmake --build build --target solid_elements
//   OPENBLAS_NUM_THREADS=1 build/benchmarks/solid_elements
//
// items_per_second counts elements.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "deck/build_model.h"
#include "elements/solid.h"
#include "la/petsc.h"
#include "la/sink.h"
#include "registry.h"

namespace jounce {
namespace {

const char* const kDeck = R"(
[model]
dimension = 3
[[material]]
name = "m"
E = 900
nu = 0.3
rho = 1
{3}
[[mesh]]
name = "block"
type = "block"
from = [0, 0, 0]
to = [1, 1, 1]
counts = [10, 10, 10]
order = {0}
[[element]]
name = "s"
type = "solid"
mesh = "block"
material = "m"
formulation = "{1}"
strain = "{2}"
[integrator]
step = 1e-3
end = 1
)";

/// Takes the element matrices and drops them.
class Nowhere final : public MatrixSink {
 public:
  void add(std::span<const Index>, std::span<const Index>, const double* values) override {
    benchmark::DoNotOptimize(values);
  }
};

struct Block {
  std::unique_ptr<Model> model;
  const SolidElements* solids = nullptr;
  State state;

  Block(int order, const char* formulation, const char* strain, const char* material = "") {
    const deck::Deck deck = deck::read_deck_text(
        fmt::format(fmt::runtime(kDeck), order, formulation, strain, material), "block.toml", deck_schema());
    model = deck::build_model(deck);
    for (const auto& block : model->system.blocks())
      if (const auto* found = dynamic_cast<const SolidElements*>(block.get())) solids = found;
    state = model->system.initial_state();
    for (Index i = 0; i < state.q.size(); i += 3) state.q[i] *= 1.02;  // metals yield
  }
  auto elements() const { return static_cast<std::int64_t>(solids->cells().size()); }
};

void force(benchmark::State& benchmark, int order, const char* formulation, const char* strain) {
  const Block block(order, formulation, strain);
  Vector f = Vector::Zero(block.state.q.size());
  for (auto _ : benchmark) {
    block.solids->forget_answers();
    block.solids->add_force(block.state, f);
    benchmark::DoNotOptimize(f.data());
  }
  benchmark.SetItemsProcessed(benchmark.iterations() * block.elements());
}

void final_force(benchmark::State& benchmark, const char* formulation, const char* strain,
                 const char* material) {
  const Block block(1, formulation, strain, material);
  Vector f = Vector::Zero(block.state.q.size());
  std::vector<double> history(block.state.history.empty() ? 0 : block.state.history[0].committed().size());
  for (auto _ : benchmark) {
    block.solids->forget_answers();
    block.solids->add_final_force(block.state, history, f);
    benchmark::DoNotOptimize(f.data());
  }
  benchmark.SetItemsProcessed(benchmark.iterations() * block.elements());
}

void tangent(benchmark::State& benchmark, int order, const char* formulation, const char* strain) {
  const Block block(order, formulation, strain);
  Nowhere sink;
  for (auto _ : benchmark) block.solids->add_tangent(block.state, 0, 1, sink);
  benchmark.SetItemsProcessed(benchmark.iterations() * block.elements());
}

BENCHMARK_CAPTURE(force, hex8_b_bar, 1, "b-bar", "small")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(tangent, hex8_b_bar, 1, "b-bar", "small")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(force, hex8_b_bar_large_strain, 1, "b-bar", "green-lagrange")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(tangent, hex8_b_bar_large_strain, 1, "b-bar", "green-lagrange")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(force, hex20_reduced, 2, "reduced", "small")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(tangent, hex20_reduced, 2, "reduced", "small")->Unit(benchmark::kMillisecond);

constexpr const char* kMetal = "type = 'plastic'\nyield_stress = [5, 20]\nplastic_strain = [0, 0.1]";
constexpr const char* kRubber = "type = 'neo-hookean'";
BENCHMARK_CAPTURE(final_force, plastic_green_lagrange, "b-bar", "green-lagrange", kMetal);
BENCHMARK_CAPTURE(final_force, plastic_logarithmic, "b-bar", "logarithmic", kMetal);
BENCHMARK_CAPTURE(final_force, plastic_one_point, "reduced", "green-lagrange", kMetal);
BENCHMARK_CAPTURE(final_force, neo_hookean, "b-bar", "green-lagrange", kRubber);

}  // namespace
}  // namespace jounce

int main(int argc, char** argv) {
  const jounce::PetscSession petsc;
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
