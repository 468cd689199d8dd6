#include "integrators/ggl/ggl_motion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

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
/// Change of directions that columns bear between bodies whose tangent is constant, where they cost most.
constexpr double kTurned = 5e-3;
constexpr int kFew = 24;      ///< touching contacts up to which columns are solved for
constexpr int kShifts = 8;    ///< shifts of a tangent that is not positive definite, each
constexpr double kShift = 4;  ///< so many times as large as the one before

}  // namespace

GglMotion::GglMotion(const System& system, const AlphaCoefficients& coefficients, GglStep& equations,
                     GglNewtonProblem& problem, const ContactSet& contacts, bool always_renews)
    : system_(system),
      c_(coefficients),
      equations_(equations),
      problem_(problem),
      contacts_(contacts),
      solids_(solids_of(system.blocks())),
      always_renews_(always_renews),
      is_linear_(std::ranges::all_of(system.blocks(), [](const auto& block) { return block->is_linear(); })) {
}

bool GglMotion::is_applicable(const System& system) { return can_solve_motion(system); }

void GglMotion::forget() {
  knows_S_ = knows_M_ = knows_smooth_ = false;
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
  if (!knows_M_) factor_mass();
  if (h_of_S_ != h_) knows_S_ = knows_smooth_ = false;
  h_of_S_ = h_;
  nu_ = contacts_.warm_nu();
  Lambda_ = contacts_.warm_Lambda();
  Lambda_T_ = contacts_.warm_Lambda_T();
}

void GglMotion::factor_mass() {
  PatternBuilder pattern(n_);
  const auto assemble = [&](MatrixSink& sink) {
    BlockSink block(sink, {0, 0, n_, n_, 1.0});
    system_.add_mass(system_.initial_state(), 1, block);
  };
  assemble(pattern);
  pattern.build(matrix_M_);
  matrix_M_.set_zero();
  assemble(matrix_M_);
  K_.factor_M(matrix_M_);
  knows_M_ = true;
}

/// Factorises a tangent, shifted by the mass where it is not positive definite. @param add  what assembles it
template <class Add, class Factor>
void GglMotion::renew(CsrMatrix& matrix, const Add& add, const Factor& factor) {
  const auto assemble = [&](MatrixSink& sink, double shift) {
    add(sink);
    BlockSink block(sink, {0, 0, n_, n_, 1.0});
    if (shift != 0) system_.add_mass(equations_.next(), shift, block);
  };
  if (matrix.size() != n_) {
    PatternBuilder pattern(n_);
    assemble(pattern, 1);
    pattern.build(matrix);
  }
  double shift = 0;
  for (int tried = 0;; ++tried) {
    matrix.set_zero();
    assemble(matrix, shift);
    try {
      factor(matrix);
      return;
    } catch (const SingularMatrix&) {
      if (tried == kShifts) throw;
      shift = shift == 0 ? a_ : kShift * shift;
    }
  }
}

void GglMotion::renew_tangent() {
  const auto add = [this](MatrixSink& sink) {
    if (!is_elastic_) return equations_.assemble_smooth({sink, sink}, 0);
    BlockSink block(sink, {0, 0, n_, n_, 1.0});
    const Vector no_acceleration = Vector::Zero(system_.nv());
    system_.add_tangent(equations_.next(), no_acceleration, {1, 0, h_ * hb_}, block);
  };
  renew(matrix_S_, add, [this](const CsrMatrix& S) { K_.factor_S(S); });
  matrix_S_.absolute_row_sums(row_sums_);
  model_.forget();
  knows_S_ = is_fresh_ = true;
}

/// The tangent of the smooth motion, of elastic corrections.
void GglMotion::renew_smooth_tangent() {
  renew(
      matrix_smooth_,
      [this](MatrixSink& sink) {
        equations_.assemble_smooth({sink, sink}, 0);
      },
      [this](const CsrMatrix& S) { smooth_.factor(S, {}); });
  matrix_smooth_.absolute_row_sums(smooth_row_sums_);
  knows_smooth_ = is_fresh_ = true;
}

