#include "sensors/exchange_sensor.h"

#include <fmt/format.h>

namespace jounce {

std::optional<Sensor> exchange_sensor(const params::Params& entry, const Model& model,
                                      const params::Units& units) {
  const std::string &name = entry.text("of"), &quantity = entry.text("quantity");
  if (quantity != "bodies" && quantity != "mass") return std::nullopt;
  const std::size_t which = quantity == "mass" ? 1 : 0;
  Sensor sensor;
  sensor.unit = which == 1 ? units.name(params::dim::mass) : std::string();
  std::vector<std::string> names;
  const auto is_named = [&](const auto& part) {
    names.push_back(part.name);
    return part.name == name;
  };
  const BodyExchange& exchange = model.exchange;
  int pool = 0;
  for (const BodyPool& own : exchange.pools()) {
    if (is_named(own))
      sensor.value = [which, pool](const Observation& o) {
        return o.model.exchange.present(pool, o.state)[which];
      };
    ++pool;
  }
  std::size_t port = 0;
  const auto add_port = [&](const auto& part) {
    if (is_named(part))
      sensor.value = [which, port](const Observation& o) {
        return o.model.exchange.passed(port, o.state)[which];
      };
    ++port;
  };
  for (const Inflow& inflow : exchange.inflows()) add_port(inflow);
  for (const Outflow& outflow : exchange.outflows()) add_port(outflow);
  if (!sensor.value)
    entry.fail(
        "of",
        fmt::format("there are no bodies with inflow and outflow, no inflow and no outflow named '{}'", name),
        name, names);
  return sensor;
}

}  // namespace jounce
