#pragma once

namespace jounce::params {

/// Physical dimension as powers of mass, length and time; angles are pure numbers.
struct Dimension {
  int mass = 0;
  int length = 0;
  int time = 0;

  bool operator==(const Dimension&) const = default;
};

/// The dimensions that keys use. Quantities of equal dimension (moment and energy) are the same constant
/// value.
namespace dim {
inline constexpr Dimension none{};
inline constexpr Dimension mass{1, 0, 0};
inline constexpr Dimension length{0, 1, 0};
inline constexpr Dimension time{0, 0, 1};
inline constexpr Dimension area{0, 2, 0};
inline constexpr Dimension volume{0, 3, 0};
inline constexpr Dimension second_moment{0, 4, 0};  ///< of area
inline constexpr Dimension curvature{0, -1, 0};
inline constexpr Dimension velocity{0, 1, -1};
inline constexpr Dimension acceleration{0, 1, -2};
inline constexpr Dimension frequency{0, 0, -1};  ///< also angular velocity
inline constexpr Dimension angular_acceleration{0, 0, -2};
inline constexpr Dimension inertia{1, 2, 0};  ///< moment of inertia
inline constexpr Dimension density{1, -3, 0};
inline constexpr Dimension line_density{1, -1, 0};
inline constexpr Dimension force{1, 1, -2};
inline constexpr Dimension moment{1, 2, -2};
inline constexpr Dimension energy{1, 2, -2};
inline constexpr Dimension power{1, 2, -3};
inline constexpr Dimension impulse{1, 1, -1};
inline constexpr Dimension angular_impulse{1, 2, -1};
inline constexpr Dimension stress{1, -1, -2};  ///< also pressure
inline constexpr Dimension line_force{1, 0, -2};
inline constexpr Dimension body_force{1, -2, -2};
inline constexpr Dimension stiffness{1, 0, -2};
inline constexpr Dimension torsional_stiffness{1, 2, -2};
inline constexpr Dimension damping{1, 0, -1};
inline constexpr Dimension torsional_damping{1, 2, -1};
inline constexpr Dimension bending_stiffness{1, 3, -2};
}  // namespace dim

}  // namespace jounce::params
