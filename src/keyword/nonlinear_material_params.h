#pragma once

#include <string>

#include "keyword/material_params.h"
#include "params/node.h"

namespace jounce::keyword {

/// Keys of an entry of [[material]] for *HYPERELASTIC, *HYPERFOAM, *DEFORMATION PLASTICITY, and for *USER
/// MATERIAL where the material has the name of a law that CalculiX brings. Throws params::InputError.
params::Node nonlinear_material_keys(const Card& law);

/// Keys of *USER MATERIAL with *DEPVAR for a library with Abaqus' UMAT. Throws params::InputError where none
/// is named, and for numbers that are not as many as the cards say.
params::Node umat_keys(const std::string& name, const Material& material,
                       const std::filesystem::path& library);

/// Keys of *CREEP, Norton's law without dependence on time and temperature. Throws params::InputError.
params::Node creep_keys(const Card& card);

}  // namespace jounce::keyword
