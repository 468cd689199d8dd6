#include "run/stop_signal.h"

#include <csignal>

namespace jounce {
namespace {

volatile std::sig_atomic_t caught = 0;

extern "C" void catch_stop_signal(int signal) {
  caught = signal;
  // The next one does what it always did.
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

}  // namespace

StopSignalCatcher::StopSignalCatcher() {
  caught = 0;
  std::signal(SIGINT, catch_stop_signal);
  std::signal(SIGTERM, catch_stop_signal);
}

StopSignalCatcher::~StopSignalCatcher() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

int stop_signal() { return caught; }

}  // namespace jounce
