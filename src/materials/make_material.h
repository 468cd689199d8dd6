#pragma once

#include <memory>
#include <vector>

#include "materials/thermal.h"
#include "params/component.h"
#include "params/params.h"

namespace jounce {

/// Declarations of the types of [[material]] for solids; "linear-elastic", which bars and beams share, is
/// among those of every model.
std::vector<params::Component> material_components();

/// The material of a deck entry. Throws params::InputError for constants that no material has.
/// @param user, key  who asks, for what only a solid needs (Poisson's ratio)
/// @param axes       columns are the axes in which an anisotropic material is described
std::shared_ptr<const Material> make_material(const params::Params& material, const params::Params& user,
                                              const char* key, const Matrix3& axes);

/// How the material of a deck entry grows with temperature. Throws params::InputError.
ThermalExpansion make_expansion(const params::Params& material, const Matrix3& axes);

/// Keys of all types of [[material]] for growth with temperature.
std::vector<params::Key> thermal_keys();

/// Whether `axes` make a difference.
bool is_anisotropic(const params::Params& material);

}  // namespace jounce
