#include "params/time_function.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>

#include "params/bad_value.h"
#include "params/expression.h"
#include "params/quote.h"
#include "params/signal.h"

namespace jounce::params {

namespace {

/// Finite difference: f^(order)(t) ~ sum_i weight_i f(t + offset_i h) / (divisor h^order).
struct Term {
  int offset;
  double weight;
};
struct Difference {
  int order;
  double divisor;
  std::span<const Term> terms;
};

// Central differences of sixth order, and forward ones (fourth and third order) for the edge of a domain.
constexpr Term central_first[] = {{-3, -1}, {-2, 9}, {-1, -45}, {1, 45}, {2, -9}, {3, 1}};
constexpr Term central_second[] = {{-3, 2}, {-2, -27}, {-1, 270}, {0, -490}, {1, 270}, {2, -27}, {3, 2}};
constexpr Term forward_first[] = {{0, -25}, {1, 48}, {2, -36}, {3, 16}, {4, -3}};
constexpr Term forward_second[] = {{0, 35}, {1, -104}, {2, 114}, {3, -56}, {4, 11}};

double apply(const Difference& difference, const Expression& f, double t, double h) {
  double sum = 0.0;
  for (const Term& term : difference.terms) sum += term.weight * f(t + term.offset * h);
  return sum / (difference.divisor * std::pow(h, difference.order));
}

/// Takes ever smaller steps h until round-off outweighs the truncation error: the best value is the one that
/// differs least from its predecessor. Empty when f is not finite around t. The step depends on t and f only.
std::optional<double> limit(const Difference& difference, const Expression& f, double t) {
  constexpr int levels = 16;
  constexpr double ratio = 0.2718281828;  // not a rational number, so that steps do not hit a period twice
  constexpr double settled = 1e-8;
  double h = 0.13 * std::max(1.0, std::abs(t));
  double last = 0.0, best = 0.0, best_change = -1.0;
  bool has_last = false;
  for (int level = 0; level < levels; ++level, h *= ratio) {
    const double value = apply(difference, f, t, h);
    if (!std::isfinite(value)) continue;
    const double change = has_last ? std::abs(value - last) : std::abs(value);
    if (has_last && (best_change < 0.0 || change < best_change)) {
      best = value;
      best_change = change;
    } else if (best_change >= 0.0 && best_change <= settled * std::abs(best)) {
      break;
    }
    last = value;
    has_last = true;
  }
  if (best_change < 0.0) return std::nullopt;
  return best;
}

class ExpressionCurve : public TimeFunction::Curve {
 public:
  ExpressionCurve(Expression expression, std::string variable, std::string origin)
      : f_(std::move(expression)), variable_(std::move(variable)), origin_(std::move(origin)) {}

  double value(double t) const override { return finite(f_(t), "", t); }
  double derivative(double t) const override {
    return finite(differentiate({1, 60.0, central_first}, {1, 12.0, forward_first}, t),
                  "the first derivative of ", t);
  }
  double second_derivative(double t) const override {
    return finite(differentiate({2, 180.0, central_second}, {2, 12.0, forward_second}, t),
                  "the second derivative of ", t);
  }
  std::string to_toml() const override { return quote(f_.text()); }

 private:
  double differentiate(const Difference& central, const Difference& forward, double t) const {
    if (const auto value = limit(central, f_, t)) return *value;
    return limit(forward, f_, t).value_or(std::nan(""));
  }

  double finite(double value, const char* what, double t) const {
    if (!std::isfinite(value) && !origin_.empty())
      throw BadValue(fmt::format("{}: {}{} is {} at {}", origin_, what, quote(f_.text()),
                                 std::isnan(value) ? "not a number" : "infinite",
                                 std::isfinite(t)
                                     ? fmt::format("{} = {:.9g}", variable_, t)
                                     : fmt::format("a '{}' that is not a finite number", variable_)));
    return value;
  }

  Expression f_;
  std::string variable_, origin_;
};

class TableCurve : public TimeFunction::Curve {
 public:
  TableCurve(std::vector<double> times, std::vector<double> values)
      : times_(std::move(times)), values_(std::move(values)) {}

  double value(double t) const override {
    if (!(t > times_.front())) return values_.front();
    if (t >= times_.back()) return values_.back();
    const std::size_t i = piece(t);
    return values_[i] + slope(i) * (t - times_[i]);
  }
  double derivative(double t) const override {
    return t >= times_.front() && t < times_.back() ? slope(piece(t)) : 0.0;
  }
  double second_derivative(double) const override { return 0.0; }
  std::string to_toml() const override {
    return fmt::format("{{ times = [{}], values = [{}] }}", fmt::join(times_, ", "),
                       fmt::join(values_, ", "));
  }

 private:
  /// Index i of the piece with times[i] <= t < times[i + 1].
  std::size_t piece(double t) const {
    const auto after = std::upper_bound(times_.begin(), times_.end(), t);
    return static_cast<std::size_t>(after - times_.begin()) - 1;
  }
  double slope(std::size_t i) const { return (values_[i + 1] - values_[i]) / (times_[i + 1] - times_[i]); }

  std::vector<double> times_;
  std::vector<double> values_;
};

class SignalCurve : public TimeFunction::Curve {
 public:
  SignalCurve(std::shared_ptr<const Signal> signal, std::string text)
      : signal_(std::move(signal)), text_(std::move(text)) {}

  double value(double t) const override { return signal_->value(t); }
  double derivative(double t) const override { return signal_->rate(t); }
  double second_derivative(double) const override { return 0.0; }
  std::string to_toml() const override { return quote(text_); }

 private:
  std::shared_ptr<const Signal> signal_;
  std::string text_;
};

}  // namespace

TimeFunction TimeFunction::expression(const std::string& text, const Scope& scope,
                                      const std::string& variable, const std::string& origin) {
  if (auto signal = signal_of(text))
    return TimeFunction(std::make_shared<SignalCurve>(std::move(signal), text));
  Expression expression = scope.compile(text, variable);
  if (!expression.uses_variable()) return TimeFunction(scope.evaluate(text));
  return TimeFunction(std::make_shared<ExpressionCurve>(std::move(expression), variable, origin));
}

TimeFunction TimeFunction::table(std::vector<double> times, std::vector<double> values) {
  if (times.size() != values.size()) {
    throw std::runtime_error(fmt::format("there are {} times but {} values", times.size(), values.size()));
  }
  if (times.size() < 2) throw std::runtime_error("a table needs at least two rows");
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (!std::isfinite(times[i]) || !std::isfinite(values[i])) {
      throw std::runtime_error(fmt::format("row {} is not finite", i + 1));
    }
    if (i > 0 && times[i] <= times[i - 1]) {
      throw std::runtime_error(fmt::format("times must increase, but {} follows {}", times[i], times[i - 1]));
    }
  }
  return TimeFunction(std::make_shared<TableCurve>(std::move(times), std::move(values)));
}

std::string TimeFunction::to_toml() const { return curve_ ? curve_->to_toml() : to_text(value_); }

}  // namespace jounce::params
