#include "model/part.h"

namespace jounce {

Vector3 to_vector(const std::vector<double>& values) {
  Vector3 v = Vector3::Zero();
  for (std::size_t i = 0; i < values.size() && i < 3; ++i) v[static_cast<Index>(i)] = values[i];
  return v;
}

}  // namespace jounce
