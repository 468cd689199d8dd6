#include "run/convergence_file.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "io/csv.h"
#include "io/wall_clock.h"

namespace jounce {
namespace {

constexpr double kLong = 0.25;  ///< seconds from which on an attempt is shown as it goes

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

void ConvergenceFile::begin() {
  began_.reset();
  shown_ = 0;
}

void ConvergenceFile::iterated(const Attempt& attempt) {
  if (mode_ == Mode::none || !wants_failure()) return;
  const double now = io::coarse_seconds();
  if (!began_) began_ = now;
  if (now - *began_ < kLong) return;
  if (!shown_from_) {
    is_for_show_ = !file_ && start_ == io::LineFile::Start::fresh;
    open_file();
    shown_from_ = file_->size();
  }
  write(attempt, shown_);
  shown_ = log_.rows().size();
  file_->flush();
}

/// Nothing of an attempt stays that its end would write otherwise.
void ConvergenceFile::take_back() {
  const auto from = shown_from_;
  if (!from) return;
  shown_from_.reset();
  if (!is_for_show_) return file_->cut(*from);
  file_.reset();
  std::filesystem::remove(path_);
  start_ = io::LineFile::Start::fresh;
}

void ConvergenceFile::attempted(const Attempt& attempt) {
  if (mode_ == Mode::none) return;
  take_back();
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

void ConvergenceFile::open_file() {
  if (file_) return;
  file_ = std::make_unique<io::LineFile>(path_, start_);
  if (start_ == io::LineFile::Start::fresh)
    file_->line(
        "time,step,size,accepted,stage,iteration,residual,motion,joint_position,joint_velocity,"
        "contact_position,contact_velocity,friction,active,changes,changed");
  start_ = io::LineFile::Start::append;
}

void ConvergenceFile::write(const Attempt& attempt, std::size_t first) {
  if (log_.rows().empty()) return;
  open_file();
  std::string line;
  for (std::size_t at = first; at < log_.rows().size(); ++at) {
    const ConvergenceLog::Row& row = log_.rows()[at];
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
