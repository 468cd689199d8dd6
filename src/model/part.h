#pragma once

#include "model/builder.h"
#include "model/quantity.h"
#include "params/component.h"

namespace jounce {

/// Something a deck may name in [[kind]] type = "...": its declaration and how it enters a model.
struct ModelPart {
  params::Component component;
  void (*build)(const params::Params& params, ModelBuilder& builder);
  /// Phase 1: what the part adds to nodes: bodies themselves, rotations; null for most parts.
  void (*prepare)(const params::Params& params, ModelBuilder& builder) = nullptr;
  /// What its elements offer to histories and fields (ElementBlock::quantities).
  std::vector<const QuantityType*> quantities = {};
};

/// First entries of a list of numbers as a vector of space.
Vector3 to_vector(const std::vector<double>& values);
/// The same of an optional key; zero where it is not given.
Vector3 vector_or_zero(const params::Params& params, const char* key);
/// Initial orientation of a body in space: a rotation vector, or a quaternion (w, x, y, z). Throws
/// params::InputError.
Quaternion orientation_of(const params::Params& body);

}  // namespace jounce
