#include "io/event_writer.h"

#include <fmt/format.h>

#include "io/csv.h"
#include "io/wall_clock.h"

namespace jounce::io {

EventWriter::EventWriter(const std::filesystem::path& path, LineFile::Start start) : file_(path, start) {
  if (start == LineFile::Start::fresh) {
    file_.line("time,contact,impulse,velocity_before,velocity_after,energy_lost");
    file_.flush();
  }
}

void EventWriter::event(const Event& event) {
  file_.line(fmt::format("{},{},{},{},{},{}", event.time, csv_cell(event.contact), event.impulse,
                         event.velocity_before, event.velocity_after, event.energy_lost));
  waiting_ = true;
  poll_waiting();
}

void EventWriter::poll_waiting() {
  const double now = coarse_seconds();
  if (now - last_flush_ >= flush_seconds) {
    flush();
    last_flush_ = now;
  }
}

void EventWriter::flush() {
  waiting_ = false;
  file_.flush();
}

void EventWriter::close() {
  waiting_ = false;
  file_.close();
}

}  // namespace jounce::io
