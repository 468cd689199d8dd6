#pragma once

#include <vector>

#include "la/types.h"
#include "params/component.h"
#include "params/params.h"

namespace jounce {

/// Cross section of a beam. The beam runs along x; y and z are principal axes of the section with their
/// origin at its centroid, which is also taken for its shear centre. A planar beam bends about z.
struct Section {
  double area = 0;          ///< A = int dA
  double I_y = 0;           ///< int z^2 dA
  double I_z = 0;           ///< int y^2 dA
  double J = 0;             ///< Saint-Venant's torsion constant
  double shear_area_y = 0;  ///< A k_y, carries Q_y
  double shear_area_z = 0;  ///< A k_z, carries Q_z
  double rotary_y = 0;      ///< second moment of area for the rotary inertia about y; I_y unless given
  double rotary_z = 0;      ///< the same about z
};

/// Solid rectangle, `height` along y, `width` along z: I_z = w h^3 / 12, k = 5/6 (Cowper 1966 at nu = 0),
/// J = a b^3/3 (1 - 192/pi^5 b/a sum_{n odd} tanh(n pi a / 2 b) / n^5) with sides a >= b.
Section rectangle_section(double height, double width);

/// Solid circle: I = pi d^4 / 64, J = 2 I, k = 6/7 (Cowper 1966 at nu = 0).
Section circle_section(double diameter);

/// Circular tube of outer diameter d and wall t; k = 6 (1 + m^2)^2 / (7 (1 + m^2)^2 + 20 m^2) with the ratio
/// m of the diameters (Cowper 1966 at nu = 0).
Section tube_section(double diameter, double thickness);

/// Symmetric I: web of thickness `web` along y, flanges `width` x `flange`. Q_y is carried by the web over
/// the full height, Q_z by 5/6 of the flanges; J = (2 b t_f^3 + (h - t_f) t_w^3) / 3 (thin open walls).
Section i_section(double height, double width, double flange, double web);

/// The section of a deck entry [[section]]. Throws params::InputError for dimensions that no section has.
Section make_section(const params::Params& params);

/// Declarations of the types of [[section]].
std::vector<params::Component> section_components();

/// Axes of a section on a beam along `span`, as columns: x along it, y the part of `direction` across it.
Matrix3 section_axes(const Vector3& span, const Vector3& direction);

/// Direction of the y axis in space where none is given: z, or x for beams along z.
Vector3 default_section_direction(const Vector3& span);

/// Shear modulus of a material: G, or E / (2 (1 + nu)). `user` and `key` name the material where neither is
/// given: params::InputError.
double shear_modulus(const params::Params& material, const params::Params& user, const char* key);

}  // namespace jounce
