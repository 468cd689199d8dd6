#include "elements/elements.h"

namespace jounce {
namespace {

void build_temperature(const params::Params& params, ModelBuilder& builder) {
  std::optional<double> initial;
  if (params.given("initial")) initial = params.number("initial");
  builder.heat(params, "on", params.function("temperature"), initial);
}

}  // namespace

ModelPart temperature_part() {
  using namespace params;
  return {
      {"load",
       "temperature",
       "Temperature of nodes of solids, the same on all nodes of a mesh group; a function of time. Heat is "
       "not conducted: nodes without such a load have the reference temperature of their material.",
       {name_of("on", "mesh or mesh group").required(), function("temperature", "temperature").required(),
        number("initial",
               "temperature at which the solid has the size of the mesh without stress; the reference "
               "temperature of its material unless given")}},
      build_temperature};
}

}  // namespace jounce
