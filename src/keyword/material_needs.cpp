#include "keyword/material_needs.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace jounce::keyword {
namespace {

bool needs_density(const Input& input) {
  return std::ranges::any_of(input.steps, [](const Step& step) {
    constexpr std::array<std::string_view, 3> kOfStiffness = {"BUCKLE", "NO ANALYSIS",
                                                              "SUBSTRUCTURE GENERATE"};
    const Card& card = *step.procedure;
    const bool is_of_stiffness = step.is_static() ||
                                 std::ranges::find(kOfStiffness, card.name) != kOfStiffness.end() ||
                                 (card.name == "MATRIX GENERATE" && !card.has("MASS"));
    return !is_of_stiffness || loads_volumes(step);
  });
}

/// Plastic work heats in general steps with ADIABATIC.
bool is_adiabatic(const Input& input, const std::vector<std::size_t>& steps) {
  const auto heats = [](const Step& step) { return step.procedure->has("ADIABATIC"); };
  for (const std::size_t number : steps)
    if (const Step& step = input.steps[number]; heats(step) != heats(input.steps[steps.front()]))
      step.procedure->fail(0, "ADIABATIC in some of the steps is not supported: give it in all or in none");
  return !steps.empty() && heats(input.steps[steps.front()]);
}

/// Materials creep in steps with *VISCO alone.
bool creeps(const Input& input, const std::vector<std::size_t>& steps) {
  const auto is_visco = [&](std::size_t number) { return input.steps[number].procedure->name == "VISCO"; };
  if (steps.empty()) return false;
  for (const std::size_t number : steps) {
    if (is_visco(number) == is_visco(steps.front())) continue;
    for (const auto& [name, material] : input.materials)
      if (const Card* creep = option(material, "CREEP"))
        creep->fail(0, "creep in *VISCO steps beside steps without creep is not supported");
  }
  return is_visco(steps.front());
}

}  // namespace

bool loads_volumes(const Step& step) {
  return std::ranges::any_of(step.distributed, [](const DistributedLoad& load) {
    return load.label == "GRAV" || load.label == "CENTRIF";
  });
}

MaterialNeeds needs_of(const Input& input, const std::vector<std::size_t>& steps) {
  return {needs_density(input), is_adiabatic(input, steps), creeps(input, steps), input.options.umat};
}

}  // namespace jounce::keyword
