#pragma once

#include <memory>
#include <vector>

#include "materials/material.h"
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

/// Whether `axes` make a difference.
bool is_anisotropic(const params::Params& material);

}  // namespace jounce
