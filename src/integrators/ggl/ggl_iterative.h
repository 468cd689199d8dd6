#pragma once

#include <optional>

#include "integrators/ggl/ggl_constant.h"
#include "integrators/iterative_acceleration.h"
#include "la/projected_cg.h"

namespace jounce {

/// A step of NSGA-GGL for large linear systems without joints and dampers, by conjugate gradients. With
///
///   S = a M + b h^2 K,   a = (1 - alpha_m)/((1 - alpha_f) gamma),   b = beta/gamma
///
/// and y = (b h) Dv~ + U, what the step adds to the predicted coordinates, (29a) and (29c) without damping
/// are one system for y, since (S - b h^2 K) U = a M U = a W nu:
///
///   S y = b h^2 f + a W nu,     g + W^T y = 0 on A          (positions)
///   M U = W nu,                 Dv~ = (y - U)/(b h)
///   M V = W Lambda,             u + W^T (Dv~ + V) = -e u_n on B   (velocities)
///
/// with g, u and f of the predictor. Each is solved in the space that its conditions leave (ProjectedCg), so
/// gaps on A and gap velocities on B are exact to round-off; forces balance to the tolerance, the velocity
/// that the imbalance would make in a step relative to the largest one. The sets A, B of (B 38) are those of
/// GglLinear. The memory is that of K and M, whatever the number of contact points, where the blocks of the
/// system keep all of them; else that of S and of the part of M that is coupled to contact points.
///
/// Ranks may have parts of the model (System::numbering), or share the elements (System::share): each has its
/// part of S and M, and a product adds up the values at the borders of the parts. Where elements are shared
/// every rank gets the whole motion at the end of a step. Contacts at a border are on all ranks around it,
/// which decide alike.
class GglIterative final : public GglConstant {
 public:
  GglIterative(const System& system, const AlphaCoefficients& coefficients, double tolerance);

  /// True for systems without joint rows, dampers and massless unknowns, whose contact points have no
  /// unknown in common; they must be linear.
  static bool is_applicable(const System& system);
  /// True where it is expected to be faster, or to need far less memory, than response columns.
  static bool is_profitable(const System& system);

  bool step(const State& start, const Vector& a, const Vector& acceleration, double h,
            const ContactSet& contacts, int max_iterations, State& next, int& iterations,
            int& worst_contact) override;
  void forget() override { h_ = 0; }
  void visit_matrices(const State& start, double h, const Stepper::VisitMatrix& visit) override;
  long factorisations() const override { return 0; }
  /// M a = f at a state.
  void consistent_acceleration(const State& state, Vector& a) {
    iterative_acceleration(system_, state, tolerance_, cg_, a);
  }
  long cg_iterations() const { return cg_.iterations(); }

 private:
  void prepare(const State& start, double h);
  void take_rows(const ContactSet& contacts);
  void first_sets(const ContactSet& contacts);
  void solve_positions();
  void solve_velocities(const ContactSet& contacts);
  void evaluate_rows();
  void add_motion(const State& start, State& next);
  /// Values of rows, which the ranks that own them know, on all ranks.
  void complete(std::initializer_list<Vector*> of_rows);
  void complete(Vector& of_dofs) const {
    if (system_.share()) system_.share()->complete(of_dofs);
  }
  /// True on any rank of a model in parts.
  bool any(bool own) const { return system_.numbering().any(own); }
  std::optional<CyclingGuard::Shared> shared_flags(const ContactSet& contacts) const;
  double rate(Index row) const { return (S_rows_.dot(row, y_) - M_rows_.dot(row, U_)) / hb_; }
  /// Throws with a name of the system when conjugate gradients do not end.
  void solve(const SymmetricMatrix& matrix, const char* name, const Vector& b, const SparseRows& rows,
             const std::vector<int>& active, const Vector& c, double tolerance, Vector& x,
             Vector& multipliers);

  double tolerance_, velocity_ = 0;  ///< relative; velocity it stands for
  double h_ = 0, hb_ = 0, mass_weight_;
  SymmetricMatrix S_, M_;               ///< M: what is coupled to contacts
  std::vector<std::uint8_t> own_rows_;  ///< one flag per row, when ranks share the elements
  std::vector<double> completed_;
  SparseRows S_rows_, M_rows_;  ///< contact directions in their vectors
  ProjectedCg cg_;
  double residual_ = 0;          ///< largest of the solutions of an iteration, over its tolerance
  Vector load_, y_, U_, V_;      ///< of S, S, M, M
  Vector c_rows_, multipliers_;  ///< of the rows
  Vector gap_trial_, u_trial_, x_, motion_;
};

}  // namespace jounce
