#include "model/part.h"

namespace jounce {

Vector3 to_vector(const std::vector<double>& values) {
  Vector3 v = Vector3::Zero();
  for (std::size_t i = 0; i < values.size() && i < 3; ++i) v[static_cast<Index>(i)] = values[i];
  return v;
}

Vector3 vector_or_zero(const params::Params& params, const char* key) {
  return params.given(key) ? to_vector(params.numbers(key)) : Vector3(Vector3::Zero());
}

}  // namespace jounce
