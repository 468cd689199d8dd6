#pragma once

#include <span>
#include <string>
#include <vector>

namespace jounce::io {

/// Names of what a field with this many numbers can be drawn by: none of a scalar; x, y, z, magnitude of 3;
/// xx, yy, zz, xy, yz, xz, mises, pressure of 6; xx, xy, ... row by row and magnitude of 9; else 1, 2, ...
std::vector<std::string> component_names(int components);
/// The one that is drawn unless told: "", "magnitude", "mises".
std::string usual_component(int components);

/// One number for each point or cell. Of a symmetric tensor s (xx, yy, zz, xy, yz, xz) also the stress of von
/// Mises (1913), sqrt(((xx - yy)^2 + (yy - zz)^2 + (zz - xx)^2) / 2 + 3 (xy^2 + yz^2 + xz^2)), and the
/// pressure -(xx + yy + zz) / 3. Throws std::invalid_argument for a name that is none of component_names.
std::vector<double> component_values(std::span<const double> values, int components, const std::string& name);

}  // namespace jounce::io
