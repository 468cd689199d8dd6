#include "params/signal.h"

#include <algorithm>
#include <cstdlib>

namespace jounce::params {
namespace {

thread_local const Signals* open_signals = nullptr;

}  // namespace

double Signal::value(double t) const {
  if (!(t < end)) return to;
  if (!(t > begin)) return from;
  return from + (to - from) * ((t - begin) / (end - begin));
}

double Signal::rate(double t) const {
  constexpr double kRoundOff = 1e-9;  // of the length: the step that ends there may end a digit later
  const double length = end - begin;
  return length > 0 && t >= begin && t <= end + kRoundOff * length ? (to - from) / length : 0.0;
}

SignalScope::SignalScope(const Signals& signals) { open_signals = &signals; }
SignalScope::~SignalScope() { open_signals = nullptr; }

std::shared_ptr<const Signal> signal_of(const std::string& text) {
  constexpr const char kHead[] = "signal(";
  if (open_signals == nullptr || !text.starts_with(kHead)) return nullptr;
  char* end = nullptr;
  const unsigned long number = std::strtoul(text.c_str() + sizeof kHead - 1, &end, 10);
  return std::string(end) == ")" && number < open_signals->size() ? (*open_signals)[number] : nullptr;
}

}  // namespace jounce::params
