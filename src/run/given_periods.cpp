#include "run/given_periods.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "params/bad_value.h"
#include "params/expression.h"
#include "run/make_stepper.h"

namespace jounce {
namespace {

constexpr double kLeastSteps = 10;  ///< a period
constexpr int kSamples = 400;       ///< of the interval
constexpr int kTurns = 4;           ///< turning points that make a table periodic

struct Interval {
  double start = 0, end = 0;
};

/// Arguments of sin and cos in an expression.
std::vector<std::string> arguments_of_waves(const std::string& text) {
  std::vector<std::string> found;
  for (const std::string_view name : {"sin(", "cos("})
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
      const bool is_end_of_name = at > 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0);
      if (is_end_of_name) continue;
      std::size_t end = at + name.size();
      for (int depth = 1; end < text.size() && depth > 0; ++end) {
        if (text[end] == '(') ++depth;
        if (text[end] == ')') --depth;
      }
      const std::size_t first = at + name.size();
      if (end > first + 1) found.push_back(text.substr(first, end - 1 - first));
    }
  return found;
}

double period_of_expression(const std::string& text, const params::Scope& scope, const Interval& interval) {
  double rate = 0;
  for (const std::string& argument : arguments_of_waves(text)) try {
      const auto phase = params::TimeFunction::expression(argument, scope);
      for (int i = 0; i <= kSamples; ++i) {
        const double slope =
            phase.derivative(interval.start + (interval.end - interval.start) * i / kSamples);
        if (std::isfinite(slope)) rate = std::max(rate, std::abs(slope));
      }
    } catch (const params::ExpressionError&) {  // a function of another variable
    } catch (const params::BadValue&) {
    }
  return rate > 0 ? 2 * std::numbers::pi / rate : HUGE_VAL;
}

/// The numbers behind a name in a table as decks write it.
std::vector<double> numbers_behind(const std::string& text, const std::string& name) {
  std::vector<double> list;
  std::size_t at = text.find(name + " = [");
  if (at == std::string::npos) return list;
  at += name.size() + 4;
  while (at < text.size() && text[at] != ']') {
    char* end = nullptr;
    list.push_back(std::strtod(text.c_str() + at, &end));
    const auto next = static_cast<std::size_t>(end - text.c_str());
    if (next == at) return {};
    at = text.find_first_not_of(", ", next);
  }
  return list;
}

double period_of_table(const std::string& text) {
  const std::vector<double> times = numbers_behind(text, "times"), values = numbers_behind(text, "values");
  if (times.size() != values.size()) return HUGE_VAL;
  double last_slope = 0, first = 0, last = 0;
  int turns = 0;
  for (std::size_t i = 1; i < times.size(); ++i) {
    const double slope = values[i] - values[i - 1];
    if (slope == 0) continue;
    if (slope * last_slope < 0) {
      last = times[i - 1];
      if (turns++ == 0) first = last;
    }
    last_slope = slope;
  }
  return turns >= kTurns ? 2 * (last - first) / (turns - 1) : HUGE_VAL;
}

class Periods {
 public:
  Periods(const deck::Deck& deck, const params::Params& control, double step)
      : deck_(deck), step_(step), interval_{control.number("start"), control.number("end")} {
    for (const auto& [name, value] : deck.parameters()) try {
        scope_.define(name, value);
      } catch (const params::ExpressionError&) {
      }
  }

  void look_at(const params::Params& entry, const std::string& title) {
    for (const params::Params::Entry& value : entry.entries()) {
      if (!value.given) continue;
      for (const params::Params& table : value.tables) look_at(table, title);
      if (value.is_table || value.is_list_of_tables) continue;
      if (const auto* one = std::get_if<params::TimeFunction>(&value.value)) judge(*one, value, title);
      if (const auto* some = std::get_if<std::vector<params::TimeFunction>>(&value.value))
        for (const params::TimeFunction& function : *some)
          if (judge(function, value, title)) break;
    }
  }
  std::vector<std::string> take() { return std::move(found_); }

 private:
  bool judge(const params::TimeFunction& function, const params::Params::Entry& entry,
             const std::string& title) {
    if (function.is_constant()) return false;
    const std::string text = function.to_toml();
    const double period =
        text.starts_with('{') ? period_of_table(text) : period_of_expression(text, scope_, interval_);
    if (!(period < kLeastSteps * step_ * (1 - 1e-9))) return false;
    found_.push_back(
        fmt::format("doubtful: {}: '{}' of {} has a period of {:.4g} {}, which a step of {:.4g} samples at "
                    "{:.2g} points; at least ten are required, use a step of {:.2g} or less",
                    params::to_string(entry.where), entry.key, title, period, deck_.units().time, step_,
                    period / step_, period / (2 * kLeastSteps)));
    return true;
  }

  const deck::Deck& deck_;
  params::Scope scope_;
  double step_;
  Interval interval_;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> doubtful_steps(const deck::Deck& deck, double step) {
  const params::Params& control = control_table(deck);
  Periods periods(deck, control, step);
  const double length = control.number("end") - control.number("start");
  std::vector<std::string> found;
  if (length > 0 && step > length * (1 + 1e-9))
    found.push_back(
        fmt::format("doubtful: the step of {:.6g} is longer than the whole interval of {:.6g} {}, so the run "
                    "has only one step",
                    step, length, deck.units().time));
  if (is_static(deck) || control.given("error_tolerance")) return found;
  for (const char* kind : {"load", "boundary", "joint", "element"})
    for (const params::Params* entry : deck.entries(kind))
      periods.look_at(*entry, entry->name().empty() ? fmt::format("a [[{}]]", kind)
                                                    : fmt::format("{} '{}'", kind, entry->name()));
  for (std::string& sentence : periods.take()) found.push_back(std::move(sentence));
  return found;
}

}  // namespace jounce