/// Where many contacts touch, their unknowns become the surface, with those of the nearest others.
void GglMotion::choose_surface() {
  const int m = contacts_.size();
  if (K_.use_rows(equations_.normals(), equations_.tangents(), n_, is_linear_ ? kTurned : 0)) model_.forget();
  const auto& sets = equations_.sets();
  int touching = 0;
  bool reaches_all = true;
  std::vector<std::pair<double, int>> nearest;  // gap, row
  for (int j = 0; j < m; ++j) {
    const bool touches = sets[j] != contact_set::open || sets[m + j] != contact_set::open || nu_[j] > 0;
    nearest.emplace_back(touches ? -std::numeric_limits<double>::infinity() : equations_.gap(j), j);
    if (!touches) continue;
    ++touching;
    reaches_all = reaches_all && K_.reaches(j);
  }
  std::vector<const ContactSet::FrictionRows*> friction(static_cast<std::size_t>(m), nullptr);
  for (const ContactSet::FrictionRows& at : contacts_.friction()) friction[at.row] = &at;
  if (is_too_wide_ || (K_.has_surface() ? reaches_all : touching <= kFew)) return;
  std::sort(nearest.begin(), nearest.end());
  const int many = std::min(m, touching + touching / 2);
  for (const int rows : {many, touching}) {
    std::vector<Index> dofs;
    for (int k = 0; k < rows; ++k) {
      const int row = nearest[k].second;
      K_.append_dofs(row, dofs);
      for (int i = 0; friction[row] != nullptr && i < friction[row]->size; ++i)
        K_.append_dofs(m + friction[row]->first + i, dofs);
    }
    std::sort(dofs.begin(), dofs.end());
    dofs.erase(std::unique(dofs.begin(), dofs.end()), dofs.end());
    is_too_wide_ = dofs.size() > MotionCompliance::kWidest;
    if (is_too_wide_) continue;
    K_.use_surface(std::move(dofs));
    break;
  }
  if (is_too_wide_) {
    if (!K_.has_surface()) return;
    K_.use_surface({});
  }
  model_.forget();
  K_.factor_M(matrix_M_);
  if (knows_S_) K_.factor_S(matrix_S_);
}

/// f = W_N normal + w W_T tangential, at the free unknowns.
void GglMotion::forces(const Vector& normal, const Vector& tangential, double w, Vector& f) const {
  f.setZero(system_.nv());
  equations_.normals().add_transpose(normal, 1, f);
  if (tangential.size() > 0) equations_.tangents().add_transpose(tangential, w, f);
  f.conservativeResize(n_);
}

void GglMotion::respond(int condition, Eigen::Ref<Vector> y, Eigen::Ref<Vector> smooth) {
  const int m = contacts_.size();
  const bool is_position = condition < m, is_tangent = condition >= 2 * m;
  const int row = is_tangent ? condition - m : condition % m;
  const double nu = is_position ? h_ : is_tangent ? h_ / 2 : 0.0;
  const Vector& of_M = K_.column_M(row);
  y.tail(of_M.size()) = (is_position ? -h_ / hb_ : is_tangent ? 1 - theta_ : 1.0) * of_M;
  y.head(m).setZero();
  if (nu != 0) {
    const Vector& of_S = K_.column_S(row);
    y.head(m) = a_ * nu / h_ * of_S.head(m);
    y.tail(of_S.size()) += a_ * nu / hb_ * of_S;
  }
  if (is_elastic_)
    smooth.setZero();  // q~ does not know of contacts
  else
    smooth = y.head(m) - nu / h_ * of_M.head(m);
}

