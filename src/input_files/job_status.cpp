#include "input_files/job_status.h"

#include <fmt/format.h>

#include <cmath>

#include "input_files/fortran_number.h"

namespace jounce {
namespace {

std::filesystem::path with(std::filesystem::path stem, const char* ending) { return stem.concat(ending); }

}  // namespace

JobStatus::JobStatus(const std::filesystem::path& stem)
    : sta_(with(stem, ".sta"), io::LineFile::Start::fresh),
      cvg_(with(stem, ".cvg"), io::LineFile::Start::fresh) {
  sta_.line("SUMMARY OF JOB INFORMATION");
  sta_.line("  STEP      INC     ATT  ITRS     TOT TIME     STEP TIME      INC TIME");
  cvg_.line("SUMMARY OF C0NVERGENCE INFORMATION");  // with a zero, as programs that read it know it
  cvg_.line("  STEP   INC  ATT   ITER     CONT.   RESID.        CORR.      RESID.      CORR.");
  cvg_.line("                              EL.    FORCE         DISP       FLUX        TEMP.");
  cvg_.line("                              (#)     (%)           (%)        (%)         (%)");
  sta_.flush();
  cvg_.flush();
}

void JobStatus::begin_step(std::size_t number, double start) {
  step_ = number + 1;
  start_ = start;
  increment_ = 1;
  attempt_ = 0;
}

void JobStatus::attempted(const ConvergenceFile::Attempt& attempt, const ConvergenceLog& log) {
  ++attempt_;
  int iterations = 0;
  for (const ConvergenceLog::Row& row : log.rows()) {
    if (row.iteration == 0) continue;  // the first guess
    const double residual = std::isfinite(row.residual) ? 100 * row.residual : 0;
    cvg_.line(fmt::format("{:6}{:6}{:6}{:6}{:9}  {:>10}  {:>10}  {:>10}  {:>10}", step_, increment_, attempt_,
                          ++iterations, std::max(0, row.active), fortran(residual, 4), fortran(0, 4),
                          fortran(0, 4), fortran(0, 4)));
  }
  cvg_.flush();
  if (!attempt.accepted) return;
  sta_.line(fmt::format("{:6} {:10} {:5} {:5}  {:>12}  {:>12}  {:>12}", step_, increment_, attempt_,
                        std::max(1, iterations), fortran(attempt.time, 6), fortran(attempt.time - start_, 6),
                        fortran(attempt.size, 6)));
  sta_.flush();
  ++increment_;
  attempt_ = 0;
}

void JobStatus::close() {
  sta_.close();
  cvg_.close();
}

}  // namespace jounce
