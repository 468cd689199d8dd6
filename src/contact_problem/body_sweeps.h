#pragma once

#include <vector>

#include "contact_problem/body_contact.h"
#include "contact_problem/body_joints.h"

namespace jounce::contact_problem {

/// Impulses and the velocities w = w_0 + H r + B lambda that belong to them.
struct BodyState {
  Vector r, lambda, w;
};

/// A `BodyProblem` made ready for one law: sweeps of block Gauss-Seidel directly on the velocities of the
/// bodies,
///
///     u_c = H_c^T w + s_c,   r_c' = solution of  u = A_c r + (u_c - A_c r_c),   w += H_c (r_c' - r_c)
///
/// with A_c = H_c^T H_c, joints likewise; the products with H and H^T, and the residual. A contact whose A_c
/// is singular takes A_c + 0.01 trace(A_c): a proximal step, with the same solutions. Nothing is allocated
/// after construction. The problem must outlive this object.
///
/// On several ranks a sweep has one phase for each colour of the ranks: in the phase of its own colour a rank
/// deals with the contacts of shared bodies and passes their velocities on, in the others with a part of the
/// rest. It remains Gauss-Seidel, in another order.
class BodySweeps {
 public:
  BodySweeps(const BodyProblem& problem, ContactLawKind law);

  const BodyProblem& problem() const { return problem_; }
  ContactLawKind law() const { return law_; }
  const std::vector<BodyContact>& contacts() const { return contacts_; }
  /// B_j.B_j of every joint row; 1 for a row of zeros.
  const std::vector<double>& joint_scales() const { return joint_scales_; }
  /// Denominator of the residual.
  double norm() const { return norm_; }

  struct Change {
    double square = 0;  ///< sum_c w_c^2 |d r_c|^2 + sum_j (B_j^T w + c_j)^2, d r the change in the sweep
    double along = 0;   ///< sum_c w_c d r_c . (r_c - x_c) + the same of the joints, r after the sweep
  };
  /// One sweep, joints first. @param x an earlier iterate, for `along`
  Change sweep(BodyState& state, double relaxation, const BodyState& x);

  /// x.y of two velocities of all bodies, over all ranks.
  double dot(const Vector& x, const Vector& y) const;

  /// Of a number over all ranks.
  double sum(double value) const { return problem_.shared != nullptr ? problem_.shared->sum(value) : value; }

  /// Sweeps by Coulomb's law take `SmoothedCoulombLaw` from now on, or the law itself. Other laws do not
  /// care.
  void smooth(bool is_smooth) { is_smooth_ = is_smooth; }

  /// w = w_0 + H r + B lambda.
  void update_velocities(BodyState& state) const;
  /// w += H dr + B dlambda.
  void add_impulses(const Vector& dr, const Vector& dlambda, Vector& w) const;
  /// u = H^T w + s and beta = B^T w + c, into vectors of their size.
  void relative_velocities(const Vector& w, Vector& u, Vector& beta) const;
  /// Residual of `body_problem.h`, for w up to date.
  double residual(const BodyState& state) const;

 private:
  /// Joint groups and contacts, from first to before last.
  struct Part {
    std::size_t first_group, last_group, first_contact, last_contact;
  };
  Change sweep(BodyState& state, double relaxation, const BodyState& x, const Part& part);
  /// The part of a phase; without ranks there is one, of everything.
  Part part(int phase) const;
  void find_shared();

  const BodyProblem& problem_;
  ContactLawKind law_;
  std::vector<BodyContact> contacts_;
  std::vector<JointGroup> joints_;
  std::vector<double> joint_scales_;
  double norm_ = 0;
  std::size_t shared_groups_ = 0, shared_contacts_ = 0;  ///< those that may act on shared bodies: the first
  bool is_smooth_ = false;
};

/// The best impulses that a method has seen.
class BestBodyState {
 public:
  /// Starts from the impulses of `state`, or from zero where that is better.
  BestBodyState(const BodySweeps& sweeps, const BodyOptions& options, BodyState& state);

  /// Computes w of `state`, found after so many iterations, anew, measures, and keeps it when it is better.
  /// @return its residual
  double offer(BodyState& state, int iterations);
  bool is_solved() const { return residual_ <= options_.tolerance; }
  double residual() const { return residual_; }
  BodyState& state() { return state_; }

 private:
  double measure(BodyState& state);

  const BodySweeps& sweeps_;
  const BodyOptions& options_;
  double residual_;
  BodyState state_;
};

/// The methods: replace `start` by the best they find, and w by its velocities.
BodyResult gauss_seidel(BodySweeps& sweeps, const BodyOptions& options, BodyState& start);
BodyResult accelerated_gauss_seidel(BodySweeps& sweeps, const BodyOptions& options, BodyState& start);
BodyResult projected_gradient(const BodySweeps& sweeps, const BodyOptions& options, BodyState& start);
BodyResult barzilai_borwein(const BodySweeps& sweeps, const BodyOptions& options, BodyState& start);

}  // namespace jounce::contact_problem
