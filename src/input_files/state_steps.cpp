#include "input_files/state_steps.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "deck/build_model.h"
#include "input_files/buckling_step.h"
#include "input_files/keyword_harmonic.h"
#include "input_files/keyword_matrices.h"
#include "input_files/modal_dynamic_step.h"
#include "input_files/substructure_step.h"
#include "io/atomic_file.h"
#include "la/petsc.h"
#include "linear_dynamics/buckling.h"
#include "linear_dynamics/linearisation.h"
#include "run/model_file.h"

namespace jounce {

using keyword::Step;
using keyword::Translation;

std::string StateSteps::run(std::size_t number, const Model& model, const State& state, double& time,
                            KeywordOutput& output) {
  const Step& step = input_.steps[number];
  const std::string& procedure = step.procedure->name;
  if (procedure == "FREQUENCY")
    return frequencies_.run(number, model, step.perturbation ? state : model.system.initial_state(), time,
                            output);
  if (procedure == "MODAL DYNAMIC") {
    ModalDynamics& modes = modes_for(step);
    time += modal_dynamic_step(
        options_, number, {file_, model, modes, frequencies_.base(), origin_of(step, model), time}, output);
    return {};
  }
  if (procedure == "STEADY STATE DYNAMICS") {
    const ModalDynamics& modes = modes_for(step);
    harmonic_step(options_, number,
                  {file_, model, modes.pairs(), frequencies_.base(), origin_of(step, model)}, output);
    return {};
  }
  if (procedure == "BUCKLE") return buckle(number, model, state, output);
  if (procedure == "MATRIX GENERATE") return matrices(number, model);
  if (procedure == "SUBSTRUCTURE GENERATE") return condense(number, model, state);
  return fmt::format("step {}: *NO ANALYSIS, the model is accepted", number + 1);
}

ModalDynamics& StateSteps::modes_for(const Step& step) {
  if (!frequencies_.modal())
    step.procedure->fail(
        0, fmt::format("*{} needs a step with *FREQUENCY before it, of modes without nodal diameters",
                       step.procedure->name));
  return *frequencies_.modal();
}

/// Factors of the loads of the step at which the body has another equilibrium beside it: the undeformed one
/// or, with PERTURBATION and in files of Abaqus, that which the steps before have left.
std::string StateSteps::buckle(std::size_t number, const Model& general, const State& now,
                               KeywordOutput& output) {
  const Step& step = input_.steps[number];
  const Translation translation = keyword::translate(input_, {number});
  const bool is_loaded = !general_.empty() && (step.perturbation || input_.is_of_abaqus);
  const int count = buckling_count(input_, step, translation, is_loaded);
  const auto model = deck::build_model(deck_of(file_, translation.model, options_.overrides));
  BucklingBase base{
      is_loaded ? now : model->system.initial_state(), translation.load_times().front().start, {}};
  base.linear = is_loaded ? frequencies_.linearise_loaded(number, general, now)
                          : linearise(model->system, base.state, true);
  base.state.v.setZero();
  base.state.t = translation.load_times().back().end;
  State state = base.state;
  const Buckling found = linear_buckling(*model, std::move(base), count);
  output.buckling(KeywordValues(input_, translation, *model), state, found);
  const Vector& factors = found.pairs.values;
  std::vector<std::string> lines;
  for (Index k = 0; k < factors.size(); ++k)
    lines.push_back(fmt::format("buckling factor {}: {:.6g}", k + 1, factors[k]));
  return fmt::format("{}", fmt::join(lines, "\n"));
}

/// NAME_STIF1.mtx and NAME_MASS1.mtx with the number of the step.
std::string StateSteps::matrices(std::size_t number, const Model& model) const {
  const keyword::Card& card = *input_.steps[number].procedure;
  const Linearisation linear = linearise(model.system, model.system.initial_state(), true);
  const Translation translation = keyword::translate(input_, general_);
  std::vector<std::string> lines;
  const auto write = [&](const char* kind, const CsrMatrix& matrix) {
    const auto name = fmt::format("{}_{}{}.mtx", options_.deck.stem().string(), kind, number + 1);
    if (mpi_rank() == 0)
      io::write_atomically(options_.output / name, coordinate_format(matrix, model, input_, translation));
    lines.push_back(fmt::format("{} has {} unknowns", name, matrix.size()));
  };
  if (card.has("STIFFNESS")) write("STIF", linear.K);
  if (card.has("MASS")) write("MASS", linear.M);
  return fmt::format("{}", fmt::join(lines, "\n"));
}

std::string StateSteps::condense(std::size_t number, const Model& model, const State& state) {
  const Step& step = input_.steps[number];
  const bool is_loaded = step.perturbation && !general_.empty();
  const Substructure found = substructure(input_, step, keyword::translate(input_, general_), model, [&] {
    return is_loaded ? frequencies_.linearise_loaded(number, model, state)
                     : linearise(model.system, model.system.initial_state(), true);
  });
  if (mpi_rank() == 0) io::write_atomically(options_.output / found.name, found.text);
  return fmt::format("{} has {} retained degrees of freedom", found.name, found.size);
}

/// Displacements about a loaded state are counted from there.
const State& StateSteps::origin_of(const Step& step, const Model& model) const {
  return step.perturbation ? model.system.initial_state() : frequencies_.base();
}

}  // namespace jounce
