#pragma once

#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "run/recorder.h"
#include "run/state_order.h"

namespace jounce {

/// Checkpoints of a run: when they are due, what goes in and what comes back. All ranks call the same
/// functions.
class Checkpoints {
 public:
  Checkpoints(Setup& setup, const RunOptions& options, RunState& run, Recorder& recorder);

  /// The one that a run stopped by a signal, or killed, goes on from.
  std::filesystem::path file() const { return recorder_.folder() / "checkpoint.h5"; }
  /// Time of the last one; NaN before the first.
  double time() const { return time_; }

  /// Brings the run where a checkpoint was written. Throws io::CheckpointError, or params::InputError where
  /// that was of another model.
  void read(const std::filesystem::path& file);
  /// What the next steps depend on, without the files of results: state, memory of the scheme, counts and
  /// ledger. The scheme drops what it can find anew, so that the run goes on as one that restores does.
  void store(io::CheckpointWriter& writer);
  /// Brings the run where `store` was called, in the same model.
  void restore(const io::CheckpointReader& reader, const std::filesystem::path& name);
  /// The state alone, of `restore`.
  void restore_state(const io::CheckpointReader& reader, const std::filesystem::path& file);
  /// The run goes on from here: intervals of simulated time that have passed are over.
  void begin() { of_interval_ = intervals(); }
  /// Whether the deck wants one after this nominal step.
  bool is_due(long nominal);
  /// Writes one of the present state.
  void write(const std::filesystem::path& file);
  /// The same into file(); an uninterrupted run goes on as a restart would.
  void take();

 private:
  double intervals() const;  ///< of simulated time between checkpoints, so far
  using Memory = std::vector<std::pair<std::string, Vector*>>;  ///< Stepper::memory
  void write(const std::filesystem::path& file, const Memory& memory);
  void store_counts(io::CheckpointWriter& writer) const;
  void restore_counts(const io::CheckpointReader& reader);
  void store_state(io::CheckpointWriter& writer) const;
  bool is_in_parts() const { return !setup_.system().is_whole(); }
  StateOrder& order();  ///< collective at its first call
  /// Of a model in parts: state and memory as one rank would have them, on rank 0. Collective.
  void gather(const Memory& memory);
  void put_memory(const Memory& memory, io::CheckpointWriter& writer) const;
  Vector memory_of(const io::CheckpointReader& reader, const std::string& name);

  Setup& setup_;
  const RunOptions& options_;
  RunState& run_;
  Recorder& recorder_;
  long every_;              ///< so many nominal steps; 0: not by steps
  double interval_;         ///< of simulated time; 0: not by it
  double of_interval_ = 0;  ///< how many intervals have had theirs
  double seconds_;          ///< of real time between checkpoints; 0: not by time
  double next_;             ///< on the clock of io::coarse_seconds
  double time_ = NAN;
  std::optional<StateOrder> order_;  ///< of a model in parts, made when it is needed
  std::vector<std::pair<std::string, std::vector<double>>> gathered_;
};

}  // namespace jounce
