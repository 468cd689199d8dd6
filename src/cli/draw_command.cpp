#include "cli/draw_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/commands.h"
#include "io/curves.h"
#include "io/field_components.h"
#include "io/field_file.h"
#include "io/field_picture.h"
#include "io/output_error.h"
#include "params/nearest.h"

namespace jounce::cli {
namespace {

using io::OutputError;

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

std::filesystem::path file_of(const std::filesystem::path& result) {
  if (!std::filesystem::exists(result)) fail(result, fmt::format("there is no '{}'", result.string()));
  if (!std::filesystem::is_directory(result)) return result;
  for (const char* name : {"fields.vtkhdf", "modes.vtkhdf", "partition.vtkhdf"})
    if (std::filesystem::exists(result / name)) return result / name;
  fail(result, fmt::format("there are no field results in '{}': no fields.vtkhdf; was it run with "
                           "output.frames = 0?",
                           result.string()));
}

std::string time_of(const io::FieldFile& file, std::size_t frame) {
  const std::string name = file.metadata("time_name"), unit = file.metadata("time_unit");
  const double time = file.times()[frame];
  if (!name.empty()) return fmt::format("{} {:.6g}", name, time);
  return fmt::format("t = {:.6g}{}{}", time, unit.empty() ? "" : " ", unit);
}

int list(const io::FieldFile& file) {
  fmt::print("{:<18} {:<8} {:<7} {}\n", "field", "unit", "on", "components");
  for (const io::Field& field : file.fields())
    fmt::print("{:<18} {:<8} {:<7} {}\n", field.name, field.unit.empty() ? "-" : field.unit,
               field.on_points ? "points" : "cells", fmt::join(io::component_names(field.components), " "));
  for (std::size_t k = 0; k < file.times().size(); ++k) fmt::print("frame {:<6} {}\n", k, time_of(file, k));
  return kSuccess;
}

const io::Field& field_of(const io::FieldFile& file, const std::string& name) {
  std::vector<std::string> known;
  for (const io::Field& field : file.fields()) known.push_back(field.name);
  const auto find = [&](const std::string& wanted) {
    return static_cast<std::size_t>(std::find(known.begin(), known.end(), wanted) - known.begin());
  };
  if (!name.empty()) {
    const std::size_t found = find(name);
    if (found == known.size())
      fail_name(file.path(), fmt::format("'{}' has no field", file.path().string()), name, known);
    return file.fields()[found];
  }
  for (const char* usual : {"stress", "displacement"})
    if (const std::size_t found = find(usual); found < known.size()) return file.fields()[found];
  if (known.empty()) fail(file.path(), fmt::format("'{}' has no field", file.path().string()));
  return file.fields().front();
}

std::string component_of(const io::FieldFile& file, const io::Field& field, const std::string& name) {
  const std::vector<std::string> known = io::component_names(field.components);
  if (name.empty()) return io::usual_component(field.components);
  if (known.empty())
    fail(file.path(),
         fmt::format("the field '{}' is one number and has no component '{}'", field.name, name));
  if (std::find(known.begin(), known.end(), name) == known.end())
    fail_name(file.path(), fmt::format("the field '{}' has no component", field.name), name, known);
  return name;
}

std::size_t frame_of(const io::FieldFile& file, const DrawArguments& arguments) {
  const std::vector<double>& times = file.times();
  if (times.empty()) fail(file.path(), fmt::format("'{}' has no frame", file.path().string()));
  if (arguments.frame) {
    if (*arguments.frame < 0 || static_cast<std::size_t>(*arguments.frame) >= times.size())
      fail(file.path(),
           fmt::format("there is no frame {}; there are frames 0 to {}", *arguments.frame, times.size() - 1));
    return static_cast<std::size_t>(*arguments.frame);
  }
  if (!arguments.time) return times.size() - 1;
  const auto nearest = std::min_element(times.begin(), times.end(), [&](double a, double b) {
    return std::abs(a - *arguments.time) < std::abs(b - *arguments.time);
  });
  return static_cast<std::size_t>(nearest - times.begin());
}

/// The mesh of a frame, displacements (or the shape of a mode) magnified.
io::FieldMesh mesh_of(const io::FieldFile& file, std::size_t frame, double scale) {
  io::FieldMesh mesh = file.mesh();
  mesh.points = file.points(frame);
  if (scale == 1) return mesh;
  for (const io::Field& field : file.fields()) {
    if ((field.name != "displacement" && field.name != "shape") || field.components != 3 || !field.on_points)
      continue;
    const std::vector<double> displacement = file.values(field.name, frame);
    for (std::size_t i = 0; i < mesh.points.size(); ++i) mesh.points[i] += (scale - 1) * displacement[i];
    return mesh;
  }
  fail(file.path(), fmt::format("--scale needs displacements, and '{}' has none", file.path().string()));
}

/// 0 for cells with a point whose body has gone or not yet come; empty when all stay.
std::vector<std::uint8_t> present_cells(const io::FieldFile& file, std::size_t frame) {
  const auto& fields = file.fields();
  if (std::none_of(fields.begin(), fields.end(),
                   [](const io::Field& field) { return field.name == "present" && field.on_points; }))
    return {};
  const std::vector<double> present = file.values("present", frame);
  const io::FieldMesh& mesh = file.mesh();
  std::vector<std::uint8_t> shown(mesh.cell_count(), 1);
  for (std::size_t cell = 0; cell < shown.size(); ++cell)
    for (auto k = mesh.offsets[cell]; k < mesh.offsets[cell + 1]; ++k)
      if (present[static_cast<std::size_t>(mesh.connectivity[static_cast<std::size_t>(k)])] == 0)
        shown[cell] = 0;
  return shown;
}

std::optional<std::array<io::ValueRange, 3>> box_of(const io::FieldFile& file,
                                                    const std::vector<double>& box) {
  if (box.empty()) return std::nullopt;
  if (box.size() == 5)
    fail(file.path(), "--box needs 4 or 6 numbers: smallest x y [z], then largest x y [z]");
  const std::size_t half = box.size() / 2;
  std::array<io::ValueRange, 3> ranges;
  ranges[2] = {-HUGE_VAL, HUGE_VAL};
  for (std::size_t axis = 0; axis < half; ++axis) {
    ranges[axis] = {box[axis], box[half + axis]};
    if (!(box[axis] < box[half + axis]))
      fail(file.path(), fmt::format("--box: {} must rise, not go from {:g} to {:g}", "xyz"[axis], box[axis],
                                    box[half + axis]));
  }
  return ranges;
}

int draw(const DrawArguments& arguments) {
  const io::FieldFile file(file_of(arguments.result));
  if (arguments.list) return list(file);
  const std::size_t frame = frame_of(file, arguments);
  const io::Field& field = field_of(file, arguments.field);
  const std::string component = component_of(file, field, arguments.component);
  const std::string name = component.empty() ? field.name : field.name + " " + component;
  const io::FieldMesh mesh = mesh_of(file, frame, arguments.scale);
  const std::vector<double> values =
      io::component_values(file.values(field.name, frame), field.components, component);
  const std::vector<std::uint8_t> present = present_cells(file, frame);

  io::FieldPicture picture;
  picture.mesh = &mesh;
  picture.values = values;
  picture.on_points = field.on_points;
  picture.present = present;
  const std::string title = file.metadata("title"), time = time_of(file, frame);
  picture.title = !arguments.title.empty() ? arguments.title : title.empty() ? time : title + ", " + time;
  picture.label = io::with_unit(name, field.unit);
  for (const io::Field& known : file.fields())
    if (known.name == "displacement" || known.name == "shape") picture.length_unit = known.unit;
  picture.box = box_of(file, arguments.box);
  if (arguments.range.size() == 2) {
    if (!(arguments.range[0] < arguments.range[1]))
      fail(file.path(), fmt::format("--range: the values must rise, not go from {:g} to {:g}",
                                    arguments.range[0], arguments.range[1]));
    picture.range = io::ValueRange{arguments.range[0], arguments.range[1]};
  }
  if (arguments.size.size() == 2) picture.width = arguments.size[0], picture.height = arguments.size[1];
  std::filesystem::path png = arguments.png;
  if (png.empty()) {
    std::string stem = name;
    std::replace(stem.begin(), stem.end(), ' ', '_');
    png = file.path().parent_path() / (stem + ".png");
  }
  const io::ValueRange drawn = io::draw_field(picture, png);
  fmt::print("{} from {:.6g} to {:.6g}{}{}, {}\n{}\n", name, drawn.first, drawn.second,
             field.unit.empty() ? "" : " ", field.unit, time, png.string());
  return kSuccess;
}

}  // namespace

int draw_command(const DrawArguments& arguments) {
  try {
    return draw(arguments);
  } catch (const OutputError& error) {
    fmt::print(stderr, "jounce draw: {}\n", error.what());
    return kWrongInput;
  }
}

}  // namespace jounce::cli
