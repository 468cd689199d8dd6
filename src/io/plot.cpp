#include "io/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "io/curves.h"
#include "io/gnuplot.h"
#include "io/picture_format.h"

namespace jounce::io {
namespace {

struct Range {
  double low = HUGE_VAL, high = -HUGE_VAL;
  double length() const { return high - low; }
};

/// Curves on one pair of axes.
struct Panel {
  std::vector<const Curve*> curves;
  std::string y_label;
  bool has_legend = false;
  Range y;
  double y_step = 1;
};

/// One panel for every unit, up to four; a reference without unit goes with the column of its name.
std::vector<Panel> panels_of(std::vector<Curve>& curves, const PlotRequest& request) {
  constexpr std::size_t most = 4;
  for (Curve& curve : curves) {
    const auto same = std::find_if(curves.begin(), curves.end(), [&](const Curve& other) {
      return !other.is_reference && other.name == curve.name;
    });
    if (curve.is_reference && curve.unit.empty() && same != curves.end()) curve.unit = same->unit;
  }
  std::vector<std::string> units;
  for (const Curve& curve : curves)
    if (std::find(units.begin(), units.end(), curve.unit) == units.end()) units.push_back(curve.unit);
  const bool one = units.size() > most || !request.y_label.empty();
  if (one && units.size() > 1)
    for (Curve& curve : curves) curve.label = with_unit(curve.label, curve.unit);
  std::vector<Panel> panels(one ? 1 : units.size());
  for (const Curve& curve : curves) {
    const auto place = std::find(units.begin(), units.end(), curve.unit) - units.begin();
    if (!curve.parts.empty()) panels[one ? 0 : static_cast<std::size_t>(place)].curves.push_back(&curve);
  }
  std::erase_if(panels, [](const Panel& panel) { return panel.curves.empty(); });
  for (Panel& panel : panels) {
    std::set<std::string> names;
    for (const Curve* curve : panel.curves) names.insert(curve->name);
    const std::string& unit = panel.curves.front()->unit;
    panel.has_legend = panel.curves.size() > 1;
    panel.y_label = !request.y_label.empty() ? request.y_label
                    : names.size() == 1      ? with_unit(*names.begin(), unit)
                    : one || unit.empty()    ? ""
                                             : fmt::format("[{}]", unit);
  }
  return panels;
}

std::string range(const std::optional<std::pair<double, double>>& values) {
  return values ? fmt::format("[{}:{}]", values->first, values->second) : "[*:*]";
}

/// A style per curve: distinct colours, also for colour-blind eyes (palette of Okabe and Ito); references are
/// black.
std::string style(const Curve& curve, std::size_t number) {
  constexpr const char* colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                     "#e69f00", "#56b4e9", "#555555"};
  constexpr std::size_t few_points = 60;
  if (curve.is_reference) {
    return curve.size() <= few_points ? "with linespoints pt 6 ps 1.3 dt (8,6) lw 2 lc rgb '#000000'"
                                      : "with lines dt (8,6) lw 2 lc rgb '#000000'";
  }
  const std::string line = fmt::format("lw 2 lc rgb '{}' dt {}", colours[number % 7], 1 + number / 7);
  return curve.size() <= few_points ? "with linespoints pt 7 ps 0.7 " + line : "with lines " + line;
}

/// Of all points of a panel, in x or in y.
Range extent(const Panel& panel, bool of_x) {
  Range range;
  for (const Curve* curve : panel.curves)
    for (const auto& part : curve->parts)
      for (const auto& [x, y] : part) {
        range.low = std::min(range.low, of_x ? x : y);
        range.high = std::max(range.high, of_x ? x : y);
      }
  return range;
}

/// Of the x axis.
Range x_extent(const PlotRequest& request, const std::vector<Panel>& panels) {
  if (request.x_range)
    return {std::min(request.x_range->first, request.x_range->second),
            std::max(request.x_range->first, request.x_range->second)};
  Range range;
  for (const Panel& panel : panels) {
    const Range own = extent(panel, true);
    range = {std::min(range.low, own.low), std::max(range.high, own.high)};
  }
  return range;
}

/// Range with 4 % on both sides; not empty.
Range widened(const Range& range) {
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  const double more = std::max(0.04 * range.length(), size > 0 ? 1e-6 * size : 1e-6);
  return {range.low - more, range.high + more};
}

/// 1, 2 or 5 times a power of ten, so that a range has at most `most` intervals, but two tics.
double tic_step(const Range& range, int most) {
  if (!(range.length() > 0)) return 1;
  double best = range.length();
  for (int power = static_cast<int>(std::floor(std::log10(range.length()))) + 1;; --power)
    for (const double factor : {5.0, 2.0, 1.0}) {
      const double step = factor * std::pow(10.0, power);
      const double tics = std::floor(range.high / step) - std::ceil(range.low / step) + 1;
      const bool is_fine = range.length() > step * most * (1 + 1e-9);
      if (is_fine && best < range.length()) return best;
      if (tics >= 2) best = step;
    }
}

/// Characters of the longest label at multiples of the step.
std::size_t tic_length(const Range& range, double step) {
  std::size_t longest = 0;
  for (double i = std::ceil(range.low / step); i * step <= range.high; ++i)
    longest = std::max(longest, fmt::format("{:g}", i * step).size());
  return longest;
}

/// Entries of a legend beside each other, as far as gnuplot, which estimates their widths, will put them so.
int legend_columns(const Panel& panel, int width) {
  std::size_t longest = 0;
  for (const Curve* curve : panel.curves) longest = std::max(longest, curve->label.size());
  const int fitting = (width - 140) / (11 * (static_cast<int>(longest) + 7));
  return std::clamp(fitting, 1, static_cast<int>(panel.curves.size()));
}

int legend_rows(const Panel& panel, int width) {
  if (!panel.has_legend) return 0;
  const int columns = legend_columns(panel, width);
  return (static_cast<int>(panel.curves.size()) + columns - 1) / columns;
}

/// True for the path of a point: lengths over lengths, of similar range, are drawn to one scale.
bool is_path(const PlotRequest& request, const Curves& curves, const std::vector<Panel>& panels) {
  if (panels.size() != 1 || request.log_x || request.log_y || request.x_range || request.y_range)
    return false;
  if (request.x == "time" || curves.x_unit.empty() || panels[0].curves.front()->unit != curves.x_unit)
    return false;
  const double x = extent(panels[0], true).length(), y = extent(panels[0], false).length();
  return x < 5 * y && y < 5 * x;
}

/// Pixels from the upper left corner of the picture.
struct Layout {
  double left = 0, right = 0, top = 0, height = 0;  ///< of the (first) panel
};

constexpr int kTitle = 44, kLegendRow = 21, kGap = 16, kBelow = 70;  ///< kBelow: tics and label of the x axis

/// Panels of equal height one above the other, each with its legend above it.
Layout arrange(const PlotRequest& request, std::vector<Panel>& panels) {
  Layout layout;
  layout.top = request.title.empty() ? kGap : kTitle;
  const auto set_height = [&] {
    double taken = layout.top + kBelow - kGap;
    for (const Panel& panel : panels) taken += kGap + kLegendRow * legend_rows(panel, request.width);
    layout.height = std::max(40.0, (request.height - taken) / static_cast<double>(panels.size()));
  };
  set_height();
  for (bool changed = true; changed; set_height()) {  // a label that is too long goes into the legend
    changed = false;
    for (Panel& panel : panels) {
      const Curve& first = *panel.curves.front();
      const bool fits = 8.5 * static_cast<double>(panel.y_label.size()) < layout.height;
      if (panel.has_legend || !request.y_label.empty() || fits) continue;
      panel.has_legend = changed = true;
      panel.y_label = first.unit.empty() ? "" : fmt::format("[{}]", first.unit);
    }
  }
  std::size_t longest = 4;
  for (Panel& panel : panels) {
    panel.y = request.y_range ? Range{std::min(request.y_range->first, request.y_range->second),
                                      std::max(request.y_range->first, request.y_range->second)}
                              : widened(extent(panel, false));
    panel.y_step = tic_step(panel.y, std::clamp(static_cast<int>(layout.height / 24), 2, 8));
    longest = std::max(longest, request.log_y ? 6 : tic_length(panel.y, panel.y_step));
  }
  layout.left = 56.0 + 12.0 * static_cast<double>(longest);
  layout.right = request.width - 32.0;
  return layout;
}

/// Narrows the frame of a path, or widens its ranges, so that both axes have one scale.
void make_scales_equal(Layout& layout, Panel& panel, Range& x) {
  x = widened(extent(panel, true));
  const double width = layout.right - layout.left;
  const double wanted = layout.height * x.length() / panel.y.length();
  if (wanted <= width) {
    layout.left += (width - wanted) / 2;
    layout.right -= (width - wanted) / 2;
  } else {
    const double more = (x.length() * layout.height / width - panel.y.length()) / 2;
    panel.y = {panel.y.low - more, panel.y.high + more};
  }
}

void draw(std::string& script, const Panel& panel, std::size_t& number) {
  auto out = std::back_inserter(script);
  for (std::size_t i = 0; i < panel.curves.size(); ++i) {
    fmt::format_to(out, "$c{} << end_of_curve\n", number + i);
    for (const auto& points : panel.curves[i]->parts) {
      for (const auto& [x, y] : points) fmt::format_to(out, "{} {}\n", x, y);
      script += '\n';
    }
    script += "end_of_curve\n";
  }
  const char* separator = "plot ";
  std::size_t colour = number;
  for (std::size_t i = 0; i < panel.curves.size(); ++i) {
    const Curve& curve = *panel.curves[i];
    fmt::format_to(out, "{}$c{} using 1:2 {} title {}", separator, number + i, style(curve, colour),
                   gnuplot_string(curve.label));
    if (!curve.is_reference) ++colour;
    separator = ", ";
  }
  number += panel.curves.size();
  script += '\n';
}

/// Where gnuplot's own tics of the x axis would run into each other (narrow pictures, long labels), or be too
/// few (parts of decades).
std::string x_tics(const PlotRequest& request, const Layout& layout, const Range& x) {
  if (!request.log_x) {
    constexpr double kCharacter = 9;                  // pixels
    constexpr int kMost = 8, kWide = 500, kOwn = 10;  // gnuplot's own tics
    const auto fits = [&](double step) {
      const double room = (layout.right - layout.left) * step / x.length();
      return room >= kCharacter * (static_cast<double>(tic_length(x, step)) + 1.5);
    };
    int most = kMost;
    while (most > 2 && !fits(tic_step(x, most))) --most;
    if (most == kMost && request.width >= kWide && fits(tic_step(x, kOwn))) return {};
    return fmt::format("set xtics {}\n", tic_step(x, most));
  }
  if (!(x.low > 0) || x.high > 100 * x.low) return {};
  std::string list;
  for (int power = static_cast<int>(std::floor(std::log10(x.low))); std::pow(10.0, power) <= x.high; ++power)
    for (const double factor : {1.0, 2.0, 5.0})
      list += fmt::format("{}{}e{}", list.empty() ? "" : ",", factor, power);
  return fmt::format("set xtics ({})\n", list);
}

}  // namespace

