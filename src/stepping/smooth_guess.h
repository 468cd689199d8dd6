#pragma once

#include "la/types.h"

namespace jounce {

/// First guess of the accelerations and joint forces of a step, on the line through the last two. It is a
/// guess only, Newton's residual decides; on smooth motion it is one order of h better than the last values,
/// which saves an iteration. Where contacts close, open or have an impact, motions have kinks and the last
/// values are the guess.
class SmoothGuess {
 public:
  void begin(const Vector& acceleration, const Vector& lambda) {
    acceleration_rate_.setZero(acceleration.size());
    lambda_rate_.setZero(lambda.size());
  }
  void predict(const Vector& acceleration, const Vector& lambda, double h, Vector& guessed_acceleration,
               Vector& guessed_lambda) const {
    guessed_acceleration = acceleration + h * acceleration_rate_;
    guessed_lambda = lambda + h * lambda_rate_;
  }
  /// Takes over an accepted step from the old to the new values; `impulse` is h lambda.
  void accept(const Vector& old_acceleration, const Vector& old_lambda, const Vector& acceleration,
              const Vector& impulse, double h, bool is_smooth) {
    if (!is_smooth) {
      begin(old_acceleration, old_lambda);
      return;
    }
    acceleration_rate_ = (acceleration - old_acceleration) / h;
    lambda_rate_ = (impulse / h - old_lambda) / h;
  }

  /// For checkpoints.
  Vector& acceleration_rate() { return acceleration_rate_; }
  Vector& lambda_rate() { return lambda_rate_; }

 private:
  Vector acceleration_rate_, lambda_rate_;
};

}  // namespace jounce
