#include "report/hover.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "deck/json_writer.h"
#include "io/history_reader.h"
#include "params/quote.h"
#include "report/html.h"

namespace jounce::report {
namespace {

constexpr std::size_t kPlaces = 400;

constexpr std::string_view kScript = R"js(
for (const box of document.querySelectorAll(".hover[data-curves]")) {
  const { axes, x, curves } = JSON.parse(box.dataset.curves);
  const line = document.createElement("i"), text = document.createElement("output");
  line.hidden = text.hidden = true;
  box.append(line, text);
  const shown = (value, unit) => (value === null ? "-" : Number(value.toPrecision(6))) + (unit ? " " + unit : "");
  const move = event => {
    const place = box.getBoundingClientRect(), narrow = matchMedia("(max-width: 40rem)").matches;
    const [left, right, low, high] = axes[narrow ? 1 : 0];
    const share = (event.clientX - place.left) / place.width;
    const t = low + (share - left) / (right - left) * (high - low);
    line.hidden = text.hidden = !(share >= left - 0.01 && share <= right + 0.01);
    let k = 0;
    for (let i = 1; i < x.numbers.length; ++i)
      if (Math.abs(x.numbers[i] - t) < Math.abs(x.numbers[k] - t)) k = i;
    const at = left + (x.numbers[k] - low) / (high - low) * (right - left);
    line.style.left = 100 * at + "%";
    text.textContent = [[x, k], ...curves.map(curve => [curve, k])]
      .map(([c, i]) => `${c.name} = ${shown(c.numbers[i], c.unit)}`).join("\n");
    text.style.left = at < 0.5 ? 100 * at + 1 + "%" : "auto";
    text.style.right = at < 0.5 ? "auto" : 100 * (1 - at) + 1 + "%";
  };
  box.addEventListener("pointermove", move);
  box.addEventListener("pointerdown", move);
  box.addEventListener("pointerleave", () => { line.hidden = text.hidden = true; });
}
)js";

std::string axis_of(const io::PlotAxis& axis) {
  return fmt::format("[{:.5g},{:.5g},{},{}]", axis.left, axis.right, axis.low, axis.high);
}

std::string column_of(const io::History& history, const std::string& name,
                      const std::vector<std::size_t>& rows) {
  std::string numbers;
  for (const std::size_t row : rows) {
    const double value = history.column(name)[row];
    numbers += (numbers.empty() ? "" : ",") + (std::isfinite(value) ? fmt::format("{:.7g}", value) : "null");
  }
  return fmt::format("{{\"name\":{},\"unit\":{},\"numbers\":[{}]}}", deck::Json(name).dump(),
                     deck::Json(history.unit(name)).dump(), numbers);
}

}  // namespace

std::string hover_data(const io::PlotRequest& request, const io::PlotAxis& wide, const io::PlotAxis& narrow) {
  const io::History* const history = request.files.front().loaded;
  if (history == nullptr || !history->has(request.x)) return {};
  std::vector<std::size_t> rows;
  const std::size_t count = std::min(history->size(), kPlaces);
  for (std::size_t k = 0; k < count; ++k)
    rows.push_back(count > 1 ? k * (history->size() - 1) / (count - 1) : 0);
  std::string curves;
  for (const std::string& name : request.columns) {
    if (!history->has(name)) return {};  // an expression of columns
    curves += (curves.empty() ? "" : ",") + column_of(*history, name, rows);
  }
  const std::string data = fmt::format("{{\"axes\":[{},{}],\"x\":{},\"curves\":[{}]}}", axis_of(wide),
                                       axis_of(narrow), column_of(*history, request.x, rows), curves);
  return fmt::format("data-curves=\"{}\"", params::markup_text(data));
}

std::string_view hover_script() { return kScript; }

}  // namespace jounce::report
