#pragma once

#include "materials/material_part.h"

// Declarations of the materials that decks may use; each is defined beside its law and listed in
// src/registry.cpp.

namespace jounce {

MaterialPart johnson_cook_part();
MaterialPart linear_elastic_part();
MaterialPart orthotropic_part();
MaterialPart anisotropic_part();
MaterialPart thermoelastic_part();
MaterialPart thermoanisotropic_part();
MaterialPart hyperfoam_part();
MaterialPart deformation_plastic_part();
MaterialPart neo_hookean_part();
MaterialPart ogden_part();
MaterialPart plastic_part();
MaterialPart polynomial_part();
MaterialPart umat_part();

}  // namespace jounce
