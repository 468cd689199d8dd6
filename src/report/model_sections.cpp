#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/output_error.h"
#include "report/html.h"
#include "report/sections.h"

// The model and its modes.

namespace jounce::report {
namespace {

std::string count(double number, const char* one, const char* several) {
  return std::isnan(number) ? "" : fmt::format("{:.0f} {}", number, number == 1 ? one : several);
}

/// "ground, wheel" of an array of texts.
std::string joined(const deck::Node& entry, const char* key) {
  std::string text;
  for (const deck::Node* part : list_at(entry, key))
    if (part->is(deck::Node::Type::text)) text += (text.empty() ? "" : ", ") + part->text;
  return text;
}

std::string between(const deck::Node& entry) {
  for (const char* const key : {"between", "points", "surfaces", "bodies", "nodes"})
    if (std::string text = joined(entry, key); !text.empty()) return text;
  for (const char* const key : {"of", "body", "on"})
    if (std::string text = text_at(entry, key); !text.empty()) return text;
  return {};
}

std::string lists(const Result& result) {
  const std::string mass = result.unit("mass"), length = result.unit("length");
  std::vector<Row> meshes, elements, bodies, joints, contacts;
  for (const deck::Node* mesh : list_at(result.record, "model.mesh"))
    meshes.push_back({{text_at(*mesh, "name")},
                      number_cell(number_at(*mesh, "nodes")),
                      number_cell(number_at(*mesh, "elements"))});
  for (const deck::Node* entry : list_at(result.deck, "element"))
    elements.push_back({{text_at(*entry, "name")},
                        {text_at(*entry, "type")},
                        {text_at(*entry, "mesh")},
                        {text_at(*entry, "material")}});
  for (const deck::Node* entry : list_at(result.deck, "body"))
    bodies.push_back(
        {{text_at(*entry, "name")}, {text_at(*entry, "type")}, number_cell(number_at(*entry, "mass"), mass)});
  for (const deck::Node* entry : list_at(result.deck, "joint"))
    joints.push_back({{text_at(*entry, "name")}, {text_at(*entry, "type")}, {between(*entry)}});
  const auto sizes = list_at(result.record, "model.contact");
  for (const deck::Node* entry : list_at(result.deck, "contact")) {
    const std::string name = text_at(*entry, "name");
    const auto size = std::find_if(sizes.begin(), sizes.end(),
                                   [&](const deck::Node* node) { return text_at(*node, "name") == name; });
    const double points = size == sizes.end() ? NAN : number_at(**size, "points");
    contacts.push_back(
        {{name},
         {text_at(*entry, "type")},
         points > 0 ? number_cell(points) : Cell{"found as they come", true},
         points > 0 ? number_cell(number_at(**size, "smallest_gap"), length) : Cell{"", true}});
  }
  return listed("Meshes", {"name", "nodes", "elements"}, meshes, "resolved.toml") +
         listed("Elements", {"name", "type", "mesh", "material"}, elements, "resolved.toml") +
         listed("Bodies", {"name", "type", "mass"}, bodies, "resolved.toml") +
         listed("Joints", {"name", "type", "between"}, joints, "resolved.toml") +
         listed("Contacts", {"name", "type", "points", "smallest gap at the start"}, contacts,
                "resolved.toml");
}

std::string unknowns_of(const deck::Node& record) {
  const double all = number_at(record, "model.degrees_of_freedom"),
               given = number_at(record, "model.prescribed");
  if (std::isnan(all)) return {};
  std::string text = count(all - given, "degree of freedom", "degrees of freedom");
  if (given > 0) text += fmt::format(", besides {:.0f} with given motion", given);
  return text;
}

/// Of a field over the first and the last frame, so that the colours of a start at rest mean something; empty
/// where it has one value only.
std::vector<double> common_range(const io::FieldFile& file, const io::DrawRequest& request) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const std::size_t frame : {std::size_t{0}, file.times().size() - 1})
    for (const double value : io::prepare_picture(file, request, frame).values) {
      if (!std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  return low < high ? std::vector{low, high} : std::vector<double>();
}

/// The first and the last frame.
std::string pictures(const Result& result, Figures& figures) {
  const auto path = result.folder / "fields.vtkhdf";
  if (!std::filesystem::exists(path)) return {};
  try {
    const io::FieldFile file(path);
    if (file.times().empty() || file.mesh().cell_count() == 0) return {};
    io::DrawRequest request;
    request.size = {640, 480};
    request.title = " ";
    const int last = static_cast<int>(file.times().size()) - 1;
    std::string text;
    request.frame = 0;
    request.range = common_range(file, request);
    text += figures.field(file, request, last > 0 ? "Start" : "Model");
    request.frame = last;
    request.range.clear();
    if (last > 0) text += figures.field(file, request, "Last frame");
    return grid(text);
  } catch (const io::OutputError&) {  // a damaged file: `jounce draw` says what is wrong with it
    return {};
  }
}

}  // namespace

std::string model_section(const Result& result, Figures& figures) {
  const deck::Node& record = result.record;
  const deck::Node* linear = at(record, "model.linear");
  const double mass = number_at(record, "model.mass");
  const double violation = number_at(record, "model.joint_violation");
  double nodes = 0, elements = 0;
  for (const deck::Node* mesh : list_at(record, "model.mesh")) {
    nodes += number_at(*mesh, "nodes");
    elements += number_at(*mesh, "elements");
  }
  const std::string content =
      facts({{"Dimension", count(number_at(record, "model.dimension"), "axis", "axes")},
             {"Unknowns", unknowns_of(record)},
             {"Nodes and elements",
              nodes > 0 ? fmt::format("{:.0f} nodes, {:.0f} elements in meshes", nodes, elements) : ""},
             {"Joints", number_at(record, "model.joint_rows") > 0
                            ? fmt::format("{:.0f} rows, violated by {:.3g} at the start",
                                          number_at(record, "model.joint_rows"), violation)
                            : ""},
             {"Mass", std::isnan(mass) ? "" : fmt::format("{:.6g} {}", mass, result.unit("mass"))},
             {"Matrices", linear == nullptr ? ""
                          : linear->boolean ? "linear: all of them are constant"
                                            : "nonlinear"}});
  return section("Model", content + pictures(result, figures) + lists(result));
}

std::string mode_section(const Result& result, Figures& figures) {
  std::string content;
  if (result.modes && result.modes->size() > 0) {
    const io::History& modes = *result.modes;
    std::vector<Row> rows;
    try {
      for (std::size_t i = 0; i < modes.size(); ++i) {
        Row row;
        for (const char* const column : {"mode", "frequency", "mass_x", "mass_y", "mass_z"})
          row.push_back(number_cell(modes.column(column)[i]));
        rows.push_back(std::move(row));
      }
    } catch (const io::OutputError&) {
      rows.clear();
    }
    const std::string unit = result.unit("time") == "s" || result.unit("time").empty()
                                 ? "frequency [Hz]"
                                 : fmt::format("frequency [1/{}]", result.unit("time"));
    content += listed("Modes", {"mode", unit, "mass along x", "along y", "along z"}, rows, "modes.csv");
  }
  const auto path = result.folder / "modes.vtkhdf";
  if (!std::filesystem::exists(path)) return section("Modes", content);
  try {
    constexpr int most = 12;
    const io::FieldFile file(path);
    std::string shapes;
    for (int k = 0; k < std::min(most, static_cast<int>(file.times().size())); ++k) {
      io::DrawRequest request;
      request.size = {640, 480};
      request.title = " ";
      request.frame = k;
      shapes += figures.field(file, request, "");
    }
    content += grid(shapes);
  } catch (const io::OutputError&) {  // as above
  }
  return section("Modes", content);
}

}  // namespace jounce::report