/// The laws in the linear model at the present iterate, and the step d to its solution.
void GglMotion::solve_model(const Vector& r) {
  const int m = contacts_.size();
  const Vector U = equations_.position_correction().head(n_);
  if (is_elastic_) {
    y_ = U;
    forces(nu_, Lambda_T_, h_ / 2, work_);
    r_free_ = h_ * r.segment(n_, n_) + work_;  // without contacts
  } else {
    y_ = hb_ * equations_.smooth_increment() + U;
    matrix_M_.multiply(U, work_);
    r_free_ = hb_ * (is_rough_ ? force_ : Vector(r.head(n_))) + a_ * work_;
  }
  // From the second iterate on its own multipliers may stay in the linear model: columns then act on their
  // changes alone, and need not be exact.
  const bool holds = is_linear_ && has_model_ && m > 0;
  if (holds) {
    forces(nu_, Lambda_T_, h_ / 2, F_);
    work_ = r_free_ - a_ * F_;
    K_.solve_S(work_, d_);
  } else {
    K_.solve_S(r_free_, d_);
  }
  d_ = -d_;
  if (!holds) F_.setZero(n_);
  U_.setZero(n_);
  Z_.setZero(n_);
  if (m == 0) return;

  model_.begin(contacts_, h_);
  Vector at_iterate(model_.size());
  equations_.conditions(model_.y_free, at_iterate);
  model_.c = at_iterate;
  model_.c_0 = holds ? at_iterate : Vector::Zero(model_.size());
  response_y_.setZero(system_.nv());
  response_U_.setZero(system_.nv());
  response_Z_.setZero(system_.nv());
  response_y_.head(n_) = d_;
  response_Z_.head(n_) = d_ / hb_;
  if (!holds) {
    response_U_.head(n_) = -U;
    response_Z_.head(n_) += U / hb_ - equations_.velocity_jump().head(n_);
  }
  const RowJacobian &C = equations_.normals(), &D = equations_.tangents();
  for (int j = 0; j < m; ++j) {
    const double moved = C.dot(j, response_y_) / h_;
    model_.y_free[j] += moved;
    model_.y_free[m + j] += C.dot(j, response_Z_);
    model_.smooth_free[j] = equations_.smooth_gap(j) / h_;
    if (!is_elastic_) model_.smooth_free[j] += moved - C.dot(j, response_U_) / h_;
  }
  for (int i = 0; i < D.rows(); ++i) model_.y_free[2 * m + i] += D.dot(i, response_Z_);
  sets_ = equations_.sets();
  ContactModel::Options options;
  options.is_exact = true;
  model_.solve(*this, sets_, options);

  nu_ = h_ * model_.c.head(m);
  Lambda_ = model_.c.segment(m, m);
  Lambda_T_ = model_.c.tail(model_.size() - 2 * m);
  work_ = F_;
  forces(nu_, Lambda_T_, h_ / 2, F_);
  work_ = F_ - work_;
  K_.solve_S(work_, column_);
  d_ += a_ * column_;
  if (!is_rough_) find_corrections();
}

/// U and Z of the present multipliers.
void GglMotion::find_corrections() {
  forces(nu_, Lambda_T_, h_ / 2, F_);
  K_.solve_M(F_, U_);
  forces(Lambda_ - nu_ / hb_, Lambda_T_, 1 - theta_, work_);
  K_.solve_M(work_, Z_);
}

