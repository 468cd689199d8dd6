#pragma once

#include <filesystem>
#include <string_view>

#include "io/line_file.h"

namespace jounce::io {

/// One impact or other velocity jump at a contact.
struct Event {
  double time;               ///< end of the step in which the impact falls, or the located instant
  std::string_view contact;  ///< name of the contact
  double impulse;            ///< normal impulse
  double velocity_before;    ///< normal relative velocity before, negative when approaching
  double velocity_after;     ///< normal relative velocity after
  double energy_lost;        ///< kinetic energy lost in this impact, >= 0 for a dissipative one
};

/// events.csv: a header line `time,contact,impulse,velocity_before,velocity_after,energy_lost` and one line
/// per event; names are quoted when they hold commas, quotes or line ends. Events are written at once when
/// they are rare; bursts are collected for up to 0.25 s. `truncate_after` (line_file.h) serves a restart.
class EventWriter {
 public:
  /// Throws OutputError.
  explicit EventWriter(const std::filesystem::path& path, LineFile::Start start = LineFile::Start::fresh);
  void event(const Event& event);
  /// Call now and then (each step is fine: one reading of a coarse clock when something waits, else nothing),
  /// so that the last events of a burst do not wait for the next event.
  void poll() {
    if (waiting_) poll_waiting();
  }
  void flush();
  /// Of what was flushed.
  FileMark mark() const { return file_.mark(); }
  void close();

 private:
  void poll_waiting();

  LineFile file_;
  double last_flush_ = 0.0;
  bool waiting_ = false;
};

}  // namespace jounce::io
