#include "input_files/frequency_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "deck/build_model.h"
#include "input_files/frequency_limits.h"
#include "input_files/sector_ties.h"
#include "keyword/step_changes.h"
#include "linear_dynamics/prestress.h"
#include "run/model_file.h"

namespace jounce {
namespace {

using keyword::Step;
using keyword::Translation;

double frequency_of(double eigenvalue) { return std::sqrt(std::abs(eigenvalue)) / (2 * std::numbers::pi); }

void add_line(const std::string& line, std::string& text) {
  if (!text.empty()) text += '\n';
  text += line;
}

/// Contacts that are closed to round-off.
std::vector<ContactRow> closed_contacts(const System& system, const State& state) {
  std::vector<ContactRow> rows;
  const double size = state.q.size() > 0 ? state.q.lpNorm<Eigen::Infinity>() : 0;
  system.contacts().search(state, {1e-10 * size}, rows);
  return rows;
}

/// In CalculiX surfaces that touch without overlap, as they do in a file, are open.
void drop_touching(const System& system, const State& state, std::vector<ContactRow>& rows) {
  Vector gaps;
  system.contacts().gaps(rows, state, gaps);
  const double least = state.q.size() > 0 ? 1e-10 * state.q.lpNorm<Eigen::Infinity>() : 0;
  std::size_t i = 0;
  std::erase_if(rows, [&](const ContactRow&) { return !(gaps[static_cast<Index>(i++)] < -least); });
}

}  // namespace

/// A loaded state that was found with small strains still has the stiffness of its stresses and
/// displacements: that of a model with Green-Lagrange strain.
const Model& FrequencySteps::prestressed() {
  if (!prestressed_) prestressed_ = model_at_end(keyword::translate(input_, general_, {.as_finite = true}));
  return *prestressed_;
}

std::unique_ptr<Model> FrequencySteps::model_at_end(const Translation& translation) const {
  const deck::Deck deck = deck_of(file_, translation.deck(), options_.overrides);
  return deck::build_model(translation.is_chain ? deck.at_step(translation.steps.size() - 1) : deck);
}

Linearisation FrequencySteps::linearise_loaded(std::size_t number, const Model& model, const State& state) {
  const Translation translation =
      keyword::translate(input_, general_, {.as_finite = true, .pressures_follow = false});
  const auto finite = model_at_end(translation);
  const std::vector<ContactRow> closed = closed_contacts(finite->system, state, number);
  return finite_strain_ ? linearise(finite->system, state, true, closed)
                        : linearise_prestressed(model, *finite, state, closed);
}

/// Those of pairs that *MODEL CHANGE has left in the model in a step.
std::vector<ContactRow> FrequencySteps::closed_contacts(const System& system, const State& state,
                                                        std::size_t step) const {
  std::vector<ContactRow> rows = jounce::closed_contacts(system, state);
  std::erase_if(rows, [&](const ContactRow& row) {
    const std::string& name = system.contacts().all()[static_cast<std::size_t>(row.pair)]->name();
    for (std::size_t i = 0; i < input_.contacts.size(); ++i) {
      const std::string own = fmt::format("contact_{}", i + 1);
      if (name == own || name.starts_with(own + "_"))
        return !keyword::is_in_contact(input_, input_.contacts[i], step);
    }
    return false;
  });
  return rows;
}

std::string FrequencySteps::run(std::size_t number, const Model& model, const State& state, double time,
                                KeywordOutput& output) {
  const Step& step = input_.steps[number];
  if (step.procedure->data.empty()) step.procedure->fail(0, "the number of frequencies is missing");
  const int count = step.procedure->integer(step.procedure->data[0], 0);
  if (count < 1) step.procedure->fail(step.procedure->data[0].line, "at least one frequency is required");
  const bool is_loaded = step.perturbation && !general_.empty() && !finite_strain_;
  const System& system = is_loaded ? prestressed().system : model.system;
  std::vector<ContactRow> closed = closed_contacts(system, state, number);
  if (!step.perturbation && !input_.is_of_abaqus) drop_touching(system, state, closed);
  const Linearisation linear = is_loaded ? linearise_prestressed(model, prestressed(), state, closed)
                                         : linearise(system, state, true, closed);
  const bool has_friction =
      std::ranges::any_of(closed, [](const ContactRow& row) { return row.law->tangents > 0; });
  if (step.nodal_diameters)
    return cyclic_modes(step, count, system, linear, state, time, has_friction, output);
  const EigenPairs pairs = modes_within_limits(vibration_pencil(system, linear), *step.procedure, count);
  output.modes(time + 1, state, pairs, {has_friction});
  std::string found;
  for (Index k = 0; k < pairs.values.size(); ++k)
    add_line(fmt::format("mode {}: {:.6g} cycles per unit of time", k + 1, frequency_of(pairs.values[k])),
             found);
  base_ = state;
  if (pairs.values.size() == 0)
    add_line("no mode lies between the limits", found);
  else
    modal_.emplace(pairs);
  return found;
}

/// Modes of sectors that follow each other by a phase, by nodal diameter. They are no base for motions in
/// modes.
std::string FrequencySteps::cyclic_modes(const keyword::Step& step, int count, const System& system,
                                         const Linearisation& linear, const State& state, double time,
                                         bool has_friction, KeywordOutput& output) {
  const keyword::Translation translation = keyword::translate(input_, general_);
  modal_.reset();
  std::string found;
  for (int diameter = (*step.nodal_diameters)[0]; diameter <= (*step.nodal_diameters)[1]; ++diameter) {
    const RowJacobian ties = sector_ties(input_, translation, system, diameter);
    EigenPairs pairs = modes_within_limits(
        complex_pencil(system, linear, ties,
                       [](const std::string& name) { return name.starts_with("sector_tie_"); }),
        *step.procedure, count);
    pairs.vectors.conservativeResize(system.n_free(), Eigen::NoChange);  // the real parts
    output.modes(time + 1, state, pairs, {has_friction, diameter});
    for (Index k = 0; k < pairs.values.size(); ++k)
      add_line(fmt::format("nodal diameter {}, mode {}: {:.6g} cycles per unit of time", diameter, k + 1,
                           frequency_of(pairs.values[k])),
               found);
  }
  return found;
}

}  // namespace jounce
