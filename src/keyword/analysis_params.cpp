#include "keyword/analysis_params.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "keyword/material_params.h"
#include "keyword/time_points.h"

namespace jounce::keyword {
namespace {

/// Steps of an explicit increment: the trapezoidal rule errs by (omega h)^2 / 12, velocity Verlet by half of
/// it, and CalculiX's increments are at the limit of stability.
constexpr int kPartsOfExplicit = 4;
/// Parts of an implicit increment that is shorter than the time beta of damping in proportion to the
/// stiffness. With one step each Hilber, Hughes and Taylor's method errs by some per cent after a load that
/// jumps.
constexpr int kPartsOfDamped = 10;

/// Steps of a translation that are one analysis: [first, last).
struct Range {
  std::size_t first, last;
};

double period_of(const Card& card) { return card.data.empty() ? 1.0 : card.number(card.data[0], 1, 1.0); }

bool is_whole(double count) { return std::abs(count - std::round(count)) <= 1e-6 * count; }

/// The increment that the card of a step begins with.
double implicit_increment(const Step& step) {
  const Card& card = *step.procedure;
  const double period = period_of(card);
  const double first = card.data.empty() ? period : card.number(card.data[0], 0, period);
  const double size = first > 0 && first < period ? first : period;
  if (card.has("DIRECT") || !step.is_static()) return size;
  return period / std::ceil(period / size * (1 - 1e-9));  // it may be smaller
}

/// Of Hilber, Hughes and Taylor's method.
double alpha_of(const Card& card) {
  return card.has("ALPHA") ? card.number({card.line, {card.at("ALPHA")}}, 0) : -0.05;
}

/// Whether one analysis runs through two steps: their increments are alike, and of motions the method.
bool goes_on_alike(const Step& a, const Step& b) {
  if (a.is_static() != b.is_static()) return false;
  if (a.procedure->has("EXPLICIT") != b.procedure->has("EXPLICIT")) return false;
  if (a.procedure->has("EXPLICIT")) return true;  // all have the increment of the model
  const double size = implicit_increment(a);
  return std::abs(implicit_increment(b) - size) <= 1e-9 * size &&
         (a.is_static() || alpha_of(*a.procedure) == alpha_of(*b.procedure));
}

double largest_beta(const Input& input, const Translation& translation) {
  double beta = 0;
  for (const ElementGroup& group : translation.element_groups)
    if (group.section != nullptr)
      for (const std::string& material : input.materials_of(*group.section))
        if (const auto known = input.materials.find(material); known != input.materials.end())
          beta = std::max(beta, damping_of(known->second).beta);
  return beta;
}

/// The table of some steps, with its type; their increment goes to the translation.
params::Node control_of(const Input& input, const std::optional<ExplicitIncrement>& explicit_increment,
                        Translation& translation, const Range& range) {
  const Card& card = *input.steps[translation.steps[range.first]].procedure;
  const double explicit_size = explicit_increment ? explicit_increment->size : 0;
  const double start = translation.times[range.first].start;
  const Step& begin = input.steps[translation.steps[range.first]];
  const double size = explicit_size > 0 ? explicit_size : implicit_increment(begin);
  for (std::size_t k = range.first; k < range.last; ++k) {
    translation.increments.push_back(size);
    const double count = (translation.times[k].end - start) / size;
    const bool is_last = k + 1 == range.last;  // its last increment may be shorter
    if (!is_last && !is_whole(count))
      throw params::InputError({input.file.string(), 0, 0},
                               fmt::format("the steps end at times that are not multiples of the stable "
                                           "increment, {}; this is not supported",
                                           size));
  }
  params::Node table;
  table.where = card.where();
  double step = size;
  if (input.steps[translation.steps[range.first]].is_static()) {
    table.set("type", "static").set("ramp", range.first > 0).set("hold_free_parts", true);
  } else if (explicit_size > 0) {
    step = size / kPartsOfExplicit;
    const bool stays =
        explicit_increment->is_stable && input.contacts.empty() && largest_beta(input, translation) == 0;
    if (stays)
      table.set("type", "half-explicit");
    else
      table.set("type", "nsga-ggl").set("rho_inf", 1.0);
  } else {
    const double alpha = alpha_of(card);
    if (largest_beta(input, translation) > size) step = size / kPartsOfDamped;
    // Contacts and their friction take a fraction of the iterations in nsga-ggl, whose rho_inf is that of
    // Hilber, Hughes and Taylor's method.
    if (input.contacts.empty())
      table.set("type", "mixed-generalized-alpha").set("alpha_m", 0.0).set("alpha_f", -alpha);
    else
      table.set("type", "nsga-ggl").set("rho_inf", (1 + alpha) / (1 - alpha));
  }
  table.set("step", step / parts_for_time_points(input, translation, {range.first, range.last}, step))
      .set("end", translation.times[range.last - 1].end);
  return table;
}

}  // namespace

bool is_one_analysis(const Input& input, const std::vector<std::size_t>& steps) {
  const Step& first = input.steps[steps.front()];
  return std::ranges::all_of(steps, [&](std::size_t k) {
    const Step& step = input.steps[k];
    const bool may_end_short = k == steps.back() || step.procedure->has("EXPLICIT");
    return goes_on_alike(first, step) &&
           (may_end_short || is_whole(period_of(*step.procedure) / implicit_increment(step)));
  });
}

void add_analysis(const Input& input, const std::optional<ExplicitIncrement>& explicit_increment,
                  Translation& translation) {
  const Card& card = *input.steps[translation.steps.front()].procedure;
  if (card.name == "MODAL DYNAMIC" || card.name == "STEADY STATE DYNAMICS") return;
  translation.analysis.where = card.where();
  const std::size_t count = translation.steps.size();
  if (!translation.is_chain) {
    translation.analysis.set(input.steps[translation.steps.front()].is_static() ? "analysis" : "integrator",
                             control_of(input, explicit_increment, translation, {0, count}));
    return;
  }
  for (std::size_t k = 0; k < count; ++k) {
    const Card& own = *input.steps[translation.steps[k]].procedure;
    const auto own_increment = own.has("EXPLICIT") ? explicit_increment : std::nullopt;
    params::Node table = control_of(input, own_increment, translation, {k, k + 1});
    translation.analysis.add_table("step", own.where())
        .set("name", translation.step_names([k](std::size_t i) { return i == k; }).front())
        .take(table);
  }
}

}  // namespace jounce::keyword
