#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "io/line_file.h"
#include "stepping/stepper.h"

namespace jounce {

/// transitions.csv: contacts that begin to stick or to slip while they stay closed, and joints with friction
/// that do. A line has
///
///   time            end of the step
///   kind, name      "contact" or "joint", and which
///   event           "stick" or "slip"
///   slip_velocity   speed at the surface: at the end of the last step before it sticks, at the end of this
///                   one when it begins to slip
///   friction        tangential impulse of the step
///   impulse         normal impulse of the step; of a joint N of Coulomb's law (JointFriction), without F_0
///
/// What sticks and what slips is what the scheme has found (StepResult::friction_state).
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
  /// Of what was flushed.
  io::FileMark mark() const { return file_ ? file_->mark() : io::FileMark(); }
  void close() {
    if (file_) file_->close();
  }

  /// Pair, point, 1 where it slips, and speed of every closed contact with friction, ascending, then of the
  /// joints, which are numbered behind the pairs; for checkpoints.
  std::vector<double>& store() { return store_; }

 private:
  /// A contact or a joint with friction.
  struct Place {
    int pair;
    std::int64_t point;
    bool slips;
    double speed, friction, impulse;
  };
  void add_contacts(const System& system, const StepResult& result, double time);
  void add_joints(const System& system, const StepResult& result, double time);
  /// Writes a line when the last step had this place in another state. `name` is asked for only then.
  template <class Name>
  void add(const Place& now, const char* kind, const Name& name, double time);

  std::filesystem::path path_;
  std::unique_ptr<io::LineFile> file_;
  std::vector<double> store_;
  std::vector<Place> places_;
};

}  // namespace jounce
