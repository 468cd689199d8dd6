#pragma once

#include <optional>
#include <string>

#include "keyword/input.h"
#include "params/node.h"

namespace jounce::keyword {

/// The card of this name among those of a material, if any. Throws params::InputError for two of them.
const Card* option(const Material& material, std::string_view name);

/// What the steps ask of materials.
struct MaterialNeeds {
  bool density = false;             ///< an analysis uses masses
  bool adiabatic = false;           ///< plastic work heats
  bool creep = false;               ///< *VISCO
  std::filesystem::path umat = {};  ///< library of the user; empty: none is named
};
/// Whether *USER MATERIAL asks for a library of the user, not for a law that CalculiX brings.
bool is_of_library(const std::string& name, const Material& material);

/// Keys of an entry of [[material]]. Throws params::InputError for options that are missing or have no
/// counterpart.
params::Node material_keys(const std::string& name, const Material& material, const MaterialNeeds& needs);

/// Rayleigh damping of a material (*DAMPING): alpha and beta.
struct Damping {
  double alpha = 0, beta = 0;

  bool operator==(const Damping&) const = default;
};
Damping damping_of(const Material& material);

/// Largest speed of pressure waves; nothing without *ELASTIC or *DENSITY. Throws params::InputError.
std::optional<double> wave_speed_of(const Material& material);

/// Whether temperatures make a difference to the material: it expands, or its elasticity
/// or yield stress changes with them.
bool feels_temperature(const Material& material);

}  // namespace jounce::keyword
