#pragma once

#include <memory>
#include <string>
#include <vector>

namespace jounce::params {

/// A value from outside that changes while an analysis runs: an input of an FMU. It goes in a straight line
///     s(t) = from + (to - from) (t - begin) / (end - begin),   s = from before, s = to after,
/// and holds `to` where end <= begin.
struct Signal {
  double from = 0, to = 0;
  double begin = 0, end = 0;

  double value(double t) const;
  double rate(double t) const;  ///< ds/dt, that of the line from its beginning to its end; else 0
};

using Signals = std::vector<std::shared_ptr<Signal>>;

/// While it lives, TimeFunction::expression takes the text "signal(i)" in this thread for signals[i].
class SignalScope {
 public:
  explicit SignalScope(const Signals& signals);
  ~SignalScope();
  SignalScope(const SignalScope&) = delete;
  SignalScope& operator=(const SignalScope&) = delete;
};

/// The signal that a text stands for; null for other texts, and where no SignalScope is open.
std::shared_ptr<const Signal> signal_of(const std::string& text);

}  // namespace jounce::params
