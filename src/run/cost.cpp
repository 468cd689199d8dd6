#include "run/cost.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cmath>
#include <ctime>
#include <exception>

#include "la/factor_estimate.h"
#include "registry.h"
#include "run/diagnostics.h"
#include "run/field_results.h"
#include "run/make_stepper.h"

namespace jounce {
namespace {

constexpr double kKept = 20;  // bytes for a nonzero, with factors
constexpr double kSolver = 20, kFactor = 8, kNarrowFactor = 12, kWork = 1.5;
constexpr double kRigidBody = 3000;  // bytes for a body with its contacts
constexpr double kWideRow = 14;      // nonzeros of a row from which other solvers serve

/// Most memory that this process has had.
double resident_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

double bytes_of(const Cost::Matrix& matrix, const StepMatrix& step) {
  if (!step.is_factorised) return step.bytes * matrix.nonzeros * matrix.count;
  const bool is_narrow = matrix.nonzeros < kWideRow * matrix.size;
  return ((kKept + kSolver) * matrix.nonzeros +
          kWork * (is_narrow ? kNarrowFactor : kFactor) * matrix.factor_nonzeros) *
         matrix.count;
}

/// Lays out the matrices of a step and counts what is in them and in their factors.
void add_matrices(Stepper& integrator, const State& start, double step_size, Cost& cost) {
  std::clock_t last = std::clock();
  integrator.visit_matrices(start, step_size, [&](const StepMatrix& step) {
    const std::clock_t now = std::clock();
    Cost::Matrix matrix;
    matrix.name = step.name;
    matrix.size = step.matrix->size();
    matrix.nonzeros = static_cast<double>(step.matrix->nonzeros());
    matrix.count = step.count;
    matrix.assembly_seconds = static_cast<double>(now - last) / CLOCKS_PER_SEC;
    if (step.is_factorised) {
      const FactorEstimate factor = estimate_factor(*step.matrix);
      matrix.factor_nonzeros = (step.is_definite ? 1 : 2) * factor.nonzeros;
      matrix.operations = (step.is_definite ? 1 : 2) * factor.operations;
    }
    cost.solver_bytes += bytes_of(matrix, step);
    cost.matrices.push_back(std::move(matrix));
    last = std::clock();
  });
}

}  // namespace

Cost estimate_cost(const deck::Deck& deck, const Model& model, Stepper& integrator, const State& start,
                   double step) {
  const params::Params& time = control_table(deck);
  if (step == 0) step = time.number("step");
  const params::Params& output = deck.table("output");
  Cost cost;
  if (!integrator.chooses_step() || !time.has("step"))
    cost.steps = std::ceil((time.number("end") - time.number("start")) / step - 1e-6);
  const auto columns = static_cast<double>(1 + deck.entries("history").size() +
                                           Ledger::columns(deck.units(), Ledger::parts_of(model)).size());
  cost.history_bytes =
      kHistoryCell * columns * (1 + std::floor(cost.steps / output.integer("history_every")));
  if (const int frames = output.integer("frames"); frames > 0)
    cost.field_bytes =
        kFieldFile + FieldResults::bytes(model, deck.units(), static_cast<std::size_t>(frames) + 1);
  cost.model_bytes = resident_bytes() + (cost.field_bytes > 0 ? kFieldLibrary : 0);
  try {
    add_matrices(integrator, start, step, cost);
  } catch (const std::exception& error) {  // of a function of a user, say
    cost.trouble = error.what();
  }
  if (!cost.matrices.empty())
    cost.vector_bytes = kVectors * sizeof(double) * static_cast<double>(model.system.nv());
  // Schemes that let bodies pass are those of rigid bodies and contact problems.
  if (const IntegratorPart* scheme = find_integrator(time.type());
      scheme != nullptr && scheme->lets_bodies_pass && !model.system.contacts().is_empty())
    cost.solver_bytes += kRigidBody * static_cast<double>(model.system.nv()) / 6;
  return cost;
}

std::string bytes_text(double bytes) {
  const char* const units[] = {"bytes", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  for (; bytes >= 1000 && unit + 1 < std::size(units); ++unit) bytes /= 1000;
  return fmt::format("{:.3g} {}", bytes, units[unit]);
}

std::string cost_text(const Cost& cost) {
  std::string text;
  for (const Cost::Matrix& matrix : cost.matrices) {
    text += fmt::format("  matrix of {}{}: {} unknowns, {:.0f} nonzeros", matrix.name,
                        matrix.count > 1 ? fmt::format(" ({} of them)", matrix.count) : "", matrix.size,
                        matrix.nonzeros);
    if (matrix.factor_nonzeros > 0)
      text += fmt::format("; about {:.3g} in its factors, {:.2g} operations for them", matrix.factor_nonzeros,
                          matrix.operations);
    text += fmt::format("; assembled in {:.2g} s\n", matrix.assembly_seconds);
  }
  if (!cost.trouble.empty())
    text +=
        fmt::format("  the matrices of a step cannot be estimated and are not included in the memory: {}\n",
                    cost.trouble);
  text += fmt::format(
      "  memory about {}; results about {} of history and {} of fields\n", bytes_text(cost.memory_bytes()),
      cost.steps > 0 ? bytes_text(cost.history_bytes) : "an unknown number", bytes_text(cost.field_bytes));
  return text;
}

}  // namespace jounce
