#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "io/checkpoint.h"
#include "keyword/translation.h"

namespace jounce {

/// States in a restart file (keyword/restart_file.h) as bytes: for each kind of entry (numbers, whole
/// numbers, texts) their count (8 bytes), then name and values, each behind their size. Numbers are as the
/// processor has them.
std::string to_bytes(const io::CheckpointContent& content);
/// Throws std::runtime_error where the bytes are no such content.
io::CheckpointContent from_bytes(const std::string& bytes);

/// What the numbers of a state at the end of a step mean, a line for each thing: points, materials and
/// elements, and what acts in the step. @param k  place among the steps of the translation
std::string meaning_of_state(const keyword::Translation& translation, std::size_t k);

/// The thing that differs first between two of these texts, "material 'STEEL'"; empty where none does.
std::string difference(const std::string& before, const std::string& now);

/// *RESTART, WRITE: states behind steps of a job, and its file, which is written anew behind each of these.
class RestartWriter {
 public:
  /// @param file  empty: none is written
  RestartWriter(const keyword::Input& input, std::filesystem::path file);

  /// Whether this step or one after it is kept, so that the state behind it may be asked for.
  bool needs(std::size_t step) const;
  /// A step has ended that leaves a state.
  void state(std::size_t step, const io::CheckpointWriter& state);
  /// A step has ended, of whatever kind. @param time  of all steps. Throws io::OutputError.
  void step_done(std::size_t step, double time);

 private:
  bool keeps(std::size_t step) const;

  const keyword::Input& input_;
  std::filesystem::path file_;
  std::optional<io::CheckpointContent> now_;
  io::CheckpointContent all_;
  std::vector<int> steps_;
};

/// *RESTART, READ: where a job begins.
struct RestartPoint {
  /// Of an input that goes on from a restart file. Throws std::runtime_error where that lacks it.
  explicit RestartPoint(const keyword::Input& input);

  double time = 0;  ///< of all steps that are done
  /// What the last of them that leaves a state has left; none: they all are about the initial state.
  std::optional<io::CheckpointReader> state;
};

}  // namespace jounce
