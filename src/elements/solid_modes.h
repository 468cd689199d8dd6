#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <type_traits>

#include "elements/solid_kernel.h"

namespace jounce::solid {

// Incompatible modes of boxes.

/// B of "nodes" with gradients G and hoop values h: rows 11, 22, 33, 12 (, 13, 23), twice the shears.
template <int Nodes, int Dim, class Gradients, class Hoop, class Matrix>
void fill_strain_matrix(const Gradients& G, const Hoop& h, Matrix& B) {
  B.setZero();
  for (Index a = 0; a < Nodes; ++a) {
    const Index at = a * Dim;
    B(0, at) = B(3, at + 1) = G(a, 0);
    B(1, at + 1) = B(3, at) = G(a, 1);
    if constexpr (Dim == 3) {
      B(2, at + 2) = B(4, at) = B(5, at + 1) = G(a, 2);
      B(4, at + 2) = G(a, 0);
      B(5, at + 2) = G(a, 1);
    } else {
      B(2, at) = h[a];
    }
  }
}

template <CellShape S>
inline constexpr int kModes = kDim<S>* kDim<S>;  ///< incompatible modes
template <CellShape S>
using ModeMatrix = Eigen::Matrix<double, kRows<S>, kModes<S>>;

/// B of the modes phi_k = 1 - xi_k^2 with grad phi_k = -2 xi_k (det J_0 / det J) J_0^-T e_k, J_0 at the
/// centre, so that constant stress does no work on them (R. L. Taylor, P. J. Beresford, E. L. Wilson, Int. J.
/// Numer. Methods Eng. 10 (1976) 1211).
template <CellShape S>
void mode_matrix(const Rule<S>& rule, const Element<S>& e, std::size_t i, ModeMatrix<S>& B) {
  const Tensor<S> J_0 = sum_of_dyads<S>(e.X, rule.centre.dN);
  const Tensor<S> J = sum_of_dyads<S>(e.X, rule.stiffness[i].dN);
  Tensor<S> G = J_0.determinant() / J.determinant() * J_0.inverse();  // row k: gradient of xi_k
  for (Index k = 0; k < kDim<S>; ++k) G.row(k) *= -2 * rule.stiffness[i].xi[k];
  const Eigen::Matrix<double, kDim<S>, 1> h = Eigen::Matrix<double, kDim<S>, 1>::Zero();
  fill_strain_matrix<kDim<S>, kDim<S>>(G, h, B);
}

/// Cholesky factor of the lower triangle of A (n x n, rows one after another), in place. Plain loops: Eigen's
/// decompositions of fixed sizes take very long to compile. @param least  of the squares of the pivots
inline void factorise(double* A, int n, const double* least) {
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k)
      for (int i = j; i < n; ++i) A[i * n + j] -= A[i * n + k] * A[j * n + k];
    A[j * n + j] = std::sqrt(std::max(A[j * n + j], least[j]));
    for (int i = j + 1; i < n; ++i) A[i * n + j] /= A[j * n + j];
  }
}

/// Strains with the modes of a box: E = E(u) + B_a a, small or of Green and Lagrange, with B_a of the
/// undeformed element, so that E stays the same when the element turns (enhanced strains, J. C. Simo, F.
/// Armero, Int. J. Numer. Methods Eng. 33 (1992) 1413). The amplitudes make the work of the modes vanish,
///
///   r(a) = int B_a^T S(E) dV = 0,   K_aa = int B_a^T C B_a dV,
///
/// by Newton's method from a = 0, one step where S is linear; they are no memory of the element. Rates da/dt,
/// of linear laws, follow from dE/dt with D_0 in the same way.
template <CellShape S>
class EnhancedStrains {
 public:
  /// @param compatible  E(u), dE/dt and the volume of every point
  EnhancedStrains(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e,
                  const std::array<PointStrain, 8>& compatible);

  /// Adds B_a a and B_a da/dt.
  void add(std::size_t point, Voigt& E, Voigt& rate) const;
  /// Takes the part of a point in K_au = int B_a^T D B dV. @param B_v  of dE/dt over displacements, or null
  void take(std::size_t point, double volume, const VoigtMatrix& D, const StrainMatrix<S>& B,
            const StrainMatrix<S>* B_v);
  /// K -= K_ua K_aa^-1 (w K_au + w_v K_av)
  void condense(double w, double w_v, ElementMatrix<S>& K);

 private:
  using Amplitudes = std::array<double, static_cast<std::size_t>(kModes<S>)>;
  using Coupling = Eigen::Matrix<double, kModes<S>, kSize<S>, Eigen::RowMajor>;
  double& factor(int i, int j) { return L_[static_cast<std::size_t>(i * kModes<S> + j)]; }
  double factor(int i, int j) const { return L_[static_cast<std::size_t>(i * kModes<S> + j)]; }
  /// Factor of K_aa at a, and the residual -r(a). @return the size of the parts of r
  double linearise(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e,
                   const std::array<PointStrain, 8>& compatible, Amplitudes& residual);
  /// Goes along a step, shorter where its end has passed the equilibrium by far. @return as linearise
  double advance(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e,
                 const std::array<PointStrain, 8>& compatible, const Amplitudes& step, Amplitudes& residual);
  void solve(Amplitudes& a) const;
  void forward(Coupling& W) const;

  std::size_t points_;
  std::array<ModeMatrix<S>, 8> B_;
  std::array<double, static_cast<std::size_t>(kModes<S>* kModes<S>)> L_{};
  Amplitudes a_{}, rate_{};
  Coupling W_ = Coupling::Zero(), W_v_ = Coupling::Zero();
};

/// What incompatible modes add to an element: nothing to shapes other than boxes.
template <CellShape S>
class NoModes {
 public:
  template <class CompatibleAt>
  NoModes(const Rule<S>&, const SolidProperties&, const Element<S>&, const CompatibleAt&) {}
  void add(std::size_t, Voigt&, Voigt&) const {}
  void take(std::size_t, double, const VoigtMatrix&, const StrainMatrix<S>&, const StrainMatrix<S>*) const {}
  void condense(double, double, ElementMatrix<S>&) const {}
};
template <CellShape S>
class BoxModes {
 public:
  /// @param at  the PointStrain of a point by its number, without modes
  template <class CompatibleAt>
  BoxModes(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e, const CompatibleAt& at) {
    if (!rule.incompatible) return;
    std::array<PointStrain, 8> compatible;
    for (std::size_t i = 0; i < rule.stiffness.size(); ++i) compatible[i] = at(i);
    enhanced_.emplace(rule, p, e, compatible);
  }
  void add(std::size_t point, Voigt& E, Voigt& rate) const {
    if (enhanced_) enhanced_->add(point, E, rate);
  }
  void take(std::size_t point, double volume, const VoigtMatrix& D, const StrainMatrix<S>& B,
            const StrainMatrix<S>* B_v) {
    if (enhanced_) enhanced_->take(point, volume, D, B, B_v);
  }
  void condense(double w, double w_v, ElementMatrix<S>& K) {
    if (enhanced_) enhanced_->condense(w, w_v, K);
  }

 private:
  std::optional<EnhancedStrains<S>> enhanced_;
};
template <CellShape S>
using ModesOf = std::conditional_t<kIsBox<S>, BoxModes<S>, NoModes<S>>;

}  // namespace jounce::solid
