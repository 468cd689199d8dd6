#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "elements/grains.h"
#include "io/csv.h"
#include "params/formula.h"
#include "params/nearest.h"
#include "run/diagnostics.h"
#include "run/make_stepper.h"
#include "run/model_file.h"
#include "study/study.h"

// What a study checks before the first run.

namespace jounce::study {
namespace {

/// A number or an expression of numbers; NaN for others.
double number_of(const std::string& text) {
  double value = NAN;
  if (io::parse_number(text, value)) return value;
  std::string plain = text;
  std::erase_if(plain, [](char c) { return c == '"' || c == '\''; });
  try {
    return params::Formula(plain, {}).evaluate({}, 1).front();
  } catch (const std::runtime_error&) {
    return NAN;
  }
}

[[noreturn]] void refuse_name(const std::string& what, const std::string& wrong,
                              const std::vector<std::string>& known) {
  const std::string near = params::nearest(wrong, known);
  throw std::invalid_argument(fmt::format("{} '{}'{}; there are {}", what, wrong,
                                          near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                                          fmt::join(known, ", ")));
}

/// Reads the deck with these values. Messages speak of --vary where the command line does.
deck::Deck deck_of(const StudyRequest& request, const Study& study, const Variant& variant) {
  std::vector<std::string> overrides = request.overrides;
  const std::vector<std::string> own = overrides_of(study.variations, variant);
  overrides.insert(overrides.end(), own.begin(), own.end());
  try {
    deck::Deck deck = read_model_file(request.deck, overrides);
    control_table(deck);  // throws when nothing would run
    return deck;
  } catch (const params::InputError& error) {
    std::string text = error.what();
    for (const Variation& variation : study.variations) {
      const std::string set = "--set " + variation.key;
      for (std::size_t at = text.find(set); at != std::string::npos; at = text.find(set, at + 1))
        text.replace(at, 5, "--vary");
    }
    throw std::invalid_argument(text);
  }
}

/// Every value of every key, with the first ones of the others.
void check_values(const StudyRequest& request, const Study& study, const Variant& first) {
  for (std::size_t k = 0; k < study.variations.size(); ++k)
    for (const std::string& value : study.variations[k].values) {
      Variant variant = first;
      variant.values[k] = value;
      deck_of(request, study, variant);
    }
}

void choose_quantities(const StudyRequest& request, const deck::Deck& deck, Study& study) {
  std::vector<std::string> own, known;
  for (const params::Params* entry : deck.entries("history")) own.push_back(entry->name());
  known = own;
  const auto bodies = deck.entries("body");
  const bool has_pools = std::any_of(bodies.begin(), bodies.end(), [](const params::Params* body) {
    return body->type() == "grains" && come_and_go(*body);
  });
  const auto materials = deck.entries("material");
  const bool is_plastic = std::any_of(materials.begin(), materials.end(), [](const params::Params* material) {
    return material->type().find("plastic") != std::string::npos || material->type() == "johnson-cook";
  });
  const bool can_fail = std::any_of(materials.begin(), materials.end(), [](const params::Params* material) {
    return material->has("deletion") && material->boolean("deletion");
  });
  const auto elements = deck.entries("element");
  const bool has_hourglass = std::any_of(elements.begin(), elements.end(), [](const params::Params* element) {
    return element->has("formulation") && element->text("formulation") == "reduced";
  });
  for (const Sensor& column : Ledger::columns(deck.units(), {.is_plastic = is_plastic,
                                                            .can_fail = can_fail,
                                                            .has_hourglass = has_hourglass,
                                                            .bodies_pass = has_pools}))
    known.push_back(column.name);
  study.quantities = request.quantities.empty() ? own : request.quantities;
  if (study.quantities.empty()) study.quantities = {"energy_total"};
  for (const std::string& name : study.quantities)
    if (std::find(known.begin(), known.end(), name) == known.end())
      refuse_name("--quantity: the history has no column", name, known);
}

/// True when all values of the variation are positive numbers, at least two of them.
bool is_refinable(const Variation& variation) {
  return variation.values.size() > 1 &&
         std::all_of(variation.values.begin(), variation.values.end(), [](const std::string& value) {
           const double number = number_of(value);
           return number > 0 && std::isfinite(number);
         });
}

void choose_refined(const StudyRequest& request, Study& study) {
  study.refined = study.variations.size();
  std::vector<std::string> keys;
  for (const Variation& variation : study.variations) keys.push_back(variation.key);
  const auto place = [&](const std::string& key) {
    return static_cast<std::size_t>(std::find(keys.begin(), keys.end(), key) - keys.begin());
  };
  if (request.refine.empty()) {
    for (const char* const key : {"analysis.step", "integrator.step"})
      if (const std::size_t k = place(key); k < keys.size() && is_refinable(study.variations[k]))
        study.refined = k;
    return;
  }
  study.is_inverse = request.refine.starts_with("1/");
  const std::string key = study.is_inverse ? request.refine.substr(2) : request.refine;
  study.refined = place(key);
  if (study.refined == keys.size()) refuse_name("--refine: there is no varied key", key, keys);
  if (!is_refinable(study.variations[study.refined]))
    throw std::invalid_argument(
        fmt::format("--refine {}: its values must be two or more positive numbers", request.refine));
}

void choose_reference(const StudyRequest& request, Study& study) {
  study.reference = request.reference;
  if (request.reference == "finest" || request.reference == "none") return;
  const std::size_t equals = request.reference.find('=');
  if (equals == std::string::npos) {
    if (!std::filesystem::is_regular_file(request.reference))
      refuse_name("--reference: there is no file", request.reference,
                  {"finest", "none", "FILE.csv", "COLUMN=EXPRESSION"});
  } else {
    const std::string column = request.reference.substr(0, equals);
    if (std::find(study.quantities.begin(), study.quantities.end(), column) == study.quantities.end())
      refuse_name("--reference: the study has no quantity", column, study.quantities);
    try {
      params::Formula(request.reference.substr(equals + 1), {"t"});
    } catch (const std::runtime_error& error) {
      throw std::invalid_argument(fmt::format("--reference: {} (t is the time)", error.what()));
    }
  }
  if (!study.refines())
    throw std::invalid_argument(
        "--reference needs a step that is refined: vary integrator.step, or name a key by --refine");
}

}  // namespace

Study plan_study(const StudyRequest& request) {
  if (request.variations.empty())
    throw std::invalid_argument("nothing is varied; use --vary integrator.step=2e-3,1e-3,5e-4, for example");
  Study study;
  for (const std::string& text : request.variations) study.variations.push_back(parse_variation(text));
  const std::vector<Variant> grid = grid_of(study.variations);
  const deck::Deck deck = deck_of(request, study, grid.front());
  check_values(request, study, grid.front());
  choose_quantities(request, deck, study);
  choose_refined(request, study);
  choose_reference(request, study);
  study.units.resize(study.quantities.size());
  for (const Variant& variant : grid) {
    VariantResult& result = study.results.emplace_back();
    result.variant = variant;
    result.size = study.refines() ? number_of(variant.values[study.refined]) : NAN;
    if (study.is_inverse) result.size = 1 / result.size;
  }
  return study;
}

}  // namespace jounce::study
