#include "integrators/ggl/ggl_motion.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "integrators/ggl/iterative_choice.h"

namespace jounce {
namespace {

constexpr double kSlowMotion = 0.1;    ///< a contraction above this calls for a new tangent
constexpr int kMostKept = 12;          ///< iterations of a solution with a kept tangent
constexpr double kSlope = 0.5;         ///< slope at the end of a step over that at its start
constexpr int kShorter = 8;            ///< times that a step is shortened
constexpr double kShortest = 0.1;      ///< part of a step that is left at least
constexpr double kRetreat = 0.25;      ///< the same where elements refuse its end
constexpr double kSearchesFrom = 1e4;  ///< residual over its tolerance below which full steps are taken
constexpr double kFinish = 1e3;  ///< residual over its tolerance above which iterates do without U and Z

}  // namespace

GglMotion::GglMotion(const System& system, const AlphaCoefficients& coefficients, GglStep& equations,
                     GglNewtonProblem& problem, const ContactSet& contacts, bool always_renews)
    : system_(system),
      c_(coefficients),
      equations_(equations),
      problem_(problem),
      contacts_(contacts),
      always_renews_(always_renews),
      is_damped_(!has_undamped_elements(system)),
      has_bodies_(std::ranges::any_of(system.blocks(), [](const auto& block) { return block->is_body(); })),
      is_linear_(!is_damped_ && has_linear_blocks(system)) {}

bool GglMotion::is_applicable(const System& system) { return can_solve_motion(system); }

void GglMotion::forget() {
  knows_S_ = knows_M_ = has_mass_ = knows_smooth_ = is_too_wide_ = are_all_too_wide_ = false;
  K_.use_surface({});
  model_.forget();
}

/// The step that the equations have begun.
void GglMotion::begin() {
  n_ = equations_.motions();
  h_ = equations_.step_size();
  is_elastic_ = equations_.is_elastic();
  hb_ = is_elastic_ ? h_ / 2 : h_ * c_.beta / c_.gamma;
  theta_ = h_ / (2 * hb_);
  a_ = is_elastic_ ? 1 : (1 - c_.alpha_m) / ((1 - c_.alpha_f) * c_.gamma);
  if (!has_mass_) assemble_mass();
  if (h_of_S_ != h_) knows_S_ = knows_smooth_ = false;
  h_of_S_ = h_;
  nu_ = contacts_.warm_nu();
  Lambda_ = contacts_.warm_Lambda();
  Lambda_T_ = contacts_.warm_Lambda_T();
}

/// x at y + t d, with the new multipliers.
void GglMotion::place(double t, Vector& x) const {
  const int m = contacts_.size();
  const Vector y = y_ + t * d_;
  const Vector& U = is_elastic_ ? y : U_;
  if (!is_elastic_) x.head(n_) = (y - U) / hb_;
  x.segment(n_, n_) = U / h_;
  if (m == 0) return;
  x.segment(2 * n_, m) = (contacts_.warm_nu() - nu_) / h_;
  x.segment(2 * n_ + m, n_) = Z_ + U / hb_;
  x.segment(3 * n_ + m, m) = contacts_.warm_Lambda() - Lambda_;
  x.tail(Lambda_T_.size()) = contacts_.warm_Lambda_T() - Lambda_T_;
}

/// Shortens the step until the slope at its end serves. @param at_start  the size of the slope at its start
template <class Try, class Slope>
void GglMotion::search_line(double at_start, const Vector& r, const Try& try_at, const Slope& slope_of) {
  double t = 1;
  try_at(t);
  for (int i = 0; i < kShorter; ++i) {
    if (is_admissible(r)) {
      const double slope = slope_of();
      if (problem_.merit() < kSearchesFrom || slope <= kSlope * at_start) return;
      t *= std::max(at_start / (at_start + slope), kShortest);
    } else {
      t *= kRetreat;
    }
    try_at(t);
  }
}

/// The residual at y + t d with the new multipliers.
void GglMotion::evaluate(double t, Vector& x, Vector& r) {
  place(t, x);
  problem_.try_point(x, sets_, r);
  if (!is_rough_) return;
  force_ = r.head(n_);
  const Vector motion = force_ - a_ / hb_ * F_;
  r.setZero();
  r.head(n_) = motion;
}

/// Displacements of a change of the increment.
const Vector& GglMotion::turned(const Vector& d, const std::vector<Matrix3>& T) {
  turned_ = d;
  system_.manifold().turn(T, turned_);
  return turned_;
}

void GglMotion::step_on(Vector& x, Vector& r) {
  const double at_start = std::abs(d_.dot(r_free_ - a_ * F_));
  system_.manifold().turn_back(equations_.turns(), d_);
  search_line(
      at_start, r, [&](double t) { evaluate(t, x, r); },
      [&] {
        const double power = turned(d_, equations_.turns()).dot(r.segment(is_elastic_ ? n_ : 0, n_));
        return (is_elastic_ ? h_ : hb_) * power;
      });
  problem_.accept_point();
}

/// From rough iterates to one with U and Z, at the same y.
void GglMotion::finish_rough(Vector& x, Vector& r) {
  is_rough_ = false;
  y_ = hb_ * equations_.smooth_increment();
  d_.setZero(n_);
  find_corrections();
  evaluate(1, x, r);
  problem_.accept_point();
}

/// Begins at the predictor, or where elements refuse it or it led nowhere, at the start of the step.
void GglMotion::start(Vector& x, Vector& r) {
  const auto begin_here = [&] {
    problem_.begin({.stage = is_elastic_ ? "smooth" : "motion", .is_condensed = true});
    problem_.residual(x, r);
  };
  x.setZero(equations_.size());
  begin_here();
  if (!begins_at_rest_ && is_admissible(r)) return;
  x.head(n_) = -c_.gamma / (h_ * c_.beta) * equations_.predicted_increment();
  begin_here();  // sets of contacts at the predictor say nothing here
}

/// The smooth motion of elastic corrections, which contacts do not change. False where it is not found.
bool GglMotion::solve_smooth(Vector& x, Vector& r, int max_iterations, int& iterations) {
  Vector alone;
  double last = std::numeric_limits<double>::infinity();
  for (int iteration = 0;; ++iteration, ++iterations) {
    alone = r;
    alone.tail(r.size() - n_).setZero();
    problem_.set_motion_row_sums(smooth_row_sums_, row_sums_);
    if (!r.allFinite()) return false;
    const bool converged = problem_.converged(alone, iteration);
    problem_.evaluated(iteration);
    if (converged) return true;
    if (iteration == max_iterations) return false;
    const double merit = problem_.merit();
    if (!knows_smooth_ || (!is_linear_ && iteration > 0 && !(merit <= kSlowMotion * last)))
      renew_smooth_tangent();
    last = merit;
    const Vector begin = x.head(n_), force = r.head(n_);
    smooth_.begin(force);
    smooth_.finish(Vector(), d_);
    const double at_start = d_.dot(force);
    system_.manifold().turn_back(equations_.smooth_turns(), d_);
    sets_ = equations_.sets();
    search_line(
        at_start, r,
        [&](double t) {
          x.head(n_) = begin - t * d_;
          problem_.try_point(x, sets_, r);
        },
        [&] { return -turned(d_, equations_.smooth_turns()).dot(r.head(n_)); });
  }
}

/// False where a force is not finite or an element is turned inside out.
bool GglMotion::is_admissible(const Vector& r) const {
  const auto is_inverted = [this](const SolidElements* solid) {
    return solid->find_inverted(equations_.next()) < solid->cells().size();
  };
  ElementShare* const share = system_.share();
  if (share == nullptr)
    return r.allFinite() && std::ranges::none_of(solids_of(system_.blocks()), is_inverted);
  const auto is_whole = [&](const SolidElements* solid) {
    return solid->shareable() == 0 && is_inverted(solid);
  };
  const bool fails = !r.allFinite() || std::ranges::any_of(solids_of(system_.own_parts()), is_inverted) ||
                     std::ranges::any_of(solids_of(system_.blocks()), is_whole);
  return !share->ranks().any(fails);
}

void GglMotion::iterate(Vector& x, int max_iterations, NewtonResult& result) {
  Vector r;
  start(x, r);
  if (is_elastic_) {
    if (!solve_smooth(x, r, max_iterations, result.iterations)) return;
    problem_.begin({.stage = "motion", .is_condensed = true});
    problem_.residual(x, r);
  }
  is_fresh_ = false;
  is_rough_ = !is_elastic_ && !is_linear_ && contacts_.size() > 0;
  if (is_rough_) force_ = r.head(n_);
  has_model_ = false;
  int kept = 0;
  double first = 0, last = std::numeric_limits<double>::infinity();
  for (int iteration = 0;; ++iteration, ++result.iterations) {
    problem_.set_motion_row_sums(is_elastic_ ? smooth_row_sums_ : row_sums_, row_sums_);
    const bool may_stagnate = is_fresh_ || is_linear_ || last < 1e-3 * first;
    // Where nothing touches, the smooth motion has converged already.
    const int with_own_tangent = is_elastic_ && iteration == 0 ? 1 : may_stagnate ? iteration : 0;
    if (is_rough_ && has_model_ && r.allFinite()) {
      const bool is_found = problem_.converged(r, with_own_tangent);
      const double rough = problem_.merit();
      const bool is_at_end = !(rough < kSlowMotion * last) && rough < kSearchesFrom;
      if (is_found || rough < kFinish || is_at_end) finish_rough(x, r);
    }
    result.converged = r.allFinite() && problem_.converged(r, with_own_tangent) && !is_rough_;
    const double merit = problem_.merit();
    const bool is_exact = is_linear_ && K_.has_surface();
    if (!result.converged && is_exact && has_model_) result.converged = problem_.is_solved(r);
    if (result.converged && iteration > 0 && !is_fresh_ && !is_exact && merit <= 0.1 * last)
      result.converged = problem_.converged_well(r);
    problem_.evaluated(iteration);
    if (result.converged || iteration == max_iterations || !r.allFinite()) return;
    if (iteration == 0) first = merit;
    const bool is_slow = iteration > 0 && !(merit <= kSlowMotion * last);
    last = merit;
    is_fresh_ = false;
    choose_surface();
    if (!knows_M_) K_.factor_M(matrix_M_);
    knows_M_ = true;
    if (!knows_S_ || (!is_linear_ && (always_renews_ || begins_at_rest_ || is_slow || ++kept > kMostKept)))
      renew_tangent();
    find_free_step(r);
    if (is_linear_ && !is_elastic_ && K_.has_surface()) {
      settle_surface(x);
    } else if (contacts_.size() > 0) {
      solve_laws();
      find_step();
    } else {
      sets_ = equations_.sets();
    }
    step_on(x, r);
    has_model_ = true;
  }
}

NewtonResult GglMotion::solve(Vector& x, int max_iterations) {
  NewtonResult result;
  for (const bool begins_at_rest : {false, true}) {
    begins_at_rest_ = begins_at_rest;
    const int before = result.iterations;
    result = {};
    try {
      begin();
      iterate(x, max_iterations, result);
    } catch (const SingularMatrix&) {
      result.converged = false;
      result.is_singular = true;
    }
    result.iterations += before;
    if (result.converged) return result;
    forget();  // a failed step leaves no trace
    if (is_linear_) break;
  }
  return result;
}

}  // namespace jounce
