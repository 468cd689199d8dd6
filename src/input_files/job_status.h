#pragma once

#include <filesystem>
#include <optional>

#include "io/line_file.h"
#include "run/iteration_output.h"

namespace jounce {

/// Job status (.sta) and convergence (.cvg) of a job as CalculiX writes them, while it runs.
///
///   .sta   step, increment, attempts at it, iterations of the last one, total time, time in the step, size
///   .cvg   step, increment, attempt, iteration, closed contacts, residual of the forces; corrections and
///          heat, which stay zero
///
/// An increment is a step of the analysis that was accepted. The residual is given in per cent of its limit.
class JobStatus {
 public:
  /// @param stem  of the files, without their endings
  explicit JobStatus(const std::filesystem::path& stem);

  /// @param start  total time there
  void begin_step(std::size_t number, double start);
  /// After every attempt at a step of the analysis.
  void attempted(const ConvergenceFile::Attempt& attempt, const ConvergenceLog& log);
  void close();

 private:
  io::LineFile sta_, cvg_;
  std::size_t step_ = 0;
  double start_ = 0;
  int increment_ = 1, attempt_ = 0;
};

}  // namespace jounce
