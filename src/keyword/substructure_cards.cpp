#include "keyword/substructure_cards.h"

#include <fmt/format.h>

namespace jounce::keyword {
namespace {

bool is_substructure(const Step& step) {
  return step.procedure != nullptr && step.procedure->name == "SUBSTRUCTURE GENERATE";
}

void check_retained(const Card& card, const Input& input) {
  if (card.data.empty()) card.fail(0, "*RETAINED NODAL DOFS names no nodes");
  for (const DataLine& line : card.data) {
    input.nodes_of(card, line.line, card.text(line, 0));
    const int first = card.integer(line, 1), last = card.integer(line, 2, first);
    if (first < 1 || last > 3 || last < first) card.fail(line.line, "retained degrees of freedom are 1 to 3");
  }
}

void check_output(const Card& card) {
  if (card.value("STIFFNESS", "NO") != "YES")
    card.fail(0, "*SUBSTRUCTURE MATRIX OUTPUT writes the stiffness alone: STIFFNESS=YES is expected");
  if (const std::string file = card.value("OUTPUTFILE", "USER DEFINED"); file != "USER DEFINED")
    card.fail(0, fmt::format("OUTPUT FILE={} is not supported; USER DEFINED is", file));
}

}  // namespace

void read_substructure_card(const Card& card, const Input& input, Step& step) {
  if (!is_substructure(step))
    card.fail(0, fmt::format("*{} belongs behind *SUBSTRUCTURE GENERATE", card.name));
  if (card.name == "RETAINED NODAL DOFS") {
    check_retained(card, input);
    step.retained.push_back(&card);
    return;
  }
  check_output(card);
  step.matrix_output = &card;
}

void check_substructure(const Step& step) {
  if (!is_substructure(step)) return;
  if (step.retained.empty()) step.procedure->fail(0, "*SUBSTRUCTURE GENERATE needs *RETAINED NODAL DOFS");
  if (step.matrix_output == nullptr)
    step.procedure->fail(0, "*SUBSTRUCTURE GENERATE needs *SUBSTRUCTURE MATRIX OUTPUT");
}

}  // namespace jounce::keyword
