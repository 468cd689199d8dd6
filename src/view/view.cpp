#include "view/view.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/atomic_file.h"
#include "io/colour_map.h"
#include "io/draw.h"
#include "io/output_error.h"
#include "mesh/cell_shape.h"
#include "version.h"
#include "view/frame_data.h"
#include "view/history_data.h"
#include "view/page_files.h"
#include "view/scene_data.h"

namespace jounce::view {
namespace {

namespace fs = std::filesystem;
using deck::Json;

/// The folder that a result is in.
fs::path folder_of(const fs::path& fields) {
  return fields.has_parent_path() ? fields.parent_path() : fs::path(".");
}

std::string title_of(const io::FieldFile& file) {
  std::string title = file.metadata("title");
  if (title.empty()) title = fs::absolute(folder_of(file.path())).lexically_normal().filename().string();
  return title;
}

/// Takes the points within solids too, if all frames keep 4 bytes a number nevertheless.
void add_inside(const io::FieldFile& file, const ViewRequest& request, scene::Scene& scene,
                FrameChoice& choice) {
  const std::vector<std::uint8_t>& types = file.mesh().types;
  const bool has_solids = std::any_of(types.begin(), types.end(), [](std::uint8_t type) {
    for (int k = 0; k < kCellShapes; ++k)
      if (const CellTopology& cell = topology(static_cast<CellShape>(k)); cell.vtk_type == type)
        return cell.dimension == 3;
    return false;
  });
  if (!has_solids || choice.is_quantised) return;
  scene::Scene whole = scene::scene_with_inside(file);
  FrameChoice of_whole = choose_frames(file, whole, request.most_frames, request.fields);
  if (of_whole.is_quantised) return;
  scene = std::move(whole);
  choice = std::move(of_whole);
}

/// Colours at equal distances, as the pictures of `jounce draw` have them.
Json colours() {
  constexpr int count = 65;
  Json list = Json::array();
  for (int i = 0; i < count; ++i) list.add(io::map_colour(i / (count - 1.0)));
  return list;
}

/// A history beside the fields; none where there is none or it cannot be read.
Json history_of(const fs::path& folder, Blobs& blobs) {
  const fs::path path = folder / "history.csv";
  if (!fs::exists(path)) return Json::array();
  try {
    const io::History history(path);
    return history.size() == 0 ? Json::array() : history_data(history, blobs);
  } catch (const io::OutputError&) {
    return Json::array();
  }
}

/// Text of an element of JSON: nothing in it may look like the end of the element.
std::string json_element(const Json& page) {
  std::string text = page.dump();
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at))
    text.replace(at, 1, "\\u003c");
  return "<script type=\"application/json\" id=\"description\">" + text + "</script>\n";
}

/// The template with the parts in their places.
std::string filled(std::string page, const std::vector<std::pair<std::string, std::string_view>>& parts) {
  for (const auto& [place, part] : parts) page.replace(page.find(place), place.size(), part);
  return page;
}

}  // namespace

Page page_of(const ViewRequest& request) {
  const io::FieldFile file(io::field_file_of(request.result));
  scene::Scene scene = scene::scene_of(file);
  FrameChoice choice = choose_frames(file, scene, request.most_frames, request.fields);
  if (request.has_inside) add_inside(file, request, scene, choice);
  Blobs blobs;
  Json page = Json::object();
  page.add("title", title_of(file));
  page.add("program", version_line());
  page.add("colours", colours());
  if (request.next > 0) page.add("next", request.next);
  page.add("frameCount", static_cast<int>(file.times().size()));
  add_scene(scene, blobs, page);
  add_frames(file, scene, choice, blobs, page);
  page.add("history", history_of(folder_of(file.path()), blobs));
  View view{request.output.empty() ? folder_of(file.path()) / "view.html" : request.output,
            choice.frames.size(), file.times().size(), choice.is_quantised};
  // From behind: what is put in may look like a place before it.
  std::string text = filled(kPageTemplate, {{"/*script*/", kPageScript},
                                            {"<!--data-->", json_element(page) + blobs.elements()},
                                            {"/*style*/", kPageStyle}});
  return {std::move(text), std::move(view)};
}

View write_view(const ViewRequest& request) {
  const auto [text, view] = page_of(request);
  try {
    io::write_atomically(view.page, text);
  } catch (const io::OutputError& error) {
    throw NotWritten(error.path(), error.what());
  }
  return view;
}

}  // namespace jounce::view
