#pragma once

#include <memory>
#include <vector>

#include "materials/material.h"
#include "materials/thermal.h"
#include "params/component.h"
#include "params/params.h"

namespace jounce {

/// A [[material]] and who uses it.
struct MaterialUse {
  const params::Params& material;
  const params::Params& user;  ///< deck entry of the element, for what only a solid needs (Poisson's ratio)
  const char* key;             ///< of `user`, that names the material
  const Matrix3& axes;         ///< columns are the axes in which an anisotropic material is described
};

/// What a deck may name in [[material]] type = "...": its declaration and how its law is made.
struct MaterialPart {
  /// Without the keys that all materials have (thermal_keys).
  params::Component component;
  /// The law for solids. Throws params::InputError for constants that no material has.
  std::shared_ptr<const Material> (*make)(const MaterialUse& use);
  /// Whether the axes make a difference to the law; null: they do not.
  bool (*is_anisotropic)(const params::Params& material) = nullptr;
  /// What its history offers to results (Material::quantities).
  std::vector<const QuantityType*> quantities = {};
};

/// Whether the axes make a difference to the law or to its growth with temperature.
bool is_anisotropic(const MaterialPart& part, const params::Params& material);

/// The law on the logarithmic strain. Throws params::InputError at `key` of `user` where it is one for large
/// strains already.
std::shared_ptr<const Material> on_logarithmic_strain(std::shared_ptr<const Material> law,
                                                      const params::Params& material,
                                                      const params::Params& user, const char* key);

/// How the material of a deck entry grows with temperature. Throws params::InputError.
ThermalExpansion make_expansion(const params::Params& material, const Matrix3& axes);

/// Keys of all types of [[material]] for growth with temperature.
std::vector<params::Key> thermal_keys();

/// Temperatures of a table that has `count` entries under the key `of`.
const std::vector<double>& table_temperatures(const params::Params& material, const char* key, const char* of,
                                              std::size_t count);

}  // namespace jounce
