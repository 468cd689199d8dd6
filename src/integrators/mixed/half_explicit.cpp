#include "integrators/mixed/half_explicit.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "la/linear_solver.h"
#include "stepping/initial_state.h"

namespace jounce {

HalfExplicit::HalfExplicit(const System& system, const IntegratorOptions& options)
    : MixedTimestepping(system, options),
      lumped_(system),
      lumped_predictor_(system),
      lumped_impact_(system),
      predictor_(system, OneFieldStep::Level::velocity),
      predictor_newton_(options.newton) {}

void HalfExplicit::begin(const State& state, double h, bool) {
  for (LumpedStage* stage : {&lumped_, &lumped_predictor_, &lumped_impact_}) stage->begin(state);
  correction_.use(&lumped_impact_);
  const double omega = largest_frequency(system_, state);
  if (h * omega >= 2)
    throw std::runtime_error(fmt::format(
        "half-explicit is stable for steps below 2/omega_max only, here about {:.3g}, and integrator.step is "
        "{:.3g}. Use a smaller step, or an implicit scheme (mixed-generalized-alpha, nsga-ggl)",
        2 / omega, h));
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
  if (lumped_.serves(contacts_) && advance_lumped(start, h, outcome, failure_cause)) {
    ++iterations;
    return true;
  }
  if (!failure_cause.empty()) return false;
  system_.force(start, force_);
  form_.y_0 = start.v;
  form_.dq_0 = h * start.v;
  form_.forces_at = &start;
  predictor_.log_to(log_, "predictor");
  const bool predicted = solve_stage(predictor_, predictor_newton_, start, h, 1, iterations, failure_cause);
  form_.forces_at = nullptr;
  if (!predicted) {
    if (std::string lost = lost_stability(start, h); !lost.empty()) failure_cause = std::move(lost);
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
  system_.final_force(middle_, force_);
  equations_.log_to(log_, "corrector");
  if (!solve_stage(equations_, newton_, start, h, 0.5, iterations, failure_cause)) {
    if (std::string lost = lost_stability(start, h); !lost.empty()) failure_cause = std::move(lost);
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

std::string HalfExplicit::lost_stability(const State& state, double h) const {
  double limit = 0;
  Vector force;
  system_.force(state, force);
  const bool is_finite = std::isfinite(state.v.squaredNorm() + state.q.squaredNorm() + force.squaredNorm());
  if (is_finite) {
    const double omega = largest_frequency(system_, state);
    if (h * omega < 2) return {};
    limit = 2 / omega;
  }
  return fmt::format(
      "half-explicit has lost stability: {}, and the step is {:.3g}. Use a smaller integrator.step, or an "
      "implicit scheme (mixed-generalized-alpha, nsga-ggl)",
      is_finite ? fmt::format("steps have to be below 2/omega_max, here about {:.3g}", limit)
                : "speeds or forces have grown without bound",
      h);
}

void HalfExplicit::refresh() {
  system_.forget_answers();
  MixedTimestepping::refresh();
  predictor_.forget();
  predictor_newton_.forget();
}

long HalfExplicit::factorisations() const {
  return MixedTimestepping::factorisations() + predictor_newton_.factorisations();
}

double largest_frequency(const System& system, const State& state) {
  constexpr int kIterations = 300;
  constexpr double kSettled = 1e-6;  // relative change of omega^2 in an iteration
  const Index n = system.n_free(), b = system.joints().rows();
  if (n == 0) return 0;
  RowJacobian G;
  system.joints().jacobian(state, G);
  const Vector no_acceleration = Vector::Zero(system.nv());
  const auto stiffness = [&](MatrixSink& sink) {
    BlockSink block(sink, {0, 0, n, n, 1.0});
    system.add_tangent(state, no_acceleration, {0, 0, 1}, block);
  };
  const CsrMatrix mass = bordered_mass(system, state, G);
  CsrMatrix K;
  PatternBuilder K_pattern(n);
  stiffness(K_pattern);
  K_pattern.build(K);
  stiffness(K);

  LinearSolver solver(b == 0 ? MatrixKind::positive_definite : MatrixKind::general);
  solver.factor(mass);
  Vector x(n), Kx, right = Vector::Zero(n + b), solution;
  for (Index i = 0; i < n; ++i)
    x[i] = std::cos(2.4 * static_cast<double>(i * i));  // has a part of every mode
  double squared = 0;
  for (int k = 0; k < kIterations; ++k) {
    K.multiply(x, Kx);
    right.head(n) = Kx;
    solver.solve(right, solution);  // M y + G^T mu = K x, G y = 0
    const auto y = solution.head(n);
    // |y|_M / |x|_M with |y|_M^2 = y . (K x), because y . G^T mu = 0
    const double energy = y.dot(Kx);
    if (energy <= 0) return 0;
    x = y / std::sqrt(energy);  // |x|_M = 1
    const double last = squared;
    squared = k == 0 ? 0 : std::sqrt(energy);
    if (k > 1 && std::abs(squared - last) <= kSettled * squared) break;
  }
  return std::sqrt(squared);
}

}  // namespace jounce
