#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "la/types.h"
#include "materials/batch_law.h"
#include "model/quantity.h"

namespace jounce {

/// Symmetric tensors as columns in the order 11, 22, 33, 12, 13, 23 (Abaqus'); strains with twice the shears,
/// so that stress . strain is their double product.
using Voigt = Eigen::Matrix<double, 6, 1>;
using VoigtMatrix = Eigen::Matrix<double, 6, 6>;

/// Answer of a material at a point.
struct MaterialResponse {
  Voigt stress = Voigt::Zero();               ///< S, second Piola-Kirchhoff (or small-strain) stress
  VoigtMatrix tangent = VoigtMatrix::Zero();  ///< dS/dE
  double energy = 0;                          ///< W(E), stored energy of the unit of initial volume
  double strain_33 = 0;                       ///< E_33, found by materials in plane stress only
};

/// What the answer of a law depends on besides the strain.
struct PointState {
  /// Implicit: most laws need the history alone.
  PointState(const double* history_n = nullptr) : history(history_n) {}

  const double* history;  ///< at the last accepted step; null where history_size is 0
  double dt = 0;          ///< time since then. 0: what flows at a rate has had no time to flow
  std::optional<double> temperature = {};  ///< that a load gives; else that of the law without load
};

/// A number in the history of a material that histories and fields show at nodes.
struct MaterialQuantity {
  const QuantityType* type = nullptr;  ///< of one number, is_nodal
  int place = 0;                       ///< in the history of a point
};

/// The type of such a number that is not negative and has no unit. @param bearer  "solid element of ..."
QuantityType history_quantity(const char* name, const char* bearer);

/// Material law S(E) on the Green-Lagrange strain E = (F^T F - I) / 2; small strains are put in its place in
/// linear kinematics. One virtual call a point, no allocation.
class Material {
 public:
  explicit Material(double density) : density_(density) {}
  virtual ~Material() = default;
  Material(const Material&) = delete;
  Material& operator=(const Material&) = delete;

  double density() const { return density_; }  ///< rho of the initial volume

  /// S = D E with constant D.
  virtual bool is_linear() const { return false; }
  /// The law means something for finite strains only: hyperelastic energies.
  virtual bool needs_finite_strain() const { return false; }
  /// The stress has the principal axes of the elastic strain: isotropic, without back stress. The history, if
  /// there is any, begins with the six plastic strains.
  virtual bool has_axes_of_strain() const { return false; }
  /// Numbers of history at a point (plastic strains); they are zero at the start, but for length_place.
  virtual int history_size() const { return 0; }
  /// What of the history results show; its MaterialPart declares the types.
  virtual std::vector<MaterialQuantity> quantities() const { return {}; }
  /// @param tangent  whether dS/dE is wanted
  virtual void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                        MaterialResponse& out) const = 0;
  /// The constants change with temperature.
  virtual bool depends_on_temperature() const { return false; }
  /// Stresses depend on the time that a change of strain takes.
  virtual bool depends_on_rate() const { return false; }
  /// Work for a unit of initial volume that plastic strains have taken up to this strain.
  virtual double plastic_work(const Voigt& /*strain*/, const PointState& /*at*/) const { return 0; }
  /// Elements of this law are deleted where it fails: place of D in the history of a point, the measure of
  /// failure or the part of the stiffness that damage has taken. Where D has reached 1 at the last accepted
  /// step the law has neither stress nor tangent. Two more numbers follow D, which belong to the elements
  /// (SolidElements::is_deleted). -1: elements stay.
  virtual int failure_place() const { return -1; }
  /// Place in the history of a point of the characteristic length of its element, which is there from the
  /// start; -1: not wanted.
  virtual int length_place() const { return -1; }
  /// Brings the history to an accepted strain.
  /// @param history  holds that of `from`, which it may be itself
  virtual void update(const Voigt& /*strain*/, const PointState& /*from*/, double* /*history*/) const {}

  /// Answer, history and work at an accepted strain at once: evaluate without tangent, plastic_work and
  /// update.
  /// @param history  as of update @param work  null: not wanted
  virtual void advance(const Voigt& strain, const PointState& from, MaterialResponse& out, double* history,
                       double* work) const;

  /// The same law in plane stress, where it has a way of its own to find it; null: PlaneStress serves.
  virtual std::shared_ptr<const Material> own_plane_stress() const { return nullptr; }

  /// The law for batches of elements; it refers to this material.
  virtual batch::Law batch_law() const;

  /// Tangent of the unstrained material without history.
  VoigtMatrix initial_stiffness() const;

 private:
  double density_;
};

/// Symmetric matrix of a column; `shear` is 1 for stresses, 1/2 for strains.
Matrix3 to_matrix(const Voigt& voigt, double shear);
/// Column of a symmetric matrix; `shear` is 1 for stresses, 2 for strains.
Voigt to_voigt(const Matrix3& matrix, double shear);
/// Von Mises stress sqrt(3/2 s : s) of the deviator s.
double von_mises(const Voigt& stress);

}  // namespace jounce
