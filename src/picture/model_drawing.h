#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "picture/canvas.h"
#include "picture/frame_state.h"
#include "picture/shape_form.h"
#include "scene/scene.h"

namespace jounce::picture {

/// By part of the scene: 1 for those that are meant.
using PartSet = std::vector<std::uint8_t>;

/// Draws the scene of a file onto a canvas: surfaces with smooth normals and edges, rigid shapes, sections
/// swept along beams, springs as coils, planes, symbols of joints, as the page of `jounce view` shows them.
class ModelDrawing {
 public:
  explicit ModelDrawing(const io::FieldFile& file);

  const scene::Scene& scene() const { return scene_; }
  /// Those of these names, which an option of a command gives. Throws io::OutputError with the nearest name.
  PartSet parts(const std::vector<std::string>& names, const std::string& option) const;

  void draw(const FrameState& state, Canvas& canvas, const PartSet& parts);

 private:
  void draw_surface(const FrameState& state, Canvas& canvas, const PartSet& parts);
  void draw_edges(const FrameState& state, Canvas& canvas, const PartSet& parts) const;
  void draw_lines(const FrameState& state, Canvas& canvas, const PartSet& parts) const;
  void draw_link(const std::string& kind, const Vector3& from, const Vector3& to, int plain,
                 Canvas& canvas) const;
  void draw_pieces(const FrameState& state, Canvas& canvas, const PartSet& parts) const;
  void draw_planes(const FrameState& state, Canvas& canvas, const PartSet& parts) const;
  void draw_beams(const FrameState& state, Canvas& canvas, const PartSet& parts) const;
  const ShapeForm& form_of(const io::ScenePiece& shape) const;
  void find_surface(const FrameState& state);
  std::int64_t point_of(std::int32_t scene_point) const {
    return scene_point < 0 ? -1 : scene_.points[static_cast<std::size_t>(scene_point)];
  }
  int part_of_cell(std::int32_t cell) const { return scene_.cell_parts[static_cast<std::size_t>(cell)]; }
  int colour_of_part(int part) const;
  /// Value of a point of the scene by its cell, where values are on cells.
  double value_of(const FrameState& state, std::int64_t point, int part) const;

  const io::FieldFile& file_;
  scene::Scene scene_;
  io::FieldMesh mesh_;  ///< in the first frame
  int bodies_ = 0;      ///< parts that are bodies of the file; those of the ground and of joints follow
  std::optional<std::vector<std::uint8_t>> surface_cells_;
  scene::Surface surface_;                          ///< of these cells
  std::vector<std::int32_t> cell_of_point_;         ///< one of those that have it
  std::map<std::pair<int, int>, ShapeForm> forms_;  ///< by kind and geometry
};

}  // namespace jounce::picture
