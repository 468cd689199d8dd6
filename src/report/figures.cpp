#include "report/figures.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "io/base64.h"
#include "io/csv.h"
#include "io/output_error.h"
#include "params/quote.h"
#include "picture/draw.h"
#include "report/hover.h"
#include "report/html.h"

namespace jounce::report {
namespace {

/// gnuplot names one font; where it is missing a browser would take one with serifs.
std::string with_fonts(std::string svg) {
  const std::string one = "font-family=\"DejaVu Sans\"",
                    more = "font-family=\"DejaVu Sans,Verdana,Arial,sans-serif\"";
  for (std::size_t at = svg.find(one); at != std::string::npos; at = svg.find(one, at + more.size()))
    svg.replace(at, one.size(), more);
  return svg;
}

std::string figure(const std::string& caption, const std::string& picture) {
  return fmt::format("<figure><figcaption>{}</figcaption>{}</figure>\n", params::markup_text(caption),
                     picture);
}

io::PlotRequest sized(const io::PlotRequest& request, int width) {
  io::PlotRequest wanted = request;
  wanted.width = width;
  wanted.is_vector = true;
  return wanted;
}

}  // namespace

std::string Figures::svg(const io::PlotRequest& curves, int width) {
  const io::PlotRequest request = sized(curves, width);
  const auto file = folder_.path() / "curves.svg";
  io::plot(request, file);
  return "data:image/svg+xml;base64," + io::base64(with_fonts(io::read_text(file)));
}

std::string Figures::curves(const io::PlotRequest& request, const std::string& caption) {
  constexpr int wide = 620, narrow = 360;
  try {
    const std::string large = svg(request, wide), small = svg(request, narrow);
    const std::string hover =
        hover_data(request, io::plot_axis(sized(request, wide)), io::plot_axis(sized(request, narrow)));
    return figure(caption, fmt::format("<div class=\"hover\" {}>", hover) +
                               fmt::format("<picture><source media=\"(max-width: 40rem)\" srcset=\"{}\"/>"
                                           "<img src=\"{}\" alt=\"{}\"/></picture></div>",
                                           small, large, params::markup_text("Curves: " + caption)));
  } catch (const io::OutputError& error) {
    // A column of zeros on a logarithmic axis, say, is no trouble: there is nothing to see.
    const std::string message = error.what();
    if (message.find("nothing to plot") == std::string::npos &&
        std::find_if(troubles_.begin(), troubles_.end(), [](const std::string& known) {
          return known.starts_with("Pictures");
        }) == troubles_.end())
      troubles_.push_back("Pictures of curves are missing: " + message);
    return {};
  }
}

std::string Figures::field(const io::FieldFile& file, const io::DrawRequest& request,
                           const std::string& caption) {
  try {
    io::DrawRequest wanted = request;
    wanted.png = folder_.path() / "field.png";
    const io::Drawn drawn = picture::draw(file, wanted);
    const std::string what =
        fmt::format("{}{}{}, {}", caption, caption.empty() ? "" : ": ", drawn.name, drawn.time);
    return figure(what,
                  fmt::format("<img src=\"data:image/png;base64,{}\" alt=\"{}\"/>",
                              io::base64(io::read_text(drawn.png)), params::markup_text("Model: " + what)));
  } catch (const io::OutputError& error) {
    const std::string message = error.what();
    if (message.find("nothing to draw") == std::string::npos && troubles_.empty())
      troubles_.push_back("Pictures are missing: " + message);
    return {};
  }
}

std::string grid(const std::string& figures) {
  return figures.empty() ? "" : "<div class=\"figures\">\n" + figures + "</div>\n";
}

}  // namespace jounce::report
