#include "picture/draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "io/atomic_file.h"
#include "io/gnuplot.h"
#include "io/output_error.h"
#include "io/picture_format.h"
#include "io/temporary_folder.h"
#include "picture/box_clip.h"

namespace jounce::picture {
namespace {

/// Of the eye from what it looks at, in diagonals of the model: beyond all planes.
constexpr double kEyeDistance = 2.6;
/// Lines lie before the surfaces that they are on by this part of the diagonal of the model.
constexpr double kLift = 1.5e-3;

bool looks_down(const Camera& camera) { return camera.towards.z() == 1 && camera.right.x() == 1; }

bool has_points_field(const io::FieldFile& file, const char* name) {
  return std::ranges::any_of(file.fields(),
                             [&](const io::Field& field) { return field.on_points && field.name == name; });
}

/// Cells whose middle lies in the box.
std::vector<std::uint8_t> cells_in_box(const io::FieldMesh& mesh, const io::PreparedPicture& picture) {
  std::vector<std::uint8_t> cells = picture.present;
  cells.resize(mesh.cell_count(), 1);
  if (!picture.present.empty()) cells = picture.present;
  for (std::size_t cell = 0; cell < mesh.cell_count(); ++cell) {
    const auto begin = mesh.offsets[cell], end = mesh.offsets[cell + 1];
    for (std::size_t axis = 0; axis < 3 && cells[cell] != 0; ++axis) {
      double sum = 0;
      for (auto k = begin; k < end; ++k)
        sum += picture.points[3 * static_cast<std::size_t>(mesh.connectivity[k]) + axis];
      const double middle = sum / static_cast<double>(end - begin);
      if (middle < (*picture.box)[axis].first || middle > (*picture.box)[axis].second) cells[cell] = 0;
    }
  }
  return cells;
}

}  // namespace

void Pictures::Extent::include(const Extent& other) {
  widen(x, other.x);
  widen(y, other.y);
  widen(values, other.values);
}

Pictures::Pictures(const io::FieldFile& file, const io::DrawRequest& request)
    : file_(file), request_(request), model_(file) {
  try {
    camera_ = camera_of(request.view, model_.scene().is_plane);
  } catch (const std::invalid_argument& error) {
    throw io::OutputError(file.path(), error.what());
  }
  choose_parts();
  is_flat_ = model_.scene().is_plane && looks_down(camera_) && !request.perspective;
  if (!request.perspective) return;
  const scene::Scene& scene = model_.scene();
  camera_.distance = kEyeDistance * scene.size();
  camera_.target = (Vector3::Map(scene.low.data()) + Vector3::Map(scene.high.data())) / 2;
}

void Pictures::choose_parts() {
  shown_ =
      request_.only.empty() ? PartSet(model_.scene().parts.size(), 1) : model_.parts(request_.only, "--only");
  const PartSet hidden = model_.parts(request_.hide, "--hide");
  for (std::size_t part = 0; part < shown_.size(); ++part)
    if (hidden[part] != 0) shown_[part] = 0;
  zoomed_ = shown_;
  if (request_.zoom.empty()) return;
  zoomed_ = model_.parts({request_.zoom}, "--zoom");
  for (std::size_t part = 0; part < shown_.size(); ++part)
    if (zoomed_[part] > shown_[part])
      throw io::OutputError(file_.path(), fmt::format("--zoom: part '{}' is not shown", request_.zoom));
}

FrameState Pictures::state_of(const io::PreparedPicture& picture) const {
  FrameState state;
  state.points = picture.points;
  state.values = picture.values;
  state.on_points = picture.on_points;
  state.cells = picture.present;
  if (picture.box && !is_flat_) state.cells = cells_in_box(file_.mesh(), picture);
  if (has_points_field(file_, "orientation")) state.orientation = file_.values("orientation", picture.frame);
  if (has_points_field(file_, "present"))
    for (const double present : file_.values("present", picture.frame))
      state.present.push_back(present != 0 ? 1 : 0);
  return state;
}

void Pictures::draw(const io::PreparedPicture& picture, const FrameState& state, Canvas& canvas,
                    const PartSet& parts) {
  if (!picture.box || !is_flat_) return model_.draw(state, canvas, parts);
  BoxClip clip(*picture.box, canvas);
  model_.draw(state, clip, parts);
}

Pictures::Extent Pictures::extent(const io::PreparedPicture& picture) {
  Bounds bounds(camera_);
  draw(picture, state_of(picture), bounds, zoomed_);
  return {bounds.x(), bounds.y(), bounds.values()};
}

Layout Pictures::layout(const io::PreparedPicture& picture, const Extent& extent) const {
  return layout_of(picture, extent.x, extent.y, extent.values, is_flat_);
}

Pixels Pictures::pixels(const io::PreparedPicture& picture, const Layout& layout) {
  const FrameState state = state_of(picture);
  Bounds bounds(camera_);
  draw(picture, state, bounds, zoomed_);
  // Edges that are as close as their own width would cover the colours.
  constexpr double kClose = 3, kApart = 14, kOpacity = 0.5;
  const double between = bounds.edge_length() * layout.width / (layout.x.second - layout.x.first);
  const double edges =
      request_.no_edges ? 0 : kOpacity * std::clamp((between - kClose) / (kApart - kClose), 0.0, 1.0);
  Raster raster(layout.width, layout.height);
  Painter painter(raster, camera_,
                  {.x = layout.x,
                   .y = layout.y,
                   .colours = layout.colours,
                   .is_lit = !is_flat_,
                   .edges = static_cast<float>(edges),
                   .lift = kLift * model_.scene().size()});
  draw(picture, state, painter, shown_);
  return raster.pixels(request_.transparent ? std::nullopt : std::optional<Colour>(Colour::Ones()));
}

void write_pixels(const std::filesystem::path& file, const Pixels& pixels) {
  io::write_atomically(file, {reinterpret_cast<const char*>(pixels.data()), pixels.size()});
}

io::Drawn draw(const io::FieldFile& file, const io::DrawRequest& request) {
  const io::PreparedPicture picture = io::prepare_picture(file, request, io::requested_frame(file, request));
  const auto png = io::picture_file(file, request, picture.name, ".png");
  const std::string terminal =
      io::picture_terminal(png, picture.width, picture.height, 11, request.transparent);
  Pictures pictures(file, request);
  const Pictures::Extent extent = pictures.extent(picture);
  if (extent.is_empty())
    throw io::OutputError(png, fmt::format("cannot draw '{}': there is nothing to draw{}", png.string(),
                                           picture.box ? " in the box" : ""));
  const Layout layout = pictures.layout(picture, extent);
  const io::TemporaryFolder folder("draw");
  const auto raw = folder.path() / "pixels";
  write_pixels(raw, pictures.pixels(picture, layout));
  io::run_gnuplot(png, [&](const std::filesystem::path& temporary) {
    return terminal_text(terminal, temporary) + script_of(picture, layout, pictures.camera(), raw);
  });
  const Range values = extent.values.first > extent.values.second ? Range{NAN, NAN} : extent.values;
  return {picture.name, picture.unit, values, picture.time, png};
}

}  // namespace jounce::picture
