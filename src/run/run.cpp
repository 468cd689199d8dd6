#include "run/run.h"

#include <new>
#include <stdexcept>

#include "params/input_error.h"

namespace jounce {

RunReport reported(const std::function<RunReport()>& work) {
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

}  // namespace jounce
