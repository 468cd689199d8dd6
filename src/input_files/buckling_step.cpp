#include "input_files/buckling_step.h"

namespace jounce {

int buckling_count(const keyword::Input& input, const keyword::Step& step,
                   const keyword::Translation& translation) {
  const keyword::Card& card = *step.procedure;
  if (card.data.empty()) card.fail(0, "the number of buckling factors is missing");
  const int count = card.integer(card.data[0], 0);
  if (count < 1) card.fail(card.data[0].line, "at least one factor is required");
  if (step.finite_strain) card.fail(0, "*BUCKLE is linear: its step has no NLGEOM, those before it may");
  for (const std::vector<keyword::NodeLoad>* supports : {&input.boundaries, &step.boundaries})
    for (const keyword::NodeLoad& support : *supports)
      if (support.value != 0) support.card->fail(support.line, "supports do not move in *BUCKLE");
  for (const keyword::ElementGroup& group : translation.element_groups)
    if (group.type->dimension == 1)
      group.section->card->fail(0, "the geometric stiffness of bars is not supported in *BUCKLE");
  return count;
}

}  // namespace jounce
