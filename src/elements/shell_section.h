#pragma once

#include <memory>
#include <vector>

#include "elements/shell_geometry.h"
#include "materials/material.h"

namespace jounce::shell {

/// A layer of a section, made of one material.
struct Layer {
  std::shared_ptr<const Material> law;  ///< in plane stress, its axes in those of the shell
  Eigen::Matrix2d shear;                ///< stiffness of the unstrained material against E_13 and E_23
  double thickness = 0;
};

/// Forces and moments of a section: N_11, N_22, N_12, M_11, M_22, M_12, Q_1, Q_2, for each length.
struct Resultants {
  Strains stress = Strains::Zero();
  StrainMatrix tangent = StrainMatrix::Zero();
  double energy = 0;   ///< stored, for each area
  double plastic = 0;  ///< work of plastic strains, for each area
};

/// The section of a shell: strains E = e + z kappa at the distance z from the nodes' surface, in plane
/// stress, integrated over the layers by points of Gauss and Lobatto, of which the outer ones lie on the
/// faces. Transverse shear stays elastic, with the stiffness k int G dz of the unstrained materials.
class Section {
 public:
  /// @param layers  from the lower to the upper face
  /// @param offset  distance of the middle of the section from the nodes' surface, along the normal
  /// @param points  in each layer: 3, 5, 7
  Section(std::vector<Layer> layers, double offset, double shear_factor, int points);

  struct Point {
    std::size_t layer;
    double z, weight;
    int history;  ///< first number in the history of a point of the surface
  };
  const std::vector<Point>& points() const { return points_; }
  const Material& law(const Point& point) const { return *layers_[point.layer].law; }
  double thickness() const { return thickness_; }
  double offset() const { return offset_; }
  double mass() const { return mass_; }                      ///< for each area
  double inertia() const { return inertia_; }                ///< int rho z^2 dz
  double membrane_shear() const { return membrane_shear_; }  ///< int G_12 dz
  int history_size() const { return history_size_; }         ///< at a point of the surface
  bool is_linear() const { return is_linear_; }
  /// Tangent of the unstrained section.
  const StrainMatrix& stiffness() const { return stiffness_; }

  /// @param history  of a point of the surface; null without
  void respond(const Strains& strain, const double* history, double dt, bool tangent, Resultants& out) const;
  /// Stress, stored energy and plastic work of `out`, and the history at this strain, in one pass.
  /// @param history  written whole; null without history
  void advance(const Strains& strain, const double* from, double dt, double* history, Resultants& out) const;
  void add_energies(const Strains& strain, const double* history, double dt, Resultants& out) const;

  /// Strain of a point of the section.
  static Voigt strain_at(const Strains& strain, double z);

 private:
  void add_elastic_parts();

  std::vector<Layer> layers_;
  std::vector<Point> points_;
  double offset_, shear_factor_, thickness_ = 0, mass_ = 0, inertia_ = 0, membrane_shear_ = 0;
  int history_size_ = 0;
  bool is_linear_ = true;
  StrainMatrix stiffness_ = StrainMatrix::Zero();
};

}  // namespace jounce::shell
