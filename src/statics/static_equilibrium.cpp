#include "statics/static_equilibrium.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "model/node_unknowns.h"
#include "statics/static_iterative.h"
#include "stepping/no_smaller_step.h"
#include "stepping/probe_step.h"

namespace jounce {
namespace {

constexpr int kMostByOrder = 600, kMostByChoice = 200;  ///< iterations of conjugate gradients for a system
constexpr double kSmallMotion = 1e-6;                   ///< share of a motion over which its effect is linear
constexpr int kContactSearches = 12;    ///< searches for contacts in a load step until the solution stands
constexpr double kStands = 1e-12;       ///< change of a displacement, relative to the largest, that is none
constexpr double kNearlyStands = 1e-5;  ///< the same where changes do not fall, or after the last search
constexpr double kFalls = 0.5;          ///< change after a search, over the one before, that falls
constexpr double kPushed = 1e-4;        ///< of all loads, that meshes of balanced loads leave

}  // namespace

const Constraint* nonholonomic_joint(const System& system) {
  for (std::size_t k = 0; k < system.joints().all().size(); ++k) {
    const auto row = static_cast<std::size_t>(system.joints().first_row(static_cast<int>(k)));
    if (system.joints().all()[k]->rows() > 0 && system.joints().velocity_rows()[row] != 0)
      return system.joints().all()[k].get();
  }
  return nullptr;
}

StaticEquilibrium::StaticEquilibrium(const System& system, const StaticOptions& options)
    : system_(system), options_(options), equations_(system, options.friction) {
  const bool may = options.solver != StaticSolver::direct && why_not_iterative(system, options).empty();
  if (may && (options.solver == StaticSolver::iterative || should_iterate_statics(system)))
    iterative_ = std::make_unique<MultigridCg>(
        node_unknowns(system), options.solver == StaticSolver::automatic ? kMostByChoice : kMostByOrder);
  else if (StaticCondensation::may_serve(system, options))
    condensation_ = std::make_unique<StaticCondensation>();
}

void StaticEquilibrium::initialise(const State& state, double h) {
  if (const Constraint* joint = nonholonomic_joint(system_))
    throw std::runtime_error(
        fmt::format("joint '{}' constrains velocities and does not define an equilibrium; use a joint that "
                    "constrains positions",
                    joint->name()));
  State rest = state;
  rest.v.setZero();
  system_.force(rest, f_0_);
  lambda_.setZero(system_.joints().rows());
  tangent_.setZero(system_.n_free());
  arc_length_.setZero(1);
  scales_.set_mass(system_, rest);
  scales_.observe(system_, rest, Vector::Zero(system_.nv()), h);
  equations_.set_initial_force(f_0_);
}

double StaticEquilibrium::ramp_at(double t) const {
  if (!options_.ramp || options_.end == options_.start) return 1;
  return std::min(1.0, (t - options_.start) / (options_.end - options_.start));
}

void StaticEquilibrium::place(double t, double motion) {
  equations_.set(x_, options_.hold_time ? options_.start : t, ramp_at(t), motion);
}

bool StaticEquilibrium::follow_supports(double t) {
  const bool may_bend = equations_.n_free() > 0 && !system_.is_linear();
  if (!may_bend || !equations_.moves_supports(options_.hold_time ? options_.start : t)) return false;
  place(t, kSmallMotion);
  choose_sets();
  equations_.residual(rate_);
  place(t, 0);
  equations_.residual(r_);
  r_ += (rate_ - r_) / kSmallMotion;
  first_iteration_ = true;
  if (!r_.allFinite() || !correct(r_, dx_)) return false;
  x_ -= dx_;
  return true;
}

/// Forces of contacts of the last step behind the unknowns before `first`.
void StaticEquilibrium::warm_start(Index first) {
  x_.segment(first, contacts_.size()) = contacts_.warm_Lambda();
  if (equations_.size() > first + contacts_.size()) x_.tail(contacts_.tangents()) = contacts_.warm_Lambda_T();
}

Vector StaticEquilibrium::friction() const {
  return options_.friction ? equations_.friction_force() : Vector::Zero(contacts_.tangents()).eval();
}

/// Points of surfaces that face each other are those of a search: another one at the solution finds others
/// where surfaces slid, until the solution stands. Where edges of faces coincide, round-off makes other
/// triangles of the same area in every search, and the solution stands all the same, or takes turns among
/// neighbours that differ by some 1e-6 of the displacements: then it ends where changes no longer fall.
StaticEquilibrium::Progress StaticEquilibrium::search_again(const State& start, double t,
                                                            const Progress& before) {
  Progress progress = before;
  progress.iterations = 0;
  double last_change = 0;
  for (int search = 0; progress.converged; ++search) {
    if (search == kContactSearches) {
      progress.converged = false;
      trouble_ = fmt::format("contacts between surfaces still change after {} searches at solutions", search);
      break;
    }
    State found = equations_.next();
    found.v = equations_.increment();  // what was passed on the way is found as well
    const Vector q = x_.head(system_.n_free() + lambda_.size());
    equations_.clear_inactive();
    contacts_.accept(Vector::Zero(contacts_.size()), equations_.contact_force(), friction());
    contacts_.begin(system_, found, scales_, -1, 1, 1.0);
    equations_.begin(start, contacts_, scales_, contacts_.stored_Lambda_T(before_));
    x_.setZero(equations_.size());
    x_.head(q.size()) = q;
    warm_start(q.size());
    guard_.begin();
    first_iteration_ = true;
    const Progress again = newton(t, false, "contacts found again");
    progress.iterations += again.iterations;
    progress.converged = again.converged;
    const Index n = system_.n_free();
    const Vector moved = (x_.head(n) - q.head(n)).cwiseAbs().cwiseProduct(weights_);
    if (again.iterations == 0 || n == 0) break;
    const double change = moved.maxCoeff(), largest = x_.head(n).cwiseAbs().cwiseProduct(weights_).maxCoeff();
    const bool is_last = search + 1 == kContactSearches || (search > 0 && change > kFalls * last_change);
    if (change <= kStands || (is_last && change <= kNearlyStands * largest)) break;
    last_change = change;
  }
  return progress;
}

namespace {

/// Forces of contacts that searches at solutions leave are taken back unless the step is kept, also after an
/// exception.
class TrialStore {
 public:
  TrialStore(Vector& store, const Vector& before) : store_(store), before_(before) {}
  ~TrialStore() {
    if (!is_kept_) store_ = before_;
  }
  TrialStore(const TrialStore&) = delete;
  TrialStore& operator=(const TrialStore&) = delete;
  void keep() { is_kept_ = true; }

