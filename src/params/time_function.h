#pragma once

#include <memory>
#include <string>
#include <vector>

namespace jounce::params {

class Scope;

/// A value that depends on time, f(t): a constant, an expression in t, or a table with linear interpolation.
/// Copies share their data, and all of them may be evaluated from several threads at once.
class TimeFunction {
 public:
  /// The constant function.
  TimeFunction(double value = 0.0) : value_(value) {}

  /// An expression in t (or another variable) over the constants of the scope. An expression without it
  /// becomes a constant. Throws ExpressionError. With an `origin`, "deck.toml:3:9: 'force' of load 'push'",
  /// a value or derivative that is not finite is a BadValue.
  static TimeFunction expression(const std::string& text, const Scope& scope,
                                 const std::string& variable = "t", const std::string& origin = {});

  /// Linear interpolation between (times[i], values[i]); the end values hold outside. Throws
  /// std::runtime_error unless there are as many times as values, at least two, finite, and the times
  /// increase strictly.
  static TimeFunction table(std::vector<double> times, std::vector<double> values);

  /// f(t)
  double operator()(double t) const { return curve_ ? curve_->value(t) : value_; }

  /// f'(t). Exact for constants and tables (at a corner: slope of the piece that begins there). For
  /// expressions it is a central difference of sixth order whose step adapts to f (relative error below 2e-10
  /// where f is smooth).
  double derivative(double t) const { return curve_ ? curve_->derivative(t) : 0.0; }

  /// f''(t), as derivative(); zero for tables, relative error below 1e-6 for expressions.
  double second_derivative(double t) const { return curve_ ? curve_->second_derivative(t) : 0.0; }

  bool is_constant() const { return curve_ == nullptr; }

  /// How a deck says it: "3.5", "\"2*sin(t)\"", or an inline table { times = [...], values = [...] }. Valid
  /// TOML.
  std::string to_toml() const;

  /// What a non-constant function is made of; immutable, evaluation is thread-safe.
  class Curve {
   public:
    virtual ~Curve() = default;
    virtual double value(double t) const = 0;
    virtual double derivative(double t) const = 0;
    virtual double second_derivative(double t) const = 0;
    virtual std::string to_toml() const = 0;
  };

 private:
  explicit TimeFunction(std::shared_ptr<const Curve> curve) : curve_(std::move(curve)) {}

  double value_ = 0.0;
  std::shared_ptr<const Curve> curve_;
};

}  // namespace jounce::params
