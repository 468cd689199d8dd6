#include "io/draw.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/curves.h"
#include "io/field_components.h"
#include "io/output_error.h"
#include "params/nearest.h"

namespace jounce::io {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& message) {
  throw OutputError(file, message);
}

[[noreturn]] void fail_name(const std::filesystem::path& file, const std::string& what,
                            const std::string& wrong, const std::vector<std::string>& known) {
  const std::string near = params::nearest(wrong, known);
  fail(file,
       fmt::format("{} '{}'{}; there are {}", what, wrong,
                   near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near), fmt::join(known, ", ")));
}

const Field& field_of(const FieldFile& file, const std::string& name) {
  std::vector<std::string> known;
  for (const Field& field : file.fields()) known.push_back(field.name);
  const auto find = [&](const std::string& wanted) {
    return static_cast<std::size_t>(std::find(known.begin(), known.end(), wanted) - known.begin());
  };
  if (!name.empty()) {
    const std::size_t found = find(name);
    if (found == known.size())
      fail_name(file.path(), fmt::format("'{}' has no field", file.path().string()), name, known);
    return file.fields()[found];
  }
  for (const char* usual : {"stress", "displacement", "shape"})
    if (const std::size_t found = find(usual); found < known.size()) return file.fields()[found];
  if (known.empty()) fail(file.path(), fmt::format("'{}' has no field", file.path().string()));
  return file.fields().front();
}

std::string component_of(const FieldFile& file, const Field& field, const std::string& name) {
  const std::vector<std::string> known = component_names(field.components);
  if (name.empty()) return usual_component(field.components);
  if (known.empty())
    fail(file.path(),
         fmt::format("the field '{}' is one number and has no component '{}'", field.name, name));
  if (std::find(known.begin(), known.end(), name) == known.end())
    fail_name(file.path(), fmt::format("the field '{}' has no component", field.name), name, known);
  return name;
}

/// Of a frame, displacements (or the shape of a mode) magnified.
std::vector<double> points_of(const FieldFile& file, std::size_t frame, double scale) {
  std::vector<double> points = file.points(frame);
  if (scale == 1) return points;
  for (const Field& field : file.fields()) {
    if ((field.name != "displacement" && field.name != "shape") || field.components != 3 || !field.on_points)
      continue;
    const std::vector<double> displacement = file.values(field.name, frame);
    for (std::size_t i = 0; i < points.size(); ++i) points[i] += (scale - 1) * displacement[i];
    return points;
  }
  fail(file.path(), fmt::format("--scale needs displacements, and '{}' has none", file.path().string()));
}

bool has_field(const FieldFile& file, const char* name, bool on_points) {
  return std::ranges::any_of(
      file.fields(), [&](const Field& field) { return field.name == name && field.on_points == on_points; });
}

/// 0 for cells with a point whose body has gone or not yet come, and for elements that failed and are
/// deleted; empty when all stay.
std::vector<std::uint8_t> present_cells(const FieldFile& file, std::size_t frame) {
  const bool bodies = has_field(file, "present", true), elements = has_field(file, "status", false);
  if (!bodies && !elements) return {};
  const FieldMesh& mesh = file.mesh();
  std::vector<std::uint8_t> shown(mesh.cell_count(), 1);
  if (elements) {
    const std::vector<double> status = file.values("status", frame);
    for (std::size_t cell = 0; cell < shown.size(); ++cell) shown[cell] = status[cell] != 0 ? 1 : 0;
  }
  if (!bodies) return shown;
  const std::vector<double> present = file.values("present", frame);
  for (std::size_t cell = 0; cell < shown.size(); ++cell)
    for (auto k = mesh.offsets[cell]; k < mesh.offsets[cell + 1]; ++k)
      if (present[mesh.connectivity[k]] == 0) shown[cell] = 0;
  return shown;
}

