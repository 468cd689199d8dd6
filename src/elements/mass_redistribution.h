#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "elements/solid.h"

namespace jounce {

/// Nodes in contact lose their mass to nodes beside them: the idea of H. B. Khenous, P. Laborde, Y. Renard,
/// Eur. J. Mech. A/Solids 27 (2008) 918. Velocities that carry mass come from a smaller space than
/// displacements (Y. Renard, J. Comput. Appl. Math. 234 (2010) 906): at a node c in contact the velocity is
/// continued from an element that has no node in contact,
///
///   v*_c = s v_c + (1 - s) sum_a w_a v_a,     w_a = N_a(xi_c),     X_c = sum_a N_a(xi_c) X_a
///
/// with the functions of first order of its corners a, and elsewhere v* = v. With v* = T v
///
///   M* = T^T M T
///
/// is symmetric and positive semidefinite; nodes in contact keep the share s^2 of their mass, with s = 0 rows
/// and columns of M* are zero there. T reproduces affine fields (sum_a w_a = 1, sum_a w_a X_a = X_c), so that
/// the total mass 1.M 1, the first moments X.M 1 and the second ones X.M X, thus the centre of mass and the
/// inertia of the body, are those of M. Of the elements within reach the one with the least sum of w_a^2
/// serves. Where X_c has no xi_c (a much distorted element) weights of least norm reproduce affine fields.
class MassRedistribution {
 public:
  struct Carrier {
    int node = 0;
    double weight = 0;  ///< (1 - s) w_a
  };

  MassRedistribution() = default;
  /// @param in_contact  of every node of the cells
  /// @param share       s^2
  MassRedistribution(const SolidCells& cells, const std::vector<std::uint8_t>& in_contact, double share);

  /// True when no node is in contact.
  bool is_empty() const { return lists_.empty(); }
  /// Node in contact with no free element within reach; -1 for none.
  int stranded() const { return stranded_; }
  bool moves(int node) const { return !is_empty() && place_[node] >= 0; }
  double kept() const { return kept_; }  ///< s
  /// Of a node in contact.
  std::span<const Carrier> carriers(int node) const { return lists_[place_[node]]; }

  /// x = T x, a number for each node.
  void carry(Vector& x) const;
  /// y = T^T y
  void hand_over(Vector& y) const;

 private:
  double kept_ = 1;
  int stranded_ = -1;
  std::vector<int> place_;  ///< of every node in `lists_`; -1: not in contact
  std::vector<int> nodes_;  ///< in contact, in the order of `lists_`
  std::vector<std::vector<Carrier>> lists_;
};

}  // namespace jounce
