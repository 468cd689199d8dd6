#pragma once

#include <optional>
#include <string>
#include <vector>

#include "keyword/input.h"
#include "params/node.h"

namespace jounce::keyword {

/// A load or support as one step gives it.
struct StepValue {
  double value = 0;
  std::string amplitude;  ///< empty: none
  int line = 0;
  bool operator==(const StepValue& other) const {
    return value == other.value && amplitude == other.amplitude;
  }
  bool operator<(const StepValue& other) const {
    return value != other.value ? value < other.value : amplitude < other.amplitude;
  }
};
/// The same over the general steps of an analysis; nothing where a step does not mention it.
using StepValues = std::vector<std::optional<StepValue>>;

/// Ends a load that a step with OP=NEW does not mention: its value there is 0.
void end_load(StepValues& values, std::size_t step);

/// Time that a step takes, counted over all general steps.
struct StepTime {
  double start = 0, end = 0;
  bool ramped =
      true;  ///< values without an amplitude grow in proportion to time over the step; else they jump
  bool moves = false;  ///< a motion: *DYNAMIC
};

/// Value over total time, linear between the points and constant outside.
struct LoadPath {
  std::vector<double> times, values;

  /// As the deck has a function of time.
  params::Node node() const;
};

/// What a load does over all steps, beginning with the value `initial`: a step that does not mention it keeps
/// its value. Throws
/// params::InputError when an amplitude is not there.
LoadPath load_path(const Input& input, const std::vector<StepTime>& steps, const StepValues& values,
                   const Card& card, double initial = 0);

/// The same of a support, whose nodes are at their places of the file at the start: a value there is reached
/// by a jump just after it. Behind the end of a motion it goes on at its velocity. Throws params::InputError
/// where the jump would be the start of a motion.
LoadPath support_path(const Input& input, const std::vector<StepTime>& steps, const StepValues& values,
                      const Card& card, int line);

}  // namespace jounce::keyword
