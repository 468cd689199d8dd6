#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/field_file.h"
#include "io/field_picture.h"

namespace jounce::io {

/// What `jounce draw` draws: one field in one frame.
struct DrawRequest {
  std::string field, component;  ///< empty: the usual ones
  std::optional<int> frame;      ///< from 0; none: that nearest to `time`, else the last
  std::optional<double> time;
  double scale = 1;           ///< of displacements
  std::vector<double> range;  ///< of the colours, or empty
  std::vector<double> box;    ///< smallest x y [z], largest x y [z], or empty
  std::string title;          ///< empty: that of the deck with the time
  std::vector<int> size;      ///< width and height in pixels, or empty
  std::filesystem::path png;  ///< empty: the name of the field and its component beside the result
};

/// What a picture shows.
struct Drawn {
  std::string name, unit;           ///< of the field with its component
  std::pair<double, double> range;  ///< of the values that are drawn
  std::string time;                 ///< "t = 0.5 s", "mode 7"
  std::filesystem::path png;
};

/// The file of fields in a result folder (or the file itself). Throws OutputError when there is none.
std::filesystem::path field_file_of(const std::filesystem::path& result);

/// "t = 0.5 s", "mode 7".
std::string frame_time(const FieldFile& file, std::size_t frame);

/// One frame of a field, ready to be drawn.
struct PreparedPicture {
  FieldMesh mesh;
  std::vector<double> values;
  std::vector<std::uint8_t> present;
  FieldPicture picture;    ///< without mesh, values and presence: see complete()
  std::string name, unit;  ///< of the field with its component
  std::string time;        ///< "t = 0.5 s", "mode 7"

  FieldPicture complete() const;
};

/// Throws OutputError: no such field, component or frame.
PreparedPicture prepare_picture(const FieldFile& file, const DrawRequest& request, std::size_t frame);

/// The file that a request names, or that of the field with its component beside the result.
std::filesystem::path picture_file(const FieldFile& file, const DrawRequest& request, const std::string& name,
                                   const std::string& extension);

/// Draws a PNG (by gnuplot). Throws OutputError: no such field, component or frame, nothing to draw, gnuplot
/// missing or failing.
Drawn draw(const FieldFile& file, const DrawRequest& request);

}  // namespace jounce::io
