#include "input_files/buckling_step.h"

#include <fmt/format.h>

#include "keyword/material_params.h"

namespace jounce {
namespace {

/// The law that makes a material depend on what it went through; null for elastic ones.
const keyword::Card* memory(const keyword::Input& input, const std::string& material) {
  const auto place = input.materials.find(material);
  if (place == input.materials.end()) return nullptr;
  for (const char* law : {"PLASTIC", "CREEP", "USER MATERIAL"})
    if (const keyword::Card* found = option(place->second, law)) return found;
  return nullptr;
}

}  // namespace

int buckling_count(const keyword::Input& input, const keyword::Step& step,
                   const keyword::Translation& translation, bool is_loaded) {
  const keyword::Card& card = *step.procedure;
  if (card.data.empty()) card.fail(0, "the number of buckling factors is missing");
  const int count = card.integer(card.data[0], 0);
  if (count < 1) card.fail(card.data[0].line, "at least one factor is required");
  if (step.finite_strain) card.fail(0, "*BUCKLE is linear: its step has no NLGEOM, those before it may");
  for (const std::vector<keyword::NodeLoad>* supports : {&input.boundaries, &step.boundaries})
    for (const keyword::NodeLoad& support : *supports)
      if (support.value != 0) support.card->fail(support.line, "supports do not move in *BUCKLE");
  for (const keyword::ElementGroup& group : translation.element_groups) {
    const std::string& material = group.section->material;
    if (const keyword::Card* law = memory(input, material); law != nullptr && is_loaded)
      card.fail(
          0, fmt::format("*BUCKLE about a loaded state is not supported with the material '{}', which has a "
                         "memory (*{})",
                         material, law->name));
    if (group.type->is_shell())
      group.section->card->fail(0,
                                "*BUCKLE of shells is not supported with --shells; without, they are solids");
    if (group.type->dimension == 1)
      group.section->card->fail(0, "the geometric stiffness of bars is not supported in *BUCKLE");
  }
  return count;
}

}  // namespace jounce
