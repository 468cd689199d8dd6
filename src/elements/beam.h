#pragma once

#include <array>

#include "model/element.h"

namespace jounce {

/// Section forces of a beam in the axes of its (deformed) section: the force and the moment that the part
/// beyond the section exerts on the part before it.
struct SectionForces {
  Vector3 force;   ///< N (tension positive), Q_y, Q_z
  Vector3 moment;  ///< T, M_y, M_z
};

/// N, Q_y, Q_z and T, M_y, M_z of a beam: SectionForces.
const QuantityType& section_force_quantity();

/// What all blocks of two-node beams have in common.
class BeamBlock : public ElementBlock {
 public:
  using ElementBlock::ElementBlock;

  Connectivity connectivity() const override;
  std::vector<ElementQuantity> quantities() const override;

  virtual std::size_t n_elements() const = 0;
  /// First translational degree of freedom of the two nodes of an element.
  virtual std::array<Index, 2> node_dofs(std::size_t element) const = 0;
  /// Section forces at xi in [-1, 1] from the first to the second node of an element.
  virtual SectionForces section_forces(const State& state, std::size_t element, double xi) const = 0;

 protected:
  /// Entries of x at the degrees of freedom of an element.
  template <std::size_t N>
  static Eigen::Matrix<double, static_cast<int>(N), 1> gather(const Vector& x,
                                                              const std::array<Index, N>& dofs) {
    Eigen::Matrix<double, static_cast<int>(N), 1> part;
    for (std::size_t i = 0; i < N; ++i) part[static_cast<Index>(i)] = x[dofs[i]];
    return part;
  }

  /// Adds those of an element to x.
  template <std::size_t N>
  static void scatter(const Eigen::Matrix<double, static_cast<int>(N), 1>& part,
                      const std::array<Index, N>& dofs, Vector& x) {
    for (std::size_t i = 0; i < N; ++i) x[dofs[i]] += part[static_cast<Index>(i)];
  }
};

}  // namespace jounce
