#pragma once

#include <filesystem>
#include <string>

namespace jounce::report {

struct ReportRequest {
  std::filesystem::path result;  ///< folder of jounce run or jounce modes
  std::filesystem::path output;  ///< empty: report.html in it
};

/// Writes one HTML page of a result folder, with all its pictures inside: nothing else is loaded. Scripts
/// run only for the model that turns and for the values under the pointer; without them the pictures remain.
/// What the result lacks is left out.
/// @return the file. Throws NoResult, and io::OutputError when the page cannot be written.
std::filesystem::path write_report(const ReportRequest& request);

}  // namespace jounce::report
