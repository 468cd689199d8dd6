#pragma once

#include "io/draw.h"
#include "picture/model_drawing.h"
#include "picture/script.h"

namespace jounce::picture {

/// The pictures of a file, in one view.
class Pictures {
 public:
  /// Throws io::OutputError: no such view or part.
  Pictures(const io::FieldFile& file, const io::DrawRequest& request);

  /// What a frame reaches over in the picture, and its values.
  struct Extent {
    Range x = kEmptyRange, y = kEmptyRange, values = kEmptyRange;
    bool is_empty() const { return x.first > x.second; }
    void include(const Extent& other);
  };
  Extent extent(const io::PreparedPicture& picture);
  Layout layout(const io::PreparedPicture& picture, const Extent& extent) const;
  Pixels pixels(const io::PreparedPicture& picture, const Layout& layout);
  const Camera& camera() const { return camera_; }

 private:
  FrameState state_of(const io::PreparedPicture& picture) const;
  void draw(const io::PreparedPicture& picture, const FrameState& state, Canvas& canvas,
            const PartSet& parts);
  void choose_parts();

  const io::FieldFile& file_;
  const io::DrawRequest& request_;
  ModelDrawing model_;
  Camera camera_;
  PartSet shown_;
  PartSet zoomed_;  ///< those that fill the picture
  bool is_flat_;    ///< the model lies in the plane of the picture
};

/// For script_of. Throws io::OutputError.
void write_pixels(const std::filesystem::path& file, const Pixels& pixels);

/// Draws a picture of any format that io::picture_terminal knows: the model by a rasteriser of our own,
/// without a display, title, colour bar and axes by gnuplot. Throws io::OutputError: no such field,
/// component, frame, view or part, nothing to draw, gnuplot missing or failing.
io::Drawn draw(const io::FieldFile& file, const io::DrawRequest& request);

}  // namespace jounce::picture
