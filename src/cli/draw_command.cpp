#include "cli/draw_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "cli/commands.h"
#include "io/field_components.h"
#include "io/output_error.h"
#include "picture/draw.h"
#include "scene/scene.h"

namespace jounce::cli {
namespace {

int list(const io::FieldFile& file) {
  fmt::print("{:<18} {:<8} {:<7} {}\n", "field", "unit", "on", "components");
  for (const io::Field& field : file.fields())
    fmt::print("{:<18} {:<8} {:<7} {}\n", field.name, field.unit.empty() ? "-" : field.unit,
               field.on_points ? "points" : "cells", fmt::join(io::component_names(field.components), " "));
  if (!file.times().empty()) {
    std::vector<std::string> parts;
    for (const scene::Part& part : scene::scene_of(file).parts) parts.push_back(part.name);
    fmt::print("parts: {}\n", fmt::join(parts, ", "));
  }
  for (std::size_t k = 0; k < file.times().size(); ++k)
    fmt::print("frame {:<6} {}\n", k, io::frame_time(file, k));
  return kSuccess;
}

}  // namespace

int draw_command(const DrawArguments& arguments) {
  try {
    const io::FieldFile file(io::field_file_of(arguments.result));
    if (arguments.list) return list(file);
    const io::Drawn drawn = picture::draw(file, arguments);
    fmt::print("{} from {:.6g} to {:.6g}{}{}, {}\n{}\n", drawn.name, drawn.range.first, drawn.range.second,
               drawn.unit.empty() ? "" : " ", drawn.unit, drawn.time, drawn.png.string());
    return kSuccess;
  } catch (const io::OutputError& error) {
    fmt::print(stderr, "jounce draw: {}\n", error.what());
    return kWrongInput;
  }
}

}  // namespace jounce::cli
