#include "integrators/mixed/half_explicit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "integrators/mixed/largest_frequency.h"
#include "model/row_jacobian.h"

namespace jounce {
namespace {

/// Farthest that a point which may touch lies from a node that turns: 0 where nothing turns, negative where
/// that is not bounded, as for shapes, and for points and planes beside the node that carries them.
double longest_lever(const System& system) {
  Vector turning = Vector::Zero(system.nv());
  for (Index dof = 0; dof < system.nv(); ++dof)
    if (system.dofs().kinds[dof] != DofKind::translation) turning[dof] = std::sin(1.0 + dof);
  if (turning.isZero(0)) return 0;
  double longest = 0;
  std::vector<ContactRow> rows;
  int number = 0;
  for (const auto& pair : system.contacts().all()) {
    if (pair->points() == 0) longest = std::max(longest, pair->lever());
    for (int point = 0; point < pair->points(); ++point) rows.push_back(pair->row(point, number));
    ++number;
  }
  RowJacobian W;
  system.contacts().jacobian(rows, system.initial_state(), W);
  for (int row = 0; row < W.rows(); ++row)
    if (W.dot(row, turning) != 0) return -1;
  return std::isfinite(longest) ? longest : -1;
}

}  // namespace

HalfExplicit::HalfExplicit(const System& system, const IntegratorOptions& options, double factor,
                           int substeps)
    : MixedTimestepping(system, options),
      lumped_(system, inverse_mass_),
      lumped_predictor_(system, inverse_mass_),
      lumped_impact_(system, inverse_mass_),
      predictor_(system, OneFieldStep::Level::velocity),
      predictor_newton_(options.newton),
      lever_(longest_lever(system)),
      factor_(factor),
      factors_(system.blocks().size()),
      limit_(system, &factors_) {
  if (substeps <= 1) return;
  SubcyclingChoice choice = choose_subcycling(system, system.initial_state(), substeps);
  substeps_note_ = choice.describe();
  if (choice.substeps == 1) return;
  factors_ = choice.factors;
  subcycling_ = std::make_unique<Subcycling>(system, std::move(choice));
}

bool HalfExplicit::takes_substeps(const System& system) {
  return LumpedStage::inverse_mass(system, system.initial_state()).size() > 0;
}

/// Steps that follow the limit of elements, or of lumped masses, are short, so few points can reach anything
/// within one: no farther than their speeds take them. Joints and impacts may pass on more speed: kReach is
/// the margin, and steps whose search has missed contacts are repeated.
double HalfExplicit::envelope(const State& state, double h) const {
  constexpr double kReach =
      8;  // two nodes towards each other along a diagonal, at more than twice their speed
  const bool is_short = inverse_mass_.size() > 0 || is_watched_;
  if (options_.envelope >= 0 || !is_short || lever_ < 0) return options_.envelope;
  constexpr double kTouches = 1e-9;  // of the size of the model: contacts of what is at rest
  double fastest = 0, turning = 0;
  for (Index dof = 0; dof < system_.nv(); ++dof) {
    const double v = std::abs(state.v[dof]) + h * std::abs(acceleration_[dof]);
    double& largest = system_.dofs().kinds[dof] == DofKind::translation ? fastest : turning;
    largest = std::max(largest, v);
  }
  const double speed = fastest + lever_ * turning;
  return kReach * h * speed + kTouches * scales_.coordinate(DofKind::translation);
}

void HalfExplicit::find_force(const State& start, double h) {
  system_.force(start, force_);
  if (subcycling_) subcycling_->add(start, h, inverse_mass_, force_);
}

void HalfExplicit::find_final_force(double h) {
  system_.final_force(middle_, force_);
  if (subcycling_) subcycling_->add(middle_, h, inverse_mass_, force_);
}

namespace {

/// The same as the model has it, its elements held together, where they alone are what bounds it.
double longest_of_model(const System& system, const State& state, const StepLimit::Limit& limit) {
  if (!limit.is_of_elements) return limit.step;
  const double omega = largest_frequency(system, state);
  return std::max(limit.step, longest_stable_step(omega * omega, limit.damping));
}

/// Share of what vector iteration finds that steps take which the limit has fallen to: it errs on the long
/// side.
constexpr double kOfModel = 0.9;

constexpr const char* kSmallerShare =
    "Use a smaller integrator.step_factor, a finer mesh or another material if elements are crushed, or an "
    "implicit scheme (mixed-generalized-alpha, nsga-ggl)";
constexpr const char* kOtherSteps =
    "Use a smaller integrator.step, omit it so that it follows the limit, or use an implicit scheme "
    "(mixed-generalized-alpha, nsga-ggl)";

/// "the limit of stability of element 3 of 'rod': 3.1e-08"
std::string text_of(const StepLimit::Limit& limit, double step) {
  return fmt::format("the limit of stability{}{}: {:.3g}", limit.place.empty() ? "" : " of ", limit.place,
                     step);
}

}  // namespace

void HalfExplicit::prepare(const State& state) {
  inverse_mass_ = LumpedStage::inverse_mass(system_, state);
  correction_.use(inverse_mass_.size() > 0 ? &lumped_impact_ : nullptr);
}

std::optional<StepMatrix> HalfExplicit::base_matrix() {
  if (is_lumped()) return std::nullopt;
  return StepMatrix{"all unknowns of a stage", &predictor_.jacobian(), false, true, 2};
}

void HalfExplicit::begin(const State& state, double h, bool) {
  const StepLimit::Limit limit = limit_.find(state);
  asked_ = h;
  is_watched_ = factor_ > 0 || limit.is_of_elements;
  slack_ = first_slack_ = 1;
  compared_until_ = -std::numeric_limits<double>::infinity();
  if (h < limit.step || (subcycling_ && h == limit.step)) return;
  const double longest = longest_of_model(system_, state, limit);
  if (h >= longest)
    throw std::runtime_error(fmt::format("half-explicit: the step of {:.3g} is beyond {}. {}", h,
                                         text_of(limit, longest), kOtherSteps));
  slack_ = first_slack_ = std::max(kOfModel * longest, 1.000001 * h) / limit.step;
}

Integrator::LongestStep HalfExplicit::longest_step(const State& state) {
  if (factor_ > 0) {
    const StepLimit::Limit limit = StepLimit(system_, &factors_).find(state);
    return {factor_ * limit.step, limit.place, substeps_note_};
  }
  constexpr int kSteps = 20;  // until the ratio is looked at anew
  if (state.t < compared_until_) return {slack_ * limit_.follow(state, false), limit_.last(state).place};
  const StepLimit::Limit limit = limit_.find(state);
  slack_ = first_slack_;
  if (limit.is_of_solid) return {slack_ * limit.step, limit.place};
  const double longest = longest_of_model(system_, state, limit);
  slack_ = std::max(1.0, kOfModel * longest / limit.step);
  compared_until_ = state.t + kSteps * longest;
  return {slack_ * limit.step, limit.place};
}

double HalfExplicit::next_longest_step(const State& state, bool has_jumped) {
  if (!is_watched_) return std::numeric_limits<double>::infinity();
  if (factor_ > 0) {
    const double step = factor_ * limit_.follow(state, has_jumped);
    return std::min(step, limit_.slowest_stretch());
  }
  constexpr double kEnough = 1.05;  // by which a bound that serves lies above the step
  return slack_ * limit_.follow(state, has_jumped, kEnough * asked_ / slack_);
}

bool HalfExplicit::solve_stage(OneFieldStep& stage, NewtonSolver& newton, const State& start, double h,
                               double weight, int& iterations, std::string& failure_cause) {
  form_.m_0 = -form_.y_0;
  form_.y_0 += weight * h * acceleration_;  // first guess
  form_.v_0 = form_.y_0;
  form_.f_0 = weight * h * force_;
  form_.dq_dy = 0;
  form_.f_y = 0;
  form_.warm = weight;
  form_.has_impact_law = false;
  form_.duration = weight * h;
  impulse_ = weight * h * lambda_;
  stage.begin(start, form_, h, contacts_, closed_, scales_, options_.tolerance, impulse_);
  const NewtonResult result = solve(stage, newton, x_, budget_);
  iterations += result.iterations;
  if (result.converged)
    stage.finish();
  else
    failure_cause = stage.failure_cause(result.iterations);
  return result.converged;
}

bool HalfExplicit::advance(const State& start, double h, Outcome& outcome, int& iterations,
                           std::string& failure_cause) {
  asked_ = std::max(asked_, h);
  if (is_lumped() && advance_lumped(start, h, outcome, failure_cause)) {
    ++iterations;
    return true;
  }
  if (!failure_cause.empty()) return false;
  find_force(start, h);
  form_.y_0 = start.v;
  form_.dq_0 = h * start.v;
  form_.forces_at = &start;
  predictor_.log_to(log_, "predictor");
  const bool predicted = solve_stage(predictor_, predictor_newton_, start, h, 1, iterations, failure_cause);
  form_.forces_at = nullptr;
  if (!predicted) {
    explain(start, h, nullptr, failure_cause);
    return false;
  }

  middle_ = start;
  middle_.t = start.t + h;
  middle_.v = predictor_.next().v;
  middle_velocity_ = 0.5 * (start.v + middle_.v);
  form_.y_0 = middle_velocity_;
  form_.dq_0 = h * middle_velocity_;
  system_.manifold().retract(start.q, form_.dq_0, middle_.q);
  system_.apply_prescribed(middle_);
  find_final_force(h);
  equations_.log_to(log_, "corrector");
  if (!solve_stage(equations_, newton_, start, h, 0.5, iterations, failure_cause)) {
    explain(start, h, &middle_, failure_cause);
    return false;
  }
  take(equations_, outcome);
  outcome.next.history = std::move(middle_.history);
  outcome.acceleration = 2 / h * (outcome.next.v - middle_velocity_);
  outcome.force_velocity = middle_velocity_;
  outcome.joint_sum = 0.5 * predictor_.joint_impulse() + outcome.joint_impulse;
  outcome.joint_impulse *= 2;
  outcome.contact_impulse += 0.5 * predictor_.contact_impulse();
  outcome.friction_impulse += 0.5 * predictor_.friction_impulse();
  contacts_.joint_normals(predictor_.joint_impulse(), predictor_normal_);
  outcome.joint_normal += 0.5 * predictor_normal_;
  return true;
}

void HalfExplicit::explain(const State& start, double h, const State* middle, std::string& cause) const {
  if (std::string lost = lost_stability(start, h); !lost.empty()) {
    cause = std::move(lost);
    return;
  }
  if (middle == nullptr || !middle->q.allFinite()) return;
  for (const SolidElements* block : solids_of(system_.blocks()))
    if (const std::size_t element = block->find_inverted(*middle); element < block->cells().size()) {
      cause = fmt::format("element {} is crushed or inverted within the step",
                          describe_element(*block, element, *middle));
      return;
    }
}

std::string HalfExplicit::lost_stability(const State& state, double h) const {
  Vector force;
  system_.force(state, force);
  if (!std::isfinite(state.v.squaredNorm() + state.q.squaredNorm() + force.squaredNorm()))
    return fmt::format(
        "half-explicit has lost stability: speeds or forces have grown without bound, and the step is "
        "{:.3g}. {}",
        h, factor_ > 0 ? kSmallerShare : kOtherSteps);
  const StepLimit::Limit limit = StepLimit(system_, &factors_).find(state);
  if (h < limit.step) return {};
  const double longest = longest_of_model(system_, state, limit);
  if (h < longest) return {};
  return fmt::format("half-explicit has lost stability: the step of {:.3g} is beyond {}. {}", h,
                     text_of(limit, longest), factor_ > 0 ? kSmallerShare : kOtherSteps);
}

void HalfExplicit::refresh() {
  system_.forget_answers();
  MixedTimestepping::refresh();
  predictor_.forget();
  predictor_newton_.forget();
  limit_.forget();
  if (subcycling_) subcycling_->forget();
  slack_ = first_slack_;
  compared_until_ = -std::numeric_limits<double>::infinity();
}

long HalfExplicit::factorisations() const {
  return MixedTimestepping::factorisations() + predictor_newton_.factorisations();
}

}  // namespace jounce
