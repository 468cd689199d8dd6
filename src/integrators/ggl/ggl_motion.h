#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "elements/solid.h"
#include "integrators/ggl/contact_model.h"
#include "integrators/ggl/ggl_newton_problem.h"
#include "integrators/ggl/motion_compliance.h"
#include "la/newton.h"

namespace jounce {

/// Newton's method for an NSGA-GGL step on the motion alone: bodies of constant mass without joints,
/// linear or not, rigid ones among them, with any contacts. With
///
///   y = hb Dv~ + U,   Z = W - U/hb,   a = (1 - alpha_m)/((1 - alpha_f) gamma),   hb = h beta/gamma,
///   theta = h/(2 hb),   F = W_N nu + h/2 W_T Lambda_T
///
/// where y is the increment of the coordinates from the predictor, (29a), (29c) and (29f) are
///
///   r(y) = a M y + hb h (M v~'_p - f(q_p + y)) - a F = 0
///   M U = F,     M Z = W_N (Lambda - nu/hb) + (1 - theta) W_T Lambda_T
///
/// with one tangent S = a M + hb h K of the size of the motion, symmetric and positive definite, in place of
/// the three copies of S_t. An iteration solves the contact laws exactly in the linear model at y
/// (ContactModel), whose columns are S^-1 W and M^-1 W of the contacts that close. Without the contacts r is
/// the gradient of a potential, which is convex in small strain. Along the step d the slope of its Lagrangian
/// with the new multipliers,
///
///   s(t) = d . r(y + t d),
///
/// begins at -d . S d; a step is shortened until the slope is no longer positive, or at most half as steep
/// (M. A. Crisfield, Non-linear Finite Element Analysis of Solids and Structures 1, 1991, 9.2), so that
/// elements that begin or cease to yield do not make it cycle. A state that elements refuse (r not finite, an
/// element inside out) is not reached.
///
/// With elastic corrections the smooth motion q~ does not know of contacts and is solved first, alone. U and
/// W are then the same system from q~ on, in y = U with a = 1, hb = h/2, theta = 1 and Df for the forces:
///
///   M U - h^2/2 Df - F = 0,     W = 2 U/h + Z,     M Z = W_N (Lambda - 2 nu/h)
class GglMotion final : private ContactModel::Step {
 public:
  /// @param always_renews  a new tangent in every iteration, as Newton's own method
  GglMotion(const System& system, const AlphaCoefficients& coefficients, GglStep& equations,
            GglNewtonProblem& problem, const ContactSet& contacts, bool always_renews);

  /// True for systems without joints, friction in joints and massless unknowns, whose mass is constant, in
  /// which shells and rigid bodies alone have rotations in space, and without dampers where all elements are
  /// linear. Where ranks share forces they share the tangent, too, and every rank factorises it.
  ///
  /// Rotations are q_n o exp(psi), and psi is part of y. S is the tangent for displacements delta of the
  /// iterate, symmetric but for moments that are not in balance; their step is T(psi)^-1 delta. That leaves
  /// out what T does to a M, and gyroscopic moments: both are of the order of the rotation of a step beside
  /// a M. Dampers act on y alone in S, not on Z (`is_exact`).
  static bool is_applicable(const System& system);
  /// False where S leaves out what dampers do to Z: there a step that is not found may still be by Newton's
  /// method on all unknowns.
  bool is_exact() const { return !is_damped_; }

  /// Improves x, the increments of GglStep, from zero until the problem says that it has converged.
  NewtonResult solve(Vector& x, int max_iterations);
  /// Whoever watches the log may stop the iteration of the sets; null: nobody.
  void log_to(const ConvergenceLog* log) { log_ = log; }
  /// S at the iterate, and M.
  const CsrMatrix& tangent();
  const CsrMatrix& mass() const { return matrix_M_; }
  /// Drops what is kept between steps.
  void forget();
  long factorisations() const { return K_.factorisations() + smooth_.factorisations(); }

