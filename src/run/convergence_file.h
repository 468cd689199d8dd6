#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "io/line_file.h"
#include "stepping/convergence_log.h"

namespace jounce {

/// convergence.csv of a run: one line for every iteration of the steps that failed, or of all steps. Columns:
///
///   time, step, size    end of the step that was tried, its number, its size
///   accepted            1 when the step was
///   stage, iteration    of a step with several systems, which; 0 is the first guess
///   residual            what the test of convergence looks at, over its limit
///   motion ... friction parts of it by Field, each over what is allowed; empty: no such equations
///   active, changes     closed contacts; contacts and joints whose branch has changed since the last line
///   changed             name of the first of them, in solutions that failed (all of them: in every one)
///
/// The file appears with its first line. Iterations of an attempt that takes long are there as they are done,
/// accepted = 0, in failures without names; at its end its lines are written anew, or taken away where they
/// do not belong here. Of failures, the first kAttempts attempts are written, and the last
/// one of a run that fails.
class ConvergenceFile {
 public:
  enum class Mode { none, failures, all };
  static constexpr int kAttempts = 1000;

  /// By the key `output.convergence`.
  static Mode mode(const std::string& key);

  ConvergenceFile() : log_(false) {}
  /// @param verbose  the log is wanted with all names, also where no file is
  ConvergenceFile(std::filesystem::path file, Mode mode, bool verbose)
      : mode_(mode), verbose_(verbose), path_(std::move(file)), log_(verbose || mode == Mode::all) {}

  /// What integrators fill; null when nothing is wanted.
  ConvergenceLog* log() { return mode_ == Mode::none && !verbose_ ? nullptr : &log_; }
  const ConvergenceLog* log() const { return mode_ == Mode::none && !verbose_ ? nullptr : &log_; }
  /// The same for those who look at iterations as they come.
  ConvergenceLog& rows() { return log_; }
  /// A restart goes on with the file that exists; else it is removed.
  void open(io::LineFile::Start start);

  struct Attempt {
    long step = 0;
    double time = 0, size = 0;
    bool accepted = false;
    bool converged = false;  ///< accepted, or refused as too long
  };
  /// Before every attempt at a step.
  void begin();
  /// After every iteration. Throws io::OutputError.
  void iterated(const Attempt& attempt);
  /// After every attempt at a step. Throws io::OutputError.
  void attempted(const Attempt& attempt);
  /// What was written goes to the disk. Throws io::OutputError.
  void flush() {
    if (file_) file_->flush();
  }
  /// The run ends here: writes the last attempt where it is missing. Throws io::OutputError.
  void close();

 private:
  void write(const Attempt& attempt, std::size_t first = 0);
  void open_file();
  void take_back();
  bool wants_failure() const { return mode_ == Mode::all || attempts_ < kAttempts; }

  Mode mode_ = Mode::none;
  bool verbose_ = false;
  std::filesystem::path path_;
  io::LineFile::Start start_ = io::LineFile::Start::fresh;
  ConvergenceLog log_;
  std::unique_ptr<io::LineFile> file_;
  std::optional<Attempt> missing_;  ///< the last attempt, when it failed and was not written
  int attempts_ = 0;
  // rows of the attempt under way that are in the file
  std::optional<double> began_;  ///< when, on the coarse clock; empty before its first iteration
  std::size_t shown_ = 0;
  std::optional<std::size_t> shown_from_;  ///< length of the file before them
  bool is_for_show_ = false;               ///< the file was made for them
};

}  // namespace jounce
