#include "keyword/other_physics.h"

#include <fmt/format.h>

#include <array>

namespace jounce::keyword {
namespace {

struct Sign {
  std::string_view card, field;
};
/// Fields in the order in which they are looked for: networks of fluids have steps of heat conduction, too.
constexpr std::array<Sign, 11> kSigns = {{{"CFD", "flow of fluids"},
                                          {"FLUID SECTION", "flow of fluids"},
                                          {"BOUNDARYF", "flow of fluids"},
                                          {"ELECTROMAGNETICS", "electromagnetics"},
                                          {"MAGNETIC PERMEABILITY", "electromagnetics"},
                                          {"SENSITIVITY", "sensitivity"},
                                          {"DESIGN VARIABLES", "sensitivity"},
                                          {"HEAT TRANSFER", "heat conduction"},
                                          {"COUPLED TEMPERATURE-DISPLACEMENT", "heat conduction"},
                                          {"UNCOUPLED TEMPERATURE-DISPLACEMENT", "heat conduction"},
                                          {"COMPLEX FREQUENCY", "motion in a rotating frame"}}};

}  // namespace

void refuse_other_physics(const std::vector<Card>& cards) {
  for (const Sign& sign : kSigns)
    for (const Card& card : cards)
      if (card.name == sign.card)
        card.fail(0,
                  fmt::format("*{}: {} is not supported; statics, motions and vibrations of solids, beams, "
                              "springs and contacts are",
                              card.name, sign.field));
}

}  // namespace jounce::keyword
