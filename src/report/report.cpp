#include "report/report.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "io/atomic_file.h"
#include "params/quote.h"
#include "report/html.h"
#include "report/sections.h"
#include "version.h"

namespace jounce::report {
namespace {

std::string title_of(const Result& result) {
  std::string title = text_at(result.deck, "title");
  if (!title.empty()) return title;
  auto folder = std::filesystem::absolute(result.folder).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  return folder.filename().string();
}

}  // namespace

std::filesystem::path write_report(const ReportRequest& request) {
  const Result result = read_result(request.result);
  Figures figures;
  const std::string title = title_of(result);
  const std::string body = run_section(result) + model_section(result, figures) + scene_section(result) +
                           mode_section(result, figures) + curve_sections(result, figures) +
                           event_section(result) + solver_section(result, figures) + printed_section(result) +
                           deck_section(result);
  const std::string head =
      fmt::format("<header>\n<h1>{}</h1>\n{}</header>\n", params::markup_text(title), banner(result)) +
      warning_section(result, figures.troubles());
  const std::string foot = fmt::format("<footer>Report by {}, {:%Y-%m-%d %H:%M} UTC.</footer>\n",
                                       params::markup_text(version_line()), fmt::gmtime(std::time(nullptr)));
  auto file = request.output.empty() ? result.folder / "report.html" : request.output;
  io::write_atomically(file, page(title, head + body + foot));
  return file;
}

}  // namespace jounce::report
