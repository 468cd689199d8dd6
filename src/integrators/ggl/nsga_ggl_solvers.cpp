#include "integrators/ggl/ggl_newton_problem.h"
#include "integrators/ggl/nsga_ggl.h"
#include "stepping/probe_step.h"

// Solutions of an NSGA-GGL step: Newton's method on S_t, monolithic or with condensed contacts, and
// sequential (B, Algorithm 1).

namespace jounce {
namespace {

/// Touching contacts up to which solids begin with condensed contacts: each needs several solutions
/// with every factorisation.
constexpr Index kFewContacts = 50;
/// How steps begin, after one that could be solved so alone.
constexpr double kCondensed = 1, kSticking = 2;
/// Memory of the matrix, its blocks, their preconditioners and the vectors of GMRES, for a nonzero.
constexpr double kSplitBytes = 65;
/// Sweeps of the sequential solver before a changing active set counts as cycling.
constexpr int kFreeSweeps = 60;
/// Sweeps where Newton's method has failed: so many without a residual half as large are the last.
constexpr int kIdleSweeps = 20;

}  // namespace

bool NsgaGgl::may_condense() const {
  return law_ == PositionLaw::ggl && options_.contact_function == ContactFunction::alart_curnier &&
         options_.newton != NewtonMethod::snes && options_.solver != StepSolver::monolithic &&
         !problem_.matrix().is_split() && contacts_.size() > 0 &&
         (options_.solver == StepSolver::condensed || equations_.size() < NewtonSolver::kSnesFrom) &&
         GglCondensed::is_applicable(contacts_);
}

/// Whatever the solver: where it fails, the contact problem of the model has the last word.
bool NsgaGgl::has_contact_problem() const {
  return law_ == PositionLaw::ggl && options_.contact_function == ContactFunction::alart_curnier &&
         !problem_.matrix().is_split() && contacts_.tangents() > 0 && contacts_.size() > 0 &&
         GglCondensed::is_applicable(contacts_);
}

bool NsgaGgl::condenses_first() const {
  if (options_.solver == StepSolver::condensed || prefers_condensed_[0] == kCondensed) return true;
  return system_.has_solids() && (contacts_.warm_Lambda().array() > 0).count() <= kFewContacts;
}

bool NsgaGgl::solve_newton(const GglNewtonProblem::Solution& solution, int& iterations) {
  problem_.begin(solution);
  const NewtonResult result = solution.is_condensed ? newton_.solve_in_process(problem_, x_, budget_.next())
                                                    : newton_.solve(problem_, x_, budget_.next());
  account_.end(result.converged);
  budget_.take(result.iterations);
  was_singular_ |= result.is_singular;
  iterations += result.iterations;
  return result.converged;
}

bool NsgaGgl::solve_condensed(int& iterations) {
  problem_.condensed().log_to(log_);
  begin_iterate();
  return solve_newton({.stage = "condensed", .is_condensed = true}, iterations);
}

/// At the predictor; where elements refuse that, at the start of the step.
void NsgaGgl::begin_iterate() {
  x_.setZero(equations_.size());
  if (begins_at_rest_)
    x_.head(equations_.motions()) = -coefficients_.gamma / (equations_.step_size() * coefficients_.beta) *
                                    equations_.predicted_increment();
}

bool NsgaGgl::solve_monolithic(int& iterations) {
  begins_at_rest_ = false;
  if (solve_from_iterate(iterations)) return true;
  if (iterations > 0 || was_singular_) return false;
  begins_at_rest_ = true;  // no residual was finite
  return solve_from_iterate(iterations);
}

bool NsgaGgl::solve_from_iterate(int& iterations) {
  iterations = 0;
  if (options_.contact_function == ContactFunction::fischer_burmeister &&
      equations_.has_velocity_projection() && solve_from_cones(iterations))
    return true;
  const bool may = may_condense();
  const bool first = may && condenses_first();
  if (first && solve_condensed(iterations)) return true;
  const bool sticks_first = prefers_condensed_[0] == kSticking;
  for (const bool begins_sticking : {sticks_first, !sticks_first}) {
    if (begins_sticking && equations_.velocity_size() <= equations_.position_size()) continue;
    begin_iterate();
    if (!solve_newton({.stage = begins_sticking ? "sticking" : "", .begins_sticking = begins_sticking},
                      iterations))
      continue;
    prefers_condensed_[0] = begins_sticking ? kSticking : 0;
    return true;
  }
  if (first || !(may || has_contact_problem()) || !solve_condensed(iterations)) return false;
  prefers_condensed_[0] = may ? kCondensed : 0;
  return true;
}

bool NsgaGgl::solve_motion(int& iterations) {
  iterations = 0;
  motion_->log_to(log_);
  const NewtonResult result = motion_->solve(x_, budget_.next());
  account_.end(result.converged);
  budget_.take(result.iterations);
  was_singular_ |= result.is_singular;
  iterations += result.iterations;
  return result.converged;
}

void NsgaGgl::visit_matrices(const State& state, double h, const VisitMatrix& visit) {
  if (path_ == Path::linear) {
    linear_->visit_matrices(state, h, visit);
    return;
  }
  choose_corrections(state, h);
  acceleration_.setZero(system_.nv());
  lambda_.setZero(system_.joints().rows());
  a_ = acceleration_;
  guess_.begin(acceleration_, lambda_);
  scales_.set_mass(system_, state);
  scales_.observe(system_, state, acceleration_, h);
  probe_step(*this, state, h, options_.max_iterations);
  if (motion_) {
    visit({"the motion of a step", &motion_->tangent(), true});
    visit({"the mass", &motion_->mass(), true});
    return;
  }
  // Its diagonal blocks are those of the sequential solver.
  problem_.begin({});
  StepMatrix matrix{"all unknowns of a step", &problem_.jacobian()};
  matrix.is_factorised = !problem_.matrix().is_split();
  matrix.bytes = kSplitBytes;
  visit(matrix);
}

bool NsgaGgl::solve_from_cones(int& iterations) {
  // Near the borders of its branches the function is as flat as a root, and its zeros are known to 1e-8 only:
  // the branches have the last word, from where it led.
  x_.setZero(equations_.size());
  for (const ContactFunction function :
       {ContactFunction::fischer_burmeister, ContactFunction::alart_curnier}) {
    equations_.use_function(function);
    const bool is_last = function == ContactFunction::alart_curnier;
    const bool converged = solve_newton({.stage = is_last ? "" : "cones"}, iterations);
    if (is_last) return converged;
    if (!x_.allFinite()) x_.setZero();
  }
  return false;
}

bool NsgaGgl::solve_sequential(int& iterations) {
  const WholeMatrices whole(system_.share());
  iterations = 0;
  for (const bool begins_sticking : {false, true}) {
    if (begins_sticking && equations_.velocity_size() <= equations_.position_size()) break;
    account_.begin();
    const bool converged = sweep(begins_sticking, iterations);
    account_.end(converged);
    if (converged) return true;
  }
  return false;
}

/// Solves the equations of a diagonal block, from row `at`, for its own unknowns.
template <class Assemble>
void NsgaGgl::solve_block(Block& block, Index size, Index at, const Assemble& assemble) {
  if (!block.laid_out || block.matrix.size() != size || blocks_changed_) {
    PatternBuilder pattern(size);
    assemble(AssemblySinks{pattern, pattern});
    pattern.build(block.matrix);
    block.laid_out = true;
    block.h = 0;
  }
  const bool is_smooth = &block == &smooth_;
  const bool is_kept = equations_.has_constant_matrix() && block.h == equations_.step_size() &&
                       (is_smooth || block.sets == equations_.sets());
  if (!is_kept) {
    block.matrix.set_zero();
    assemble(AssemblySinks{block.matrix, block.matrix});
    block.h = equations_.step_size();
    block.sets = equations_.sets();
  }
  block.solver.factor(block.matrix);
  Vector part;
  if (is_smooth) {
    block.matrix.absolute_row_sums(part);
    sweep_row_sums_.head(size) = part;
  }
  Vector r, correction;
  equations_.residual(r);
  part = -r.segment(at, size);
  block.solver.solve(part, correction);
  x_.segment(at, size) += correction;
  equations_.set_increment(x_);
}

/// The smooth motion, then the corrections of positions and of velocities. False where a matrix is singular.
bool NsgaGgl::solve_blocks() {
  const Index ns = equations_.smooth_size(), np = equations_.position_size();
  try {
    solve_block(smooth_, ns, 0, [&](const AssemblySinks& sinks) { equations_.assemble_smooth(sinks, 0); });
    solve_block(position_, np, ns,
                [&](const AssemblySinks& sinks) { equations_.assemble_position(sinks, 0); });
    if (equations_.has_velocity_projection())
      solve_block(velocity_, equations_.velocity_size(), ns + np,
                  [&](const AssemblySinks& sinks) { equations_.assemble_velocity(sinks, 0); });
  } catch (const SingularMatrix&) {
    return false;
  }
  return true;
}

bool NsgaGgl::sweep(bool begins_sticking, int& iterations) {
  // A sweep is a block Gauss-Seidel step on S_t: it needs more iterations than Newton, each on smaller
  // matrices.
  const bool is_fallback = path_ != Path::sequential;
  const int max_sweeps = is_fallback ? std::min(2 * options_.max_iterations, budget_.rest())
                                     : budget_.rest() - options_.max_iterations;  // the rest is for Newton
  double best = std::numeric_limits<double>::infinity();
  int best_sweep = 0;
  const double tolerance = Scales::kStrictMomentum * options_.tolerance;  // convergence is linear
  x_.setZero(equations_.size());
  Vector r;
  sweep_row_sums_.setZero(equations_.size());
  std::vector<std::uint8_t> wanted;
  equations_.set_increment(x_);
  equations_.wanted_sets(wanted);
  if (begins_sticking) equations_.stick_closed(wanted);
  equations_.use_sets(wanted);
  double last_merit = std::numeric_limits<double>::infinity();

  bool settled = true;
  for (int sweeps = 0;; ++sweeps, ++iterations) {
    equations_.residual(r);
    const double merit = equations_.merit(r, Vector(), tolerance, &account_.worst_row);
    account_.iteration(begins_sticking ? "sweeps, sticking" : "sweeps", sweeps, equations_.fields());
    // A linearly convergent iteration stagnates only when it stops falling altogether.
    const bool stagnates = sweeps >= 2 && merit >= last_merit &&
                           equations_.merit(r, sweep_row_sums_, tolerance) <= GglNewtonProblem::kRoundOff;
    if (settled && (merit <= 1 || stagnates)) break;
    if (merit < 0.5 * best) {
      best = merit;
      best_sweep = sweeps;
    }
    const bool is_idle = is_fallback && sweeps - best_sweep >= kIdleSweeps;
    if (sweeps >= max_sweeps || is_idle || !std::isfinite(merit)) return false;
    last_merit = merit;
    budget_.take(1);
    if (!solve_blocks()) return false;
    blocks_changed_ = false;
    equations_.wanted_sets(wanted);
    if (account_.guard.cycled()) equations_.keep_ties(wanted);
    settled = wanted == equations_.sets();
    if (!settled) {
      // Early sweeps flip sets because the multipliers still move; only late flips are cycling.
      if (sweeps > kFreeSweeps) account_.guard.choose(equations_.sets(), wanted);
      account_.count(equations_.sets(), wanted);
      equations_.use_sets(wanted);
    }
  }
  return true;
}

}  // namespace jounce