std::string plot_script(const PlotRequest& request, const std::filesystem::path& picture,
                        const std::filesystem::path& file) {
  Curves curves = read_curves(request);
  std::vector<Panel> panels = panels_of(curves.list, request);
  Layout layout = arrange(request, panels);
  std::string script = picture_terminal(picture, request.width, request.height, 13);
  auto out = std::back_inserter(script);
  fmt::format_to(out, "set output {}\n", gnuplot_string(file.string()));
  script +=
      "set encoding utf8\nset border 3 lc rgb '#444444' lw 1\nset tics nomirror out scale 0.6\n"
      "set grid lt 1 lw 1 lc rgb '#dddddd', lt 1 lw 1 lc rgb '#dddddd'\n";
  std::string x_range = range(request.x_range) + (request.x_range ? "" : " noextend");
  if (is_path(request, curves, panels)) {
    Range x;
    make_scales_equal(layout, panels[0], x);
    x_range = fmt::format("[{}:{}]", x.low, x.high);
  }
  fmt::format_to(out, "set xrange {}\n", x_range);
  if (request.log_x) script += "set logscale x\n";
  if (request.log_y) script += "set logscale y\nset format y '%g'\n";
  script += x_tics(request, layout, x_extent(request, panels));
  const double width = request.width, height = request.height;
  script += "set multiplot\n";
  if (!request.title.empty())
    fmt::format_to(
        out, "set label 1 {} at screen 0.5, screen {:.5f} center font 'DejaVu Sans,{}'\n",
        gnuplot_string(request.title), 1 - 18 / height,
        std::clamp(static_cast<int>(1.5 * width / static_cast<double>(request.title.size())), 9, 16));
  fmt::format_to(out, "set lmargin at screen {:.5f}\nset rmargin at screen {:.5f}\n", layout.left / width,
                 layout.right / width);
  double top = layout.top;
  std::size_t number = 0;
  for (const Panel& panel : panels) {
    const bool last = &panel == &panels.back();
    top += kLegendRow * legend_rows(panel, request.width);
    fmt::format_to(out, "set tmargin at screen {:.5f}\nset bmargin at screen {:.5f}\n", 1 - top / height,
                   1 - (top + layout.height) / height);
    const std::string x_label =
        request.x_label.empty() ? with_unit(curves.x_name, curves.x_unit) : request.x_label;
    fmt::format_to(out, "set format x '{}'\nset xlabel {}\n", last ? "%g" : "",
                   gnuplot_string(last ? x_label : ""));
    fmt::format_to(out, "set ylabel {}\n", gnuplot_string(panel.y_label));
    const bool is_given = request.y_range || request.log_y;
    fmt::format_to(out, "set yrange {}\n",
                   is_given ? range(request.y_range) : fmt::format("[{}:{}]", panel.y.low, panel.y.high));
    if (!request.log_y) fmt::format_to(out, "set ytics {}\n", panel.y_step);
    if (panel.has_legend)
      fmt::format_to(out,
                     "set key on at graph 0.5, screen {:.5f} center top horizontal maxcols {} Left reverse "
                     "samplen 3 width 1 height 0\n",
                     1 - (top - kLegendRow * legend_rows(panel, request.width) - 2) / height,
                     legend_columns(panel, request.width));
    else
      script += "unset key\n";
    draw(script, panel, number);
    script += "unset label 1\n";
    top += layout.height + kGap;
  }
  script += "unset multiplot\nunset output\n";
  return script;
}

PlotAxis plot_axis(const PlotRequest& request) {
  Curves curves = read_curves(request);
  std::vector<Panel> panels = panels_of(curves.list, request);
  Layout layout = arrange(request, panels);
  Range x = x_extent(request, panels);
  if (is_path(request, curves, panels)) make_scales_equal(layout, panels[0], x);
  return {layout.left / request.width, layout.right / request.width, x.low, x.high};
}

void plot(const PlotRequest& request, const std::filesystem::path& picture) {
  PlotRequest wanted = request;
  wanted.is_vector = is_vector_picture(picture);
  run_gnuplot(picture, [&](const std::filesystem::path& temporary) {
    return plot_script(wanted, picture, temporary);
  });
}

}  // namespace jounce::io
