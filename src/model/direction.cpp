#include "model/direction.h"

#include <fmt/format.h>

#include "math/axes.h"
#include "model/part.h"

namespace jounce {

Vector3 direction_of(const params::Params& params, const std::string& key, const std::string& what) {
  const Vector3 direction = in_range(to_vector(params.numbers(key)));
  if (direction.isZero(0)) params.fail(key, fmt::format("the {} must not be zero", what));
  return direction;
}

}  // namespace jounce