std::optional<std::array<ValueRange, 3>> box_of(const FieldFile& file, const std::vector<double>& box) {
  if (box.empty()) return std::nullopt;
  if (box.size() == 5)
    fail(file.path(), "--box needs 4 or 6 numbers: smallest x y [z], then largest x y [z]");
  const std::size_t half = box.size() / 2;
  std::array<ValueRange, 3> ranges;
  ranges[2] = {-HUGE_VAL, HUGE_VAL};
  for (std::size_t axis = 0; axis < half; ++axis) {
    ranges[axis] = {box[axis], box[half + axis]};
    if (!(box[axis] < box[half + axis]))
      fail(file.path(), fmt::format("--box: {} must rise, not go from {:g} to {:g}", "xyz"[axis], box[axis],
                                    box[half + axis]));
  }
  return ranges;
}

}  // namespace

std::size_t requested_frame(const FieldFile& file, const DrawRequest& request) {
  const std::vector<double>& times = file.times();
  if (times.empty()) fail(file.path(), fmt::format("'{}' has no frame", file.path().string()));
  if (request.frame) {
    if (*request.frame < 0 || static_cast<std::size_t>(*request.frame) >= times.size())
      fail(file.path(),
           fmt::format("there is no frame {}; there are frames 0 to {}", *request.frame, times.size() - 1));
    return static_cast<std::size_t>(*request.frame);
  }
  if (!request.time) return times.size() - 1;
  const auto nearest = std::min_element(times.begin(), times.end(), [&](double a, double b) {
    return std::abs(a - *request.time) < std::abs(b - *request.time);
  });
  return static_cast<std::size_t>(nearest - times.begin());
}

std::string frame_time(const FieldFile& file, std::size_t frame) {
  const std::string name = file.metadata("time_name"), unit = file.metadata("time_unit");
  const double time = file.times()[frame];
  if (!name.empty()) return fmt::format("{} {:.6g}", name, time);
  return fmt::format("t = {:.6g}{}{}", time, unit.empty() ? "" : " ", unit);
}

std::filesystem::path field_file_of(const std::filesystem::path& result) {
  if (!std::filesystem::exists(result)) fail(result, fmt::format("there is no '{}'", result.string()));
  if (!std::filesystem::is_directory(result)) return result;
  for (const char* name : {"fields.vtkhdf", "modes.vtkhdf", "partition.vtkhdf"})
    if (std::filesystem::exists(result / name)) return result / name;
  fail(result, fmt::format("there are no field results in '{}': no fields.vtkhdf; was it run with "
                           "output.frames = 0?",
                           result.string()));
}

PreparedPicture prepare_picture(const FieldFile& file, const DrawRequest& request, std::size_t frame) {
  const Field& field = field_of(file, request.field);
  const std::string component = component_of(file, field, request.component);
  PreparedPicture picture;
  picture.frame = frame;
  picture.name = component.empty() ? field.name : field.name + " " + component;
  picture.unit = field.unit;
  picture.time = frame_time(file, frame);
  picture.points = points_of(file, frame, request.scale);
  picture.values = component_values(file.values(field.name, frame), field.components, component);
  picture.present = present_cells(file, frame);
  picture.on_points = field.on_points;
  const std::string title = file.metadata("title");
  picture.title = !request.title.empty() ? request.title
                  : title.empty()        ? picture.time
                                         : title + ", " + picture.time;
  picture.label = with_unit(picture.name, field.unit);
  for (const Field& known : file.fields())
    if (known.name == "displacement" || known.name == "shape") picture.length_unit = known.unit;
  picture.box = box_of(file, request.box);
  if (request.range.size() == 2) {
    if (!(request.range[0] < request.range[1]))
      fail(file.path(), fmt::format("--range: the values must rise, not go from {:g} to {:g}",
                                    request.range[0], request.range[1]));
    picture.range = ValueRange{request.range[0], request.range[1]};
  }
  if (request.size.size() == 2) picture.width = request.size[0], picture.height = request.size[1];
  return picture;
}

std::filesystem::path picture_file(const FieldFile& file, const DrawRequest& request, const std::string& name,
                                   const std::string& extension) {
  if (!request.png.empty()) return request.png;
  std::string stem = name;
  std::replace(stem.begin(), stem.end(), ' ', '_');
  return file.path().parent_path() / (stem + extension);
}

}  // namespace jounce::io
