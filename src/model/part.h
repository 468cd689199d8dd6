#pragma once

#include "model/builder.h"
#include "params/component.h"

namespace jounce {

/// Something a deck may name in [[kind]] type = "...": its declaration and how it enters a model.
struct ModelPart {
  params::Component component;
  void (*build)(const params::Params& params, ModelBuilder& builder);
  /// Phase 1: what the part adds to nodes (rotations); null for most parts.
  void (*prepare)(const params::Params& params, ModelBuilder& builder) = nullptr;
};

/// First entries of a list of numbers as a vector of space.
Vector3 to_vector(const std::vector<double>& values);
/// The same of an optional key; zero where it is not given.
Vector3 vector_or_zero(const params::Params& params, const char* key);

}  // namespace jounce
