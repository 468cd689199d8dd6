#include "integrators/mixed/mixed_generalized_alpha.h"

#include "integrators/initial_acceleration.h"

namespace jounce {

MixedGeneralizedAlpha::MixedGeneralizedAlpha(const System& system, const IntegratorOptions& options,
                                             const AlphaCoefficients& coefficients)
    : MixedTimestepping(system, options), c_(coefficients) {}

void MixedGeneralizedAlpha::begin(const State& state, double h, bool is_touching) {
  restart();
  if (options_.initial_acceleration == InitialAcceleration::shifted && !is_touching)
    shifted_acceleration(system_, state, (c_.alpha_m - c_.alpha_f) * h, acceleration_, A_);
}

void MixedGeneralizedAlpha::restart() {
  A_ = acceleration_;
  guess_.begin(acceleration_, lambda_);
}

bool MixedGeneralizedAlpha::advance(const State& start, double h, Outcome& outcome, int& iterations,
                                    std::string& failure_cause) {
  // Predictor with a guess of a. y is v-; h M a = M (h c y + ...) by (R 21, 23).
  guess_.predict(acceleration_, lambda_, h, guessed_acceleration_, guessed_impulse_);
  guessed_impulse_ *= h;
  A_next_ = ((1 - c_.alpha_f) * guessed_acceleration_ + c_.alpha_f * acceleration_ - c_.alpha_m * A_) /
            (1 - c_.alpha_m);
  const double c = (1 - c_.alpha_m) / ((1 - c_.alpha_f) * c_.gamma * h);
  form_.y_0 = start.v + h * (1 - c_.gamma) * A_ + h * c_.gamma * A_next_;
  form_.v_0 = form_.y_0;
  form_.dq_0 = h * start.v + h * h * (0.5 - c_.beta) * A_ + h * h * c_.beta * A_next_;
  form_.dq_dy = h * c_.beta / c_.gamma;
  form_.m_y = h * c;
  form_.m_0 = h * (guessed_acceleration_ - c * form_.y_0);
  form_.f_y = h;
  form_.f_0.setZero(system_.nv());
  form_.has_impact_law = false;
  equations_.begin(start, form_, h, contacts_, closed_, scales_, options_.tolerance, guessed_impulse_);
  equations_.log_to(log_);
  const NewtonResult newton = solve(equations_, newton_, x_, budget_);
  iterations += newton.iterations;
  if (!newton.converged) {
    failure_cause = equations_.failure_cause(newton.iterations);
    return false;
  }
  equations_.finish();
  take(equations_, outcome);
  outcome.acceleration = guessed_acceleration_ + c * (equations_.y() - form_.y_0);
  A_next_ = ((1 - c_.alpha_f) * outcome.acceleration + c_.alpha_f * acceleration_ - c_.alpha_m * A_) /
            (1 - c_.alpha_m);
  new_acceleration_ = outcome.acceleration;
  return true;
}

void MixedGeneralizedAlpha::accept(double h) {
  A_.swap(A_next_);
  const bool is_free = (equations_.contact_impulse().array() == 0).all();
  guess_.accept(acceleration_, lambda_, new_acceleration_, equations_.joint_impulse(), h, is_free);
}

std::vector<std::pair<std::string, Vector*>> MixedGeneralizedAlpha::memory() {
  auto all = MixedTimestepping::memory();
  all.insert(all.end(), {{"A", &A_},
                         {"acceleration_rate", &guess_.acceleration_rate()},
                         {"lambda_rate", &guess_.lambda_rate()}});
  return all;
}

}  // namespace jounce
