#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "io/event_writer.h"
#include "io/folder_lock.h"
#include "io/history_writer.h"
#include "run/contact_problem_dump.h"
#include "run/continued_files.h"
#include "run/field_frames.h"
#include "run/history_row.h"
#include "run/iteration_output.h"
#include "run/run.h"
#include "run/transition_file.h"
#include "run/write_failure.h"

namespace jounce {

/// The folder of results of a run under way: history, events, transitions, iterations, contact problems and
/// fields, as the deck's table [output] wants them. Only rank 0 writes.
class Recorder {
 public:
  Recorder(const Setup& setup, const RunOptions& options);

  const std::filesystem::path& folder() const { return folder_; }
  bool writes() const { return writes_; }                ///< this rank, any files
  bool is_open() const { return history_.has_value(); }  ///< and there is a history
  bool dumps_contact_problems() const { return contact_problems_.is_on(); }
  IterationOutput& iterations() { return iterations_; }
  const IterationOutput& iterations() const { return iterations_; }

  /// What the next step of the deck needs to go on with the files, which are closed.
  struct Left {
    io::FolderLock lock;
    std::vector<io::Column> columns;
    std::vector<double> transitions;
  };
  Left leave();
  void take_over(Left before);
  /// Before the files are opened: what frames are made from. Collective, where the model is in parts.
  void begin_frames();
  /// Makes or continues the files; the record of the run is written for the first time.
  void open(const RunState& run, RunRecord& record);
  /// The start is the first row; a restart only goes on to the next frame.
  void begin(RunState& run);
  /// A step of this size begins here. Elements learn whether a frame follows.
  void step_from(const State& state, double h);
  /// History row, events and frame of the step just done.
  void record(RunState& run);
  /// The history ends with the last step.
  void end_history(RunState& run);
  /// What could not be written since the start, where several ranks run; null for nothing.
  const std::exception_ptr& failure() const;
  void close();
  /// No other run uses the folder from here on.
  void release() { lock_.release(); }
  /// Calls `visit` with the name and the present value of every column of the history but the time.
  void observe(RunState& run, const std::function<void(const std::string& name, double value)>& visit) {
    row_.observe(run, visit);
  }

  // For checkpoints
  void flush();  ///< what was written goes to the disk
  void store(io::CheckpointWriter& writer);
  void restore(const io::CheckpointReader& reader);

 private:
  /// Files of rows that a restart continues.
  std::vector<std::string> files_of_rows() const;
  void write_row(RunState& run);

  const Setup& setup_;
  const RunOptions& options_;
  bool writes_;
  std::filesystem::path folder_;
  long history_every_;
  bool has_events_;
  io::FolderLock lock_;
  FileMarks marks_;            ///< at the checkpoint that is continued
  bool is_continued_ = false;  ///< of a step before
  std::vector<io::Column> columns_before_;
  HistoryRow row_;
  std::optional<io::HistoryWriter> history_;
  std::optional<io::EventWriter> events_;
  TransitionFile transitions_;
  IterationOutput iterations_;
  ContactProblemDump contact_problems_;
  State before_;  ///< begin of the last step, for contact problems
  FieldFrames frames_;
  bool keeps_results_ = false;  ///< what elements were told last
  WriteFailure failure_;
};

}  // namespace jounce
