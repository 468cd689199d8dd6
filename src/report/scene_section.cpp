#include <fmt/format.h>

#include <array>

#include "io/output_error.h"
#include "params/quote.h"
#include "report/html.h"
#include "report/sections.h"
#include "view/view.h"

// The model that turns and plays, as `jounce view` shows it.

namespace jounce::report {
namespace {

/// Up to which a report has the page with so many frames.
constexpr std::size_t kMostBytes = 12'000'000;
constexpr std::array kFrames = {60, 20, 5};

}  // namespace

std::string scene_section(const Result& result) {
  try {
    view::ViewRequest request;
    request.result = result.folder;
    request.has_inside = false;
    for (const int frames : kFrames) {
      request.most_frames = frames;
      const view::Page page = view::page_of(request);
      if (page.text.size() > kMostBytes) continue;
      const std::string note =
          page.view.frames < page.view.all_frames
              ? fmt::format("<p>{} of {} frames; <code>jounce view</code> shows more.</p>\n",
                            page.view.frames, page.view.all_frames)
              : "";
      return section(
          "The model in motion",
          fmt::format("<iframe class=\"scene\" title=\"Model\" sandbox=\"allow-scripts allow-downloads\" "
                      "loading=\"lazy\" srcdoc=\"{}\"></iframe>\n",
                      params::markup_text(page.text)) +
              note);
    }
    return section(
        "The model in motion",
        "<p>The model is too large for a report; <code>jounce view</code> writes a page of it.</p>\n");
  } catch (
      const io::OutputError&) {  // no fields, or a damaged file: `jounce draw` says what is wrong with it
    return {};
  }
}

}  // namespace jounce::report
