#include "report/html.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "params/quote.h"
#include "report/hover.h"

namespace jounce::report {
namespace {

/// Dark on light, one column on a phone; pictures side by side where there is room; paper without colours of
/// banners lost.
constexpr const char* kStyle = R"css(
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1rem 1.2rem 3rem; background: #fff; color: #1a1a1a;
  font: 1rem/1.5 system-ui, "DejaVu Sans", Verdana, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: .6rem 0 .3rem; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 .6rem; padding-bottom: .2rem; border-bottom: 2px solid #d8dee4; }
h3 { font-size: 1.05rem; margin: 1.4rem 0 .5rem; }
p { margin: .5rem 0; max-width: 48rem; }
.lead { color: #505860; }
.banner { border: 1px solid #c7d0d9; border-left: .5rem solid #5b6672; background: #f4f6f8; padding: .6rem .9rem;
  margin: .9rem 0; max-width: none; white-space: pre-line; }
.good { border-left-color: #1a7f37; background: #eef8f0; }
.bad { border-left-color: #b3261e; background: #fdf0ef; }
.open { border-left-color: #9a6700; background: #fff8e5; }
.scroll { overflow-x: auto; margin: .5rem 0; }
table { border-collapse: collapse; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem .8rem .25rem 0; border-bottom: 1px solid #e4e8ec; }
th { font-weight: 600; }
.facts th { width: 1%; padding-right: 1.4rem; font-weight: 400; color: #505860; white-space: nowrap; }
.facts td { overflow-wrap: anywhere; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 30rem), 1fr)); gap: 1rem; margin: 1rem 0; }
figure { margin: 0; border: 1px solid #e4e8ec; border-radius: .3rem; padding: .5rem; break-inside: avoid; }
.scene { display: block; width: 100%; height: 34rem; max-height: 85vh; border: 1px solid #e4e8ec; border-radius: .3rem; }
figure img { display: block; width: 100%; height: auto; }
.hover { position: relative; }
.hover i { position: absolute; top: 0; bottom: 0; width: 1px; background: #b3261e; pointer-events: none; }
.hover output { position: absolute; top: .2rem; padding: .15rem .5rem; background: rgba(255, 255, 255, .92);
  border: 1px solid #c7d0d9; border-radius: .3rem; font-size: .82rem; line-height: 1.35; white-space: pre; pointer-events: none; z-index: 1;
  font-variant-numeric: tabular-nums; }
figcaption { font-size: .92rem; color: #303840; padding-bottom: .3rem; }
details { margin: .6rem 0; }
summary { cursor: pointer; color: #0b57a4; }
pre { background: #f6f8fa; border: 1px solid #e4e8ec; padding: .7rem; overflow-x: auto; font-size: .85rem;
  line-height: 1.4; }
footer { margin-top: 3rem; color: #505860; font-size: .85rem; }
@media (max-width: 40rem) { body { padding: .6rem .7rem 2rem; } .facts th { white-space: normal; min-width: 7rem; } }
@media print { .scene { display: none; } body { max-width: none; padding: 0; font-size: 10pt; } h2, h3, summary { break-after: avoid; }
  tr { break-inside: avoid; } pre, .scroll { overflow: visible; white-space: pre-wrap; }
  .figures { grid-template-columns: 1fr 1fr; } .banner { print-color-adjust: exact; } }
)css";

}  // namespace

Cell number_cell(double value, const std::string& unit) {
  if (std::isnan(value)) return {"", true};
  return {fmt::format("{:.6g}{}{}", value, unit.empty() ? "" : " ", unit), true};
}

std::string table(const std::vector<std::string>& head, const std::vector<Row>& rows) {
  if (rows.empty()) return {};
  std::string text = "<div class=\"scroll\"><table>\n";
  if (!head.empty()) {
    text += "<thead><tr>";
    for (std::size_t i = 0; i < head.size(); ++i)
      text += fmt::format("<th{}>{}</th>",
                          i < rows.front().size() && rows.front()[i].is_number ? " class=\"n\"" : "",
                          params::markup_text(head[i]));
    text += "</tr></thead>\n";
  }
  text += "<tbody>\n";
  for (const Row& row : rows) {
    text += "<tr>";
    for (const Cell& cell : row)
      text +=
          fmt::format("<td{}>{}</td>", cell.is_number ? " class=\"n\"" : "", params::markup_text(cell.text));
    text += "</tr>\n";
  }
  return text + "</tbody></table></div>\n";
}

std::string facts(const std::vector<std::pair<std::string, std::string>>& rows) {
  std::string text;
  for (const auto& [name, value] : rows)
    if (!value.empty())
      text += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", params::markup_text(name),
                          params::markup_text(value));
  return text.empty() ? text : "<table class=\"facts\"><tbody>\n" + text + "</tbody></table>\n";
}

std::string folded(const std::string& summary, const std::string& content, bool is_open) {
  if (content.empty()) return {};
  return fmt::format("<details{}><summary>{}</summary>\n{}</details>\n", is_open ? " open=\"open\"" : "",
                     params::markup_text(summary), content);
}

std::string listed(const std::string& what, const std::vector<std::string>& head, std::vector<Row> rows,
                   const std::string& file) {
  constexpr std::size_t open_rows = 12, most_rows = 1000;
  if (rows.empty()) return {};
  const std::size_t all = rows.size();
  if (all > most_rows) rows.resize(most_rows);
  std::string content = table(head, rows);
  if (all > most_rows)
    content += fmt::format("<p>{} more are in {}.</p>\n", all - most_rows, params::markup_text(file));
  return folded(fmt::format("{}: {}", what, all), content, all <= open_rows);
}

std::string section(const std::string& heading, const std::string& content) {
  if (content.empty()) return {};
  return fmt::format("<section>\n<h2>{}</h2>\n{}</section>\n", params::markup_text(heading), content);
}

std::string page(const std::string& title, const std::string& body) {
  // The policy makes a browser refuse whatever might still be loaded or run.
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data: blob:; "
      "script-src 'unsafe-inline'; style-src "
      "'unsafe-inline'\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{}</title>\n"
      "<style>{}</style>\n</head>\n<body>\n{}<script>{}</script>\n</body>\n</html>\n",
      params::markup_text(title), kStyle, body, hover_script());
}

}  // namespace jounce::report
