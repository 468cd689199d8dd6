#include "model/quantity.h"

namespace jounce {

std::size_t QuantityType::size() const {
  std::size_t sum = 0;
  for (const QuantityPart& part : parts) sum += part.size();
  return sum;
}

ElementQuantity line_quantity(
    const QuantityType& type, std::size_t elements,
    const std::function<void(const State&, std::size_t, double, std::span<double>)>& at) {
  return {&type, elements, at,
          [at, n = type.size()](const State& state, std::size_t element, std::span<double> values) {
            at(state, element, -1, values.first(n));
            at(state, element, 1, values.subspan(n, n));
          }};
}

}  // namespace jounce
