#include "run/convergence_file.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "io/csv.h"

namespace jounce {
namespace {

void append(std::string& line, double value) {
  if (std::isnan(value))
    line += ',';
  else
    fmt::format_to(std::back_inserter(line), ",{:.4g}", value);
}

void append(std::string& line, int count) {
  if (count == ConvergenceLog::kUnknown)
    line += ',';
  else
    fmt::format_to(std::back_inserter(line), ",{}", count);
}

}  // namespace

ConvergenceFile::Mode ConvergenceFile::mode(const std::string& key) {
  return key == "all" ? Mode::all : key == "failures" ? Mode::failures : Mode::none;
}

void ConvergenceFile::open(io::LineFile::Start start) {
  start_ = start;
  if (start == io::LineFile::Start::fresh) std::filesystem::remove(path_);
}

void ConvergenceFile::attempted(const Attempt& attempt) {
  if (mode_ == Mode::none) return;
  missing_.reset();
  if (mode_ == Mode::failures && attempt.converged) return;
  if (mode_ == Mode::failures && ++attempts_ > kAttempts)
    missing_ = attempt;
  else
    write(attempt);
}

void ConvergenceFile::close() {
  if (missing_) write(*missing_);
  missing_.reset();
  if (file_) file_->close();
  file_.reset();
}

void ConvergenceFile::write(const Attempt& attempt) {
  if (log_.rows().empty()) return;
  if (!file_) {
    file_ = std::make_unique<io::LineFile>(path_, start_);
    if (start_ == io::LineFile::Start::fresh)
      file_->line(
          "time,step,size,accepted,stage,iteration,residual,motion,joint_position,joint_velocity,"
          "contact_position,contact_velocity,friction,active,changes,changed");
    start_ = io::LineFile::Start::append;
  }
  std::string line;
  for (const ConvergenceLog::Row& row : log_.rows()) {
    line = fmt::format("{},{},{},{},{},{}", attempt.time, attempt.step, attempt.size,
                       attempt.accepted ? 1 : 0, io::csv_cell(row.stage), row.iteration);
    append(line, row.residual);
    for (std::size_t i = 0; i < FieldResiduals::kFields; ++i) append(line, row.fields[i]);
    append(line, row.active);
    append(line, row.changes);
    line += ',';
    line += io::csv_cell(log_.name(row));
    file_->line(line);
  }
  file_->poll_clock();
}

}  // namespace jounce
