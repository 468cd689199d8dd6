#pragma once

namespace jounce {

/// While it lives, the first SIGINT or SIGTERM only asks the run to stop; a second one ends the program.
class StopSignalCatcher {
 public:
  StopSignalCatcher();
  ~StopSignalCatcher();
  StopSignalCatcher(const StopSignalCatcher&) = delete;
  StopSignalCatcher& operator=(const StopSignalCatcher&) = delete;
};

/// Number of the signal that asked to stop; 0: none has.
int stop_signal();

/// In place of the number of a signal: `jounce stop` has asked. Larger than any of them.
inline constexpr int kStopRequest = 1000;

/// What ends the iterations of a step when a signal asks to stop. No std::exception: nobody who tries a step
/// again after a failure takes it for one.
struct StepInterrupted {
  int signal = 0;
};

}  // namespace jounce
