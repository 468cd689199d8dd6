#include "elements/elements.h"
#include "elements/spring.h"
#include "model/marker_pair.h"

namespace jounce {
namespace {

void build_actuator(const params::Params& params, ModelBuilder& builder) {
  const MarkerPair markers = marker_pair(params, builder);
  const auto coordinate = relative_coordinate(params, builder, markers, params.text("coordinate"));
  builder.add(std::make_unique<Actuator>(params.name(), coordinate, params.function("force")));
}

}  // namespace

ModelPart actuator_part() {
  using namespace params;
  auto keys = marker_pair_keys();
  for (Key& key : relative_coordinate_keys()) keys.push_back(std::move(key));
  keys.push_back(function("force", "force (on an angle: torque) over time; positive drives the coordinate up")
                     .required());
  return {{"element", "actuator",
           "A force between two parts as a function of time: along their line, along an axis, or a torque "
           "about an axis, with its reaction.",
           std::move(keys)},
          build_actuator};
}

}  // namespace jounce