 private:
  Vector& store_;
  const Vector& before_;
  bool is_kept_ = false;
};

}  // namespace

bool StaticEquilibrium::step(State& state, double h, StepResult& result) {
  result.warning.clear();
  if (attempt(state, h, result)) return true;
  if (hold_free_parts() && attempt(state, h, result)) {
    result.warning = fmt::format(
        "{}; no load pushes there by more than {:.2g} of all loads, so that they are held: the place of what "
        "is free is one of many",
        to_text(free_for_good_), kPushed);
    return true;
  }
  explain_failure();
  result.failure_cause = trouble_;
  return false;
}

bool StaticEquilibrium::attempt(State& state, double h, StepResult& result) {
  before_ = contacts_.store();
  TrialStore trial_store(contacts_.store(), before_);
  contacts_.begin(system_, state, scales_, -1, 1);
  TrialScales trial_scales(scales_);
  State rest = state;
  rest.v.setZero();
  scales_.observe(system_, rest, Vector::Zero(system_.nv()), h);
  equations_.begin(state, contacts_, scales_, contacts_.stored_Lambda_T(before_));
  const Index n = system_.n_free();
  weights_.resize(n);
  for (Index i = 0; i < n; ++i) weights_[i] = 1 / scales_.coordinate(system_.dofs().kinds[i]);

  const auto restart = [&] {
    x_.setZero(equations_.size());
    x_.segment(n, lambda_.size()) = lambda_;
    warm_start(n + lambda_.size());
    guard_.begin();
    first_iteration_ = true;
  };
  restart();
  double t = state.t + h;
  double load = load_;
  if (holds_parts_) {
    place(t);
    equations_.residual(r_);
    load += equations_.load(r_);
  }
  Progress progress;
  int spent = 0;
  const bool first_arc = options_.arc_length && arc_length_[0] == 0;
  if (options_.arc_length && !first_arc) {
    t = state.t;
    progress = follow_arc(t, arc_length_[0] * h / arc_length_[1]);
    name_changes(progress.converged);
    spent = progress.iterations;
    if (progress.converged && t > options_.end) {  // the last step ends at the given load
      restart();
      t = options_.end;
      progress = newton(t, false);
      spent += progress.iterations;
    }
  } else {
    const bool follows = follow_supports(t);
    progress = newton(t, false);
    spent = progress.iterations + (follows ? 1 : 0);
    if (!progress.converged && options_.line_search) {
      restart();
      progress = newton(t, true);
      spent += progress.iterations;
    }
  }
  const auto& pairs = system_.contacts().all();
  if (std::any_of(pairs.begin(), pairs.end(), [](const auto& pair) { return pair->points() == 0; })) {
    progress = search_again(state, t, progress);
    spent += progress.iterations;
  }
  result.iterations = spent;
  if (!progress.converged) return false;
  if (equations_.hold_force() > kPushed * load) {
    pushed_ = std::max(pushed_, equations_.hold_force() / load);
    return false;
  }
  load_ = load;
  trial_scales.keep();
  trial_store.keep();
  equations_.clear_inactive();
  tangent_ = x_.head(n);
  if (first_arc) {
    arc_length_.resize(2);
    arc_length_[0] = arc(x_);
    arc_length_[1] = h;
  }
  accept(state, t, result);
  return true;
}

void StaticEquilibrium::find_free_motions() {
  if (free_) return;
  free_ = to_text(free_motions(system_, closed_at_start(system_), options_.friction));
  if (free_->empty()) return;
  std::vector<ContactRow> all;
  if (!system_.contacts().is_empty()) system_.contacts().search(system_.initial_state(), {HUGE_VAL}, all);
  free_for_good_ = free_motions(system_, all, options_.friction);
}

bool StaticEquilibrium::hold_free_parts() {
  if (!options_.hold_free_parts || holds_parts_) return false;
  find_free_motions();
  const auto can_be_held = [](const FreePart& part) {
    return part.inner == 0 && part.support.size() == part.motions.size();
  };
  if (free_for_good_.empty() || !std::ranges::all_of(free_for_good_, can_be_held)) return false;
  for (const FreePart& part : free_for_good_) equations_.hold(part.support);
  holds_parts_ = true;
  return true;
}

void StaticEquilibrium::explain_failure() {
  find_free_motions();
  if (free_->empty()) return;
  if (!free_for_good_.empty()) {
    if (holds_parts_ && pushed_ == 0) return;  // they are held: something else is wrong
    const std::string push =
        pushed_ > 0 ? fmt::format(", and {:.2g} of all loads push there", pushed_) : std::string();
    throw NoSmallerStep(*free_ + push +
                        ". An equilibrium requires supports for them: a boundary, a joint, a spring");
  }
  trouble_ += fmt::format(". Until contacts close, {}", *free_);
}

void StaticEquilibrium::accept(State& state, double t, StepResult& result) {
  const double h = std::abs(t - state.t);
  result.increment = equations_.increment();
  const Index n = system_.n_free();
  result.held_work = (0.5 * (ramp_at(state.t) + ramp_at(t)) - 1) * f_0_.head(n).dot(result.increment.head(n));
  state.q = equations_.next().q;
  state.t = t;
  state.v.setZero();
  lambda_ = equations_.lambda();
  const Vector& p = equations_.contact_force();
  const Vector none = Vector::Zero(contacts_.size()), impulse = h * p;
  const Vector tau = friction(), friction_impulse = h * tau;
  const Vector slip =
      options_.friction && tau.size() > 0 ? equations_.slip() : Vector::Zero(tau.size()).eval();
  contacts_.accept(none, p, tau);
  const Vector speed = slip / h;
  report_contacts(contacts_, {none, impulse, none, friction_impulse, speed, equations_.friction_sets()},
                  state.t, result);
  result.impacts.clear();
  result.contact_work = 0;
  result.friction_work = slip.size() > 0 ? equations_.friction_work() : 0;
  result.reaction = lambda_;
  result.failure_cause.clear();
}

std::vector<std::pair<std::string, Vector*>> StaticEquilibrium::memory() {
  return {{"lambda", &lambda_},         {"initial_force", &f_0_},         {"tangent", &tangent_},
          {"arc_length", &arc_length_}, {"contacts", &contacts_.store()}, {"scales", &scales_.store()}};
}

Sharing StaticEquilibrium::sharing() const { return sharing_of_matrices(system_); }

std::string StaticEquilibrium::traffic() const {
  if (!iterative_) return {};
  std::string text = fmt::format(", {} iterations of conjugate gradients, multigrid set up {} times",
                                 iterative_->iterations(), iterative_->set_ups());
  if (direct_solutions_ > 0) text += fmt::format(", {} solved directly ({})", direct_solutions_, unsuited_);
  return text;
}

void StaticEquilibrium::visit_matrices(const State& state, double h, const VisitMatrix& visit) {
  initialise(state, h);
  probe_step(*this, state, h, options_.max_iterations);
  constexpr double kMultigrid = 40;  // bytes for a nonzero, of the matrix and its coarser ones
  visit({"all unknowns of a load step", &equations_.matrix(), false, iterative_ == nullptr, 1, kMultigrid});
}

void StaticEquilibrium::refresh() {
  solver_.forget();
  if (iterative_) iterative_->forget();
  if (condensation_) condensation_->forget();
  was_slow_ = false;
  equations_.forget();
  equations_.set_initial_force(f_0_);
}

void find_equilibrium(const System& system, State& state, int steps) {
  StaticOptions options;
  options.start = state.t;
  options.end = state.t + 1;
  options.hold_time = true;
  options.friction = false;
  StaticEquilibrium statics(system, options);
  State path = state;
  path.v.setZero();
  const double h = 1.0 / steps;
  statics.initialise(path, h);
  StepResult result;
  for (int i = 0; i < steps; ++i) {
    path.t = state.t + i * h;
    if (!statics.step(path, h, result))
      throw std::runtime_error(
          fmt::format("no static equilibrium found for the start, after {} of {} load steps: {}", i, steps,
                      result.failure_cause));
  }
  state.q = path.q;
}

}  // namespace jounce
