#pragma once

#include <memory>

#include "integrators/ggl/ggl_condensed.h"
#include "integrators/ggl/ggl_iterative.h"
#include "integrators/ggl/ggl_linear.h"
#include "integrators/ggl/ggl_motion.h"
#include "integrators/ggl/ggl_newton_problem.h"
#include "integrators/ggl/ggl_step.h"
#include "integrators/ggl/ggl_surface.h"
#include "integrators/integrator.h"
#include "integrators/integrator_options.h"
#include "la/linear_solver.h"
#include "la/newton_solver.h"
#include "stepping/smooth_guess.h"
#include "stepping/step_budget.h"

namespace jounce {

/// Nonsmooth generalized-alpha scheme with Gear-Gupta-Leimkuhler constraints (NSGA-GGL): Bruls, Acary,
/// Cardona (2014), CMAME 281, 131-161. Constraints hold exactly at position and at velocity level at the end
/// of every step.
///
///   (29a)     M v~' - f(q, v, t) - G^T lambda~ = 0
///   (29b)     G v~ + g_t = 0
///   (29c)     M U - g_q^T nu = 0
///   (29d, e)  g = 0 for joints, 0 <= g perp nu >= 0 for contacts
///   (29f)     M W - g_q^T Lambda = 0
///   (29g, h)  G v + g_t = 0 for joints; for contacts with g(q~) <= 0:  0 <= u + e u_n perp Lambda >= 0,  u =
///   g_q v
///
///   (30a)     q~ = q_n + h v_n + h^2 (1/2 - beta) a_n + h^2 beta a
///   (30b)     q = q~ + U
///   (30c)     v~ = v_n + h (1 - gamma) a_n + h gamma a
///   (30d)     v = v~ + W
///   (30e)     (1 - alpha_m) a + alpha_m a_n = (1 - alpha_f) v~' + alpha_f v~'_n
///
/// With friction, Coulomb's law holds at velocity level: see GglStep.
///
/// Symbols without index are at t_{n+1}. Force of a joint: lambda~ + Lambda / h, of a contact: Lambda / h.
///
/// Solvers: `monolithic` (semi-smooth Newton on S_t, B 44), `condensed` (Newton on S_t with the contact
/// conditions solved in every linear model: GglCondensed), `sequential` (B, Algorithm 1: smooth step,
/// position projection, velocity projection, repeated), `field-split` (monolithic, with GMRES on the fields
/// of S_t in place of its factors: FieldSplit). Linear systems with constant matrices are
/// solved by `direct` (factors and response columns: GglLinear), without friction also by `iterative`
/// (conjugate gradients: GglIterative), with it also by `surface` (compliance of the surface: GglSurface).
/// Solids without joints and dampers are solved by `motion` (Newton's method on the motion alone: GglMotion).
/// `auto` takes one of these where it can, condensed for other solids with few contacts, else monolithic,
/// and where that fails condensed, then, where matrices were singular, sequential for some tens of sweeps.
/// All of these have the iterations of one attempt at a step from one budget (StepBudget).
///
/// With PositionLaw::modified_lcp this is the variant of (B 25, 27); it always uses the monolithic solver.
class NsgaGgl final : public Integrator {
 public:
  NsgaGgl(const System& system, const IntegratorOptions& options, PositionLaw law);

  std::string_view name() const override {
    return law_ == PositionLaw::ggl ? "nsga-ggl" : "nsga-modified-lcp";
  }
  void initialise(const State& state, double h) override;
  bool start_acceleration(const State& state, Vector& a) override;
  Sharing sharing() const override;
  bool works_in_parts() const override;
  bool step(State& state, double h, StepResult& result) override;
  std::optional<LocalError> local_error() const override {
    return LocalError{0, coefficients_.error_constant()};
  }
  ImpulseRule impulse_rule() const override {
    return {coefficients_.gamma, coefficients_.alpha_m, coefficients_.alpha_f};
  }
  std::vector<std::pair<std::string, Vector*>> memory() override;
  MemoryKind memory_kind(const std::string& name) const override;
  void visit_matrices(const State& state, double h, const VisitMatrix& visit) override;
  void refresh() override;
  long factorisations() const override;
  std::string traffic() const override;

 private:
  enum class Path { linear, monolithic, sequential };
  /// A diagonal block of S_t, for the sequential solver.
  struct Block {
    CsrMatrix matrix;
    LinearSolver solver{MatrixKind::general, Ranks::together};
    bool laid_out = false;
    std::vector<std::uint8_t> sets;  ///< sets the factorised matrix was assembled for
    double h = 0;
  };

  void choose_linear(StepSolver solver);
  void choose_with_friction(StepSolver solver);
  void choose_split();
  void choose_corrections(const State& state, double h);
  bool newton_step(State& state, double h, StepResult& result);
  bool solve_monolithic(int& iterations);
  bool solve_from_iterate(int& iterations);
  void begin_iterate();
  bool solve_motion(int& iterations);
  void choose_motion(StepSolver solver);
  bool may_condense() const;
  bool has_contact_problem() const;
  bool condenses_first() const;
  bool solve_newton(const GglNewtonProblem::Solution& solution, int& iterations);
  bool solve_condensed(int& iterations);
  bool solve_from_cones(int& iterations);
  bool solve_sequential(int& iterations);
  bool sweep(bool begins_sticking, int& iterations);
  bool solve_blocks();
  template <class Assemble>
  void solve_block(Block& block, Index size, Index at, const Assemble& assemble);
  bool linear_step(State& state, double h, StepResult& result);
  void accept(State& state, double h, StepResult& result, const State& next, const Vector& acceleration,
              const Vector& lambda, const Vector& Lambda_joint, const ContactOutcome& contact);

  const System& system_;
  IntegratorOptions options_;
  PositionLaw law_;
  AlphaCoefficients coefficients_;
  Path path_;
  bool may_be_sequential_;  ///< where Newton on all unknowns fails
  Scales scales_;
  ContactSet contacts_;
  GglStep equations_;
  GglAccount account_;
  GglNewtonProblem problem_;
  NewtonSolver newton_;
  std::unique_ptr<GglConstant> linear_;
  GglIterative* iterative_ = nullptr;  ///< linear_, when it is one
  State linear_next_;
  std::unique_ptr<GglMotion> motion_;  ///< null: not in use
  bool is_surface_ = false;            ///< linear_ is a GglSurface
  bool may_leave_linear_ = false;      ///< nobody asked for `linear_`, which has friction

  // algorithmic memory
  Vector a_;             ///< pseudo-acceleration a_n
  Vector acceleration_;  ///< v~'_n
  Vector lambda_;        ///< lambda~_n
  SmoothGuess guess_;    ///< of v~' and lambda~
  /// 1 after steps that the condensed solver alone could solve, 2 after those that had to begin sticking
  Vector prefers_condensed_ = Vector::Zero(1);

  // sequential solver
  Block smooth_, position_, velocity_;
  Vector sweep_row_sums_;
  bool blocks_changed_ = true;  ///< rows of contacts are others than those of the blocks
  Vector x_;
  Vector guessed_acceleration_, guessed_lambda_, impulse_;
  StepBudget budget_;
  bool begins_at_rest_ = false;  ///< iterates begin at the start of the step, not at the predictor
  bool was_singular_ = false;    ///< a matrix of this attempt at a step was
};

}  // namespace jounce
