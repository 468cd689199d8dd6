#include "view/frame_data.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "io/field_components.h"
#include "io/output_error.h"
#include "params/nearest.h"

namespace jounce::view {
namespace {

using deck::Json;

/// Fields that are not coloured by: they say what is drawn.
const std::set<std::string> kOfScene = {"orientation", "radius", "half_size", "shape_kind", "present"};

const io::Field* find_field(const io::FieldFile& file, const std::string& name, bool on_points) {
  for (const io::Field& field : file.fields())
    if (field.name == name && field.on_points == on_points) return &field;
  return nullptr;
}

std::vector<io::Field> chosen_fields(const io::FieldFile& file, const std::vector<std::string>& names) {
  std::vector<io::Field> fields;
  std::vector<std::string> known;
  for (const io::Field& field : file.fields())
    if (field.on_points && !kOfScene.contains(field.name)) {
      known.push_back(field.name);
      if (names.empty()) fields.push_back(field);
    }
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      const std::string near = params::nearest(name, known);
      throw io::OutputError(file.path(),
                            fmt::format("--fields: there is no field '{}' on points{}; there are {}", name,
                                        near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                                        fmt::join(known, ", ")));
    }
    fields.push_back(*find_field(file, name, true));
  }
  return fields;
}

/// So many of `all`, at equal distances, the first and the last among them.
std::vector<std::size_t> spread(std::size_t all, std::size_t wanted) {
  std::vector<std::size_t> frames;
  wanted = std::max<std::size_t>(1, std::min(wanted, all));
  for (std::size_t k = 0; k < wanted; ++k)
    frames.push_back(wanted == 1 ? all - 1 : (k * (all - 1) + (wanted - 1) / 2) / (wanted - 1));
  return frames;
}

/// Rows of the points of the scene.
void take_rows(const std::vector<double>& values, const std::vector<std::int64_t>& points, int components,
               std::vector<float>& rows) {
  const auto n = static_cast<std::size_t>(components);
  rows.reserve(points.size() * n);
  for (const std::int64_t point : points)
    for (std::size_t c = 0; c < n; ++c)
      rows.push_back(static_cast<float>(values[static_cast<std::size_t>(point) * n + c]));
}

/// Adds a field of points, in the chosen frames.
Json point_data(const io::FieldFile& file, const scene::Scene& scene, const FrameChoice& choice,
                const io::Field& field, Blobs& blobs) {
  std::vector<std::vector<float>> frames(choice.frames.size());
  for (std::size_t k = 0; k < frames.size(); ++k)
    take_rows(file.values(field.name, choice.frames[k]), scene.points, field.components, frames[k]);
  return blobs.add(scene::pack_frames(frames, field.components, choice.is_quantised), field.components);
}

/// Places at the start and displacements from there.
void add_places(const io::FieldFile& file, const scene::Scene& scene, const FrameChoice& choice, Blobs& blobs,
                Json& page) {
  std::vector<double> reference = file.points(0);
  for (const char* name : {"displacement", "shape"})
    if (const io::Field* field = find_field(file, name, true); field != nullptr && field->components == 3) {
      const std::vector<double> moved = file.values(name, 0);
      for (std::size_t i = 0; i < reference.size(); ++i) reference[i] -= moved[i];
      page.add("lengthUnit", field->unit);
      break;
    }
  std::vector<float> rows;
  take_rows(reference, scene.points, 3, rows);
  page.add("reference", blobs.add(scene::bytes_of(rows)));
  std::vector<std::vector<float>> frames(choice.frames.size());
  for (std::size_t k = 0; k < frames.size(); ++k) {
    std::vector<double> moved = file.points(choice.frames[k]);
    for (std::size_t i = 0; i < moved.size(); ++i) moved[i] -= reference[i];
    take_rows(moved, scene.points, 3, frames[k]);
  }
  page.add("displacement", blobs.add(scene::pack_frames(frames, 3, choice.is_quantised), 3));
}

void add_status(const io::FieldFile& file, const FrameChoice& choice, Blobs& blobs, Json& page) {
  if (find_field(file, "status", false) == nullptr) return;
  std::vector<std::vector<float>> frames;
  for (const std::size_t frame : choice.frames) {
    const std::vector<double> status = file.values("status", frame);
    frames.emplace_back(status.begin(), status.end());
  }
  page.add("status", blobs.add(scene::pack_frames(frames, 1, true), 1));
}

}  // namespace

FrameChoice choose_frames(const io::FieldFile& file, const scene::Scene& scene, int most_frames,
                          const std::vector<std::string>& fields) {
  FrameChoice choice;
  choice.fields = chosen_fields(file, fields);
  double numbers = 3 * static_cast<double>(scene.points.size());  // of a frame
  for (const io::Field& field : choice.fields)
    if (field.name != "displacement") numbers += field.components * static_cast<double>(scene.points.size());
  for (const char* name : {"orientation", "present"})
    if (const io::Field* field = find_field(file, name, true))
      numbers += field->components * static_cast<double>(scene.points.size());
  if (find_field(file, "status", false) != nullptr) numbers += static_cast<double>(scene.cell_parts.size());
  std::size_t wanted = file.times().size();
  if (most_frames > 0) wanted = std::min(wanted, static_cast<std::size_t>(most_frames));
  choice.is_quantised = 4 * numbers * static_cast<double>(wanted) > kExactBytes;
  if (choice.is_quantised)
    wanted = std::min(wanted, static_cast<std::size_t>(std::max(2.0, kMostBytes / (2 * numbers))));
  choice.frames = spread(file.times().size(), wanted);
  return choice;
}

void add_frames(const io::FieldFile& file, const scene::Scene& scene, const FrameChoice& choice, Blobs& blobs,
                Json& page) {
  Json list = Json::array();
  for (const std::size_t frame : choice.frames) list.add(file.times()[frame]);
  page.add("times", std::move(list));
  page.add("timeName", file.metadata("time_name"));
  page.add("timeUnit", file.metadata("time_unit"));
  add_places(file, scene, choice, blobs, page);
  for (const char* name : {"orientation", "present"})
    if (const io::Field* field = find_field(file, name, true))
      page.add(name, point_data(file, scene, choice, *field, blobs));
  add_status(file, choice, blobs, page);
  Json fields = Json::array();
  for (const io::Field& field : choice.fields) {
    Json json = Json::object();
    json.add("name", field.name);
    json.add("unit", field.unit);
    Json components = Json::array();
    for (const std::string& name : io::component_names(field.components)) components.add(name);
    json.add("components", std::move(components));
    json.add("usual", io::usual_component(field.components));
    // What moves the points is in the page already.
    if (field.name != "displacement") json.add("data", point_data(file, scene, choice, field, blobs));
    fields.add(std::move(json));
  }
  page.add("fields", std::move(fields));
}

}  // namespace jounce::view