 private:
  void respond(int condition, Eigen::Ref<Vector> y, Eigen::Ref<Vector> smooth) override;
  bool has_products() const override { return K_.reaches_all(); }
  void multiply(const Vector& x, Vector& y, Vector& smooth) override;
  double response(int of, int by) override;
  void pass() const override {
    if (log_ != nullptr) log_->pass();
  }
  void begin();
  void start(Vector& x, Vector& r);
  bool is_admissible(const Vector& r) const;
  void iterate(Vector& x, int max_iterations, NewtonResult& result);
  template <class Add, class Factor>
  void renew(CsrMatrix& matrix, const Add& add, const Factor& factor);
  /// a M + h D + stiffness K at a state, for displacements of its own tangent space.
  void assemble_tangent(const State& state, double a, double stiffness, MatrixSink& sink) const;
  /// Those of blocks that the System leaves out come from all elements.
  bool takes_all_dampers() const { return !is_damped_ || !has_bodies_; }
  void renew_tangent();
  void renew_smooth_tangent();
  bool solve_smooth(Vector& x, Vector& r, int max_iterations, int& iterations);
  void assemble_mass();
  void choose_surface();
  bool fits_surface(const std::vector<std::pair<double, int>>& nearest, int rows,
                    std::vector<Index>& dofs) const;
  void find_free_step(const Vector& r);
  void solve_laws();
  void find_step();
  bool loads_surface_alone() const;
  void settle_surface(Vector& x);
  template <class Try, class Slope>
  void search_line(double at_start, const Vector& r, const Try& try_at, const Slope& slope_of);
  const Vector& turned(const Vector& d, const std::vector<Matrix3>& T);
  void step_on(Vector& x, Vector& r);
  void evaluate(double t, Vector& x, Vector& r);
  void find_corrections();
  void finish_rough(Vector& x, Vector& r);
  void place(double t, Vector& x) const;
  void forces(const Vector& normal, const Vector& tangential, double w, Vector& f) const;

  const System& system_;
  AlphaCoefficients c_;
  GglStep& equations_;
  GglNewtonProblem& problem_;
  const ContactSet& contacts_;
  const ConvergenceLog* log_ = nullptr;

  Index n_ = 0;
  double h_ = 0, hb_ = 0, a_ = 0, theta_ = 1;
  CsrMatrix matrix_S_, matrix_M_, matrix_smooth_;
  SurfaceFactor smooth_;  ///< tangent of the smooth motion, with elastic corrections
  MotionCompliance K_;
  bool is_too_wide_ = false;       ///< the surface of the contacts that touch
  bool are_all_too_wide_ = false;  ///< the surface of all contacts
  bool always_renews_;
  bool is_damped_, has_bodies_;
  bool is_linear_;  ///< S depends on the step size alone
  bool is_elastic_ = false;
  /// The second attempt at a step: from its start, where no element has changed yet, with all tangents new.
  bool begins_at_rest_ = false;
  /// Iterates have U = W = 0, as if what contacts do were part of Dv~: they need no solutions with M. Then r
  /// holds the residual of the motion alone, and force_ the same without contacts.
  bool is_rough_ = false;
  bool has_model_ = false;      ///< the iterate is the solution of a model
  bool holds_ = false;          ///< forces of the iterate's multipliers stay in the model
  bool is_at_surface_ = false;  ///< what contacts move is found at their surface alone
  bool is_placed_ = false;      ///< the iterate is right at this surface alone
  bool has_mass_ = false, knows_S_ = false, knows_M_ = false, knows_smooth_ = false;
  bool is_fresh_ = false;  ///< S is the tangent of the present iterate
  double h_of_S_ = 0;
  Vector row_sums_, smooth_row_sums_, turned_;

  ContactModel model_;
  std::vector<std::uint8_t> sets_;

  // of an iteration: present increment, its step, and what the new multipliers give
  Vector y_, d_, U_, Z_, F_, r_free_, force_, nu_, Lambda_, Lambda_T_;
  Vector work_, column_, c_before_, response_y_, response_Z_, response_U_;
  Vector on_S_, on_M_, by_S_, by_M_;    ///< of products
  Vector y_start_, d_start_, F_start_;  ///< where iterations on the surface began
};

}  // namespace jounce
