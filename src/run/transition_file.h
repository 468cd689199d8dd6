#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "integrators/integrator.h"
#include "io/line_file.h"

namespace jounce {

/// transitions.csv: contacts that begin to stick or to slip while they stay closed. A line has
///
///   time, contact   end of the step, name
///   event           "stick" or "slip"
///   slip_velocity   tangential speed at the end of the last step where it slips: at the last one before it
///   sticks,
///                   at the end of this one when it begins to slip
///   friction        tangential impulse of the step
///   impulse         normal impulse of the step
///
/// A closed contact slips where friction has reached its bound, |Lambda_T| >= (1 - 1e-6) mu Lambda_N, and it
/// moves against it, s . Lambda_T < 0; else it sticks.
class TransitionFile {
 public:
  TransitionFile() = default;
  explicit TransitionFile(std::filesystem::path file) : path_(std::move(file)) {}

  bool is_on() const { return !path_.empty(); }
  /// A restart goes on with the file that exists. Throws io::OutputError.
  void open(io::LineFile::Start start);
  /// After every accepted step. Throws io::OutputError.
  void step(const System& system, const StepResult& result, double time);
  void flush() {
    if (file_) file_->flush();
  }
  void close() {
    if (file_) file_->close();
  }

  /// Pair, point, 1 where it slips, and speed of every closed contact with friction, ascending; for
  /// checkpoints.
  std::vector<double>& store() { return store_; }

 private:
  struct Contact {
    int pair;
    std::int64_t point;
    bool slips;
    double speed;
  };
  void compare(const System& system, const ContactRow& row, const Contact& now, double friction,
               double impulse, double time);

  std::filesystem::path path_;
  std::unique_ptr<io::LineFile> file_;
  std::vector<double> store_;
  std::vector<Contact> contacts_;
};

}  // namespace jounce
