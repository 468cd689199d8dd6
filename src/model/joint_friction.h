#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/contact.h"
#include "model/relative_coordinate.h"

namespace jounce {

/// Dry friction in a joint: Coulomb's law on the coordinates c_1 (and c_2) that the joint leaves free,
/// pressed by the joint's own reaction. With the multipliers lambda of the joint (forces) and arms l_i,
///
///   s_i = l_i c_i'                                       sliding velocity at the surfaces
///   |F| <= mu(|s|) N + F_0,   F opposite to s             exact, set-valued: no regularisation
///   N   = sum_k w_k |B_k lambda|                          normal force, from the reaction of the same step
///
/// F acts on the coordinates as l_i F_i. F_0 is a constant part (seals, preload), which acts without
/// reaction.
class JointFriction {
 public:
  struct Slide {
    std::shared_ptr<const RelativeCoordinate> coordinate;
    double arm = 1;           ///< l: radius of the surface for an angle, 1 for a displacement
    bool has_surface = true;  ///< false for an angle whose radius nobody gave: F acts as a moment
  };
  /// One surface under pressure: a vector of one or two components that is linear in the multipliers.
  struct Surface {
    using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 2, 6>;
    double weight = 1;  ///< w
    Matrix B;           ///< over the rows of the joint
  };

  /// `joint`: number of the constraint in its system. `law.friction` is mu; restitutions are not used.
  JointFriction(std::string name, int joint, ContactLaw law, std::vector<Slide> slides,
                std::vector<Surface> surfaces, double preload);

  const std::string& name() const { return name_; }
  int joint() const { return joint_; }
  const ContactLaw& law() const { return law_; }
  double preload() const { return preload_; }  ///< F_0
  int size() const { return law_.tangents; }   ///< number of free coordinates
  const Slide& slide(int i) const { return slides_[i]; }

  /// N for the multipliers of the joint's rows; `gradient` receives dN/dlambda when given. N is not smooth
  /// where a surface carries nothing; the gradient of that surface is then 0, an element of its subgradient.
  double normal(const double* lambda, double* gradient = nullptr) const;

  std::span<const Index> dofs() const { return slides_.front().coordinate->dofs(); }
  /// l_i dc_i/dq over dofs().
  void jacobian(const State& state, int i, double* D) const;
  /// w d(D_i^T F)/dq
  void add_reaction_gradient(const State& state, int i, double F, double w, MatrixSink& sink) const;
  /// w d(D_i v)/dq at matrix row `row`.
  void add_velocity_gradient(const State& state, int i, double w, Index row, MatrixSink& sink) const;

 private:
  std::string name_;
  int joint_;
  ContactLaw law_;
  std::vector<Slide> slides_;
  std::vector<Surface> surfaces_;
  double preload_;
  mutable DenseMatrix gradient_;  ///< workspace, n x n
  mutable Vector row_;            ///< workspace, n
};

}  // namespace jounce