/// x at y + t d, with the new multipliers.
void GglMotion::place(double t, Vector& x) const {
  const int m = contacts_.size();
  const auto correction = [&]() -> Vector { return is_elastic_ ? Vector(y_ + t * d_) : U_; };
  const Vector U = correction();
  if (!is_elastic_) x.head(n_) = (y_ + t * d_ - U) / hb_;
  x.segment(n_, n_) = U / h_;
  if (m == 0) return;
  x.segment(2 * n_, m) = (contacts_.warm_nu() - nu_) / h_;
  x.segment(2 * n_ + m, n_) = is_rough_ ? Vector(U) : Vector(Z_ + U / hb_);
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

void GglMotion::step_on(Vector& x, Vector& r) {
  search_line(
      std::abs(d_.dot(r_free_ - a_ * F_)), r, [&](double t) { evaluate(t, x, r); },
      [&] { return is_elastic_ ? h_ * d_.dot(r.segment(n_, n_)) : hb_ * d_.dot(r.head(n_)); });
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

/// Begins at the predictor, or where elements refuse it, at the start of the step.
void GglMotion::start(Vector& x, Vector& r) {
  x.setZero(equations_.size());
  problem_.residual(x, r);
  if (is_admissible(r)) return;
  x.head(n_) = -c_.gamma / (h_ * c_.beta) * equations_.predicted_increment();
  problem_.residual(x, r);
}

/// The smooth motion of elastic corrections, which contacts do not change. False where it is not found.
bool GglMotion::solve_smooth(Vector& x, Vector& r, int max_iterations) {
  Vector alone;
  double last = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration <= max_iterations; ++iteration) {
    alone = r;
    alone.tail(r.size() - n_).setZero();
    problem_.set_motion_row_sums(smooth_row_sums_, row_sums_);
    if (!r.allFinite()) return false;
    const bool converged = problem_.converged(alone, iteration);
    problem_.evaluated(iteration);
    if (converged) return true;
    const double merit = problem_.merit();
    if (!knows_smooth_ || (!is_linear_ && iteration > 0 && !(merit <= kSlowMotion * last)))
      renew_smooth_tangent();
    last = merit;
    const Vector begin = x.head(n_), force = r.head(n_);
    smooth_.begin(force);
    smooth_.finish(Vector(), d_);
    sets_ = equations_.sets();
    search_line(
        d_.dot(force), r,
        [&](double t) {
          x.head(n_) = begin - t * d_;
          problem_.try_point(x, sets_, r);
        },
        [&] { return -d_.dot(r.head(n_)); });
  }
  return false;
}

/// False where a force is not finite or an element is turned inside out.
bool GglMotion::is_admissible(const Vector& r) const {
  return r.allFinite() && std::ranges::all_of(solids_, [this](const SolidElements* solid) {
           return solid->find_inverted(equations_.next()) == solid->cells().size();
         });
}

void GglMotion::iterate(Vector& x, int max_iterations, NewtonResult& result) {
  Vector r;
  problem_.begin({.stage = is_elastic_ ? "smooth" : "motion", .is_condensed = true});
  start(x, r);
  if (is_elastic_) {
    if (!solve_smooth(x, r, max_iterations)) return;
    problem_.begin({.stage = "motion", .is_condensed = true});
    problem_.residual(x, r);
  }
  is_fresh_ = false;
  is_rough_ = !is_elastic_ && !is_linear_ && contacts_.size() > 0;
  if (is_rough_) force_ = r.head(n_);
  has_model_ = false;
  int kept = 0;
  double first = 0, last = std::numeric_limits<double>::infinity();
  for (int& iteration = result.iterations;; ++iteration) {
    problem_.set_motion_row_sums(is_elastic_ ? smooth_row_sums_ : row_sums_, row_sums_);
    if (is_rough_ && has_model_ && r.allFinite()) {
      problem_.converged(r, 0);
      const double rough = problem_.merit();
      const bool is_at_end = !(rough < kSlowMotion * last) && rough < kSearchesFrom;
      if (rough < kFinish || is_at_end) finish_rough(x, r);
    }
    const bool may_stagnate = is_fresh_ || is_linear_ || last < 1e-3 * first;
    result.converged = r.allFinite() && problem_.converged(r, may_stagnate ? iteration : 0) && !is_rough_;
    const double merit = problem_.merit();
    if (result.converged && iteration > 0 && !is_fresh_ && merit <= 0.1 * last)
      result.converged = problem_.converged_well(r);
    problem_.evaluated(iteration);
    if (result.converged || iteration == max_iterations || !r.allFinite()) return;
    if (iteration == 0) first = merit;
    const bool is_slow = iteration > 0 && !(merit <= kSlowMotion * last);
    last = merit;
    is_fresh_ = false;
    choose_surface();
    if (!knows_S_ || (!is_linear_ && (always_renews_ || is_slow || ++kept > kMostKept))) renew_tangent();
    solve_model(r);
    step_on(x, r);
    has_model_ = true;
  }
}

NewtonResult GglMotion::solve(Vector& x, int max_iterations) {
  NewtonResult result;
  try {
    begin();
    iterate(x, max_iterations, result);
  } catch (const SingularMatrix&) {
    result.converged = false;
    result.is_singular = true;
  }
  if (!result.converged) knows_S_ = knows_smooth_ = false;
  return result;
}

}  // namespace jounce
