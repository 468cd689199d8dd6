#include "run/run.h"

#include <new>
#include <stdexcept>

#include "parallel/together.h"
#include "params/input_error.h"

namespace jounce {

namespace {

RunReport report_of(const std::function<RunReport()>& work) {
  RunReport report;
  try {
    return work();
  } catch (const params::InputError& error) {
    report.exit_status = 2;
    report.message = error.what();
  } catch (const std::bad_alloc&) {
    report.exit_status = 1;
    report.message = "this needs more memory than is available";
  } catch (const std::length_error&) {
    report.exit_status = 1;
    report.message = "this needs more memory than is available";
  } catch (const std::exception& error) {
    report.exit_status = 1;
    report.message = error.what();
  }
  return report;
}

}  // namespace

RunReport reported(const std::function<RunReport()>& work) {
  RunReport report = report_of(work);
  const parallel::End end = parallel::end_together({report.exit_status, report.message});
  report.exit_status = end.status;
  report.message = end.message;
  return report;
}

}  // namespace jounce
