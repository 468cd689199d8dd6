#pragma once

#include <limits>
#include <vector>

#include "la/decompositions.h"
#include "model/system.h"

namespace jounce {

inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// Dense solver of saddle point systems
///   [ M  J^T ] [  x  ]   [ r ]
///   [ J   0  ] [ -mu ] = [ s ]     so that  M x = r + J^T mu,  J x = s.
/// With a positive definite M through its Cholesky factor and S = J M^-1 J^T; with a singular one (massless
/// parts held by joints) as a whole. Dependent rows of J (redundant joints or contacts) are allowed: mu of
/// least norm.
class SaddlePoint {
 public:
  /// M (n x n, symmetric positive semi-definite); kept over calls of set_rows.
  void set_mass(const DenseMatrix& M);
  /// J (m x n).
  void set_rows(const DenseMatrix& J);
  void solve(const Vector& r, const Vector& s, Vector& x, Vector& mu) const;
  /// True when rows of J depend on each other.
  bool redundant() const { return redundant_; }
  bool has_mass() const { return M_.rows() > 0 || empty_; }
  void forget();

 private:
  bool empty_ = false;  ///< a mass of size 0 was set
  bool definite_ = false;
  bool redundant_ = false;
  DenseMatrix M_, J_;
  Eigen::LLT<DenseMatrix> cholesky_;
  Vector dof_scale_;  ///< 1 / sqrt of the diagonal of M (of its mean where it is 0)
  Vector row_scale_;  ///< 1 / sqrt of the diagonal of S
  DenseMatrix M_inv_Jt_;
  Eigen::CompleteOrthogonalDecomposition<DenseMatrix>
      decomposition_;  ///< of scaled S, or of the whole matrix
};

/// The equations that hold at one instant, for systems of up to kMaxDofs unknowns. Closed contacts are rows
/// like joints.
///   accelerations  M a = f + G^T lambda + W mu,
///                  G a = -(d(G v + g_t)/dq) v - g_tt,  W^T a = -(d(W^T v)/dq) v
///   velocities     G v + g_t = 0, W^T v = 0, by the least change in the norm of M
///   positions      g = 0, g_N = 0 (rows at velocity level have no g)
class EventDynamics {
 public:
  static constexpr Index kMaxDofs = 500;

  using Rows = std::vector<ContactRow>;

  struct Acceleration {
    Vector a;        ///< all degrees of freedom, prescribed ones included
    Vector joint;    ///< lambda
    Vector contact;  ///< mu, one per closed row
    bool redundant = false;
  };

  /// Contacts seen through the joints: a change of contact impulses p changes velocities by response p and
  /// gap velocities by A p; likewise forces and accelerations.
  struct ContactSpace {
    DenseMatrix W;         ///< W^T, k x nv
    DenseMatrix response;  ///< nv x k
    DenseMatrix A;         ///< k x k, Delassus matrix
  };

  explicit EventDynamics(const System& system) : system_(system) {}

  void accelerations(const State& state, const Rows& closed, Acceleration& result);
  void contact_space(const State& state, const Rows& rows, ContactSpace& space);
  /// Second time derivatives of the gaps for accelerations `a`.
  Vector gap_accelerations(const State& state, const Rows& rows, const Vector& a) const;
  Vector gap_velocities(const State& state, const Rows& rows) const;
  /// Moves q onto g = 0 and closed gaps = 0 by Newton's method until round-off, which a row's violation
  /// reaches relative to sum |J_i| q_scale_i. Returns false when it does not converge.
  bool project_position(State& state, const Rows& closed, const Vector& q_scale);
  /// Moves v onto G v + g_t = 0 and W^T v = 0 of the closed contacts.
  void project_velocity(State& state, const Rows& closed);

  long factorisations() const { return factorisations_; }
  void forget() { mass_.forget(); }

 private:
  void set_mass(const State& state);
  DenseMatrix jacobian(const State& state, const Rows& closed);

  const System& system_;
  SaddlePoint mass_;  ///< saddle point of the last state; the factor of a constant M is kept
  RowJacobian G_;
  long factorisations_ = 0;
};

}  // namespace jounce
