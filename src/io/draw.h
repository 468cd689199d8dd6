#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/field_file.h"

namespace jounce::io {

/// Smallest and largest number.
using ValueRange = std::pair<double, double>;

/// What `jounce draw` draws: one field in one frame.
struct DrawRequest {
  std::string field = {}, component = {};  ///< empty: the usual ones
  std::optional<int> frame = {};           ///< from 0; none: that nearest to `time`, else the last
  std::optional<double> time = {};
  double scale = 1;                ///< of displacements
  std::vector<double> range = {};  ///< of the colours, or empty
  std::vector<double> box = {};    ///< smallest x y [z], largest x y [z], or empty
  std::string view = {};           ///< how it is looked at (picture/camera.h); empty: the usual way
  bool perspective = false;
  std::string zoom = {};               ///< a part that fills the picture; empty: all
  std::vector<std::string> only = {};  ///< the parts that are drawn; empty: all
  std::vector<std::string> hide = {};  ///< of these without those
  bool transparent = false;            ///< ground; else white
  bool no_edges = false;               ///< of elements
  std::string title = {};              ///< empty: that of the deck with the time
  std::vector<int> size = {};          ///< width and height in pixels, or empty
  std::filesystem::path png = {};      ///< empty: the name of the field and its component beside the result
};

/// What a picture shows.
struct Drawn {
  std::string name, unit;  ///< of the field with its component
  ValueRange range;        ///< of the values that are drawn
  std::string time;        ///< "t = 0.5 s", "mode 7"
  std::filesystem::path png;
};

/// The file of fields in a result folder (or the file itself). Throws OutputError when there is none.
std::filesystem::path field_file_of(const std::filesystem::path& result);

/// "t = 0.5 s", "mode 7".
std::string frame_time(const FieldFile& file, std::size_t frame);

/// One frame of a field, and what a picture says about it.
struct PreparedPicture {
  std::size_t frame = 0;
  std::vector<double> points;  ///< 3 a point, displacements magnified
  std::vector<double> values;  ///< one for each point, or one for each cell
  bool on_points = true;
  std::vector<std::uint8_t> present;  ///< 0 for cells that are not there; empty: all are
  std::string title;
  std::string name, unit, label;    ///< of the field with its component; label: beside the colour bar
  std::string time;                 ///< "t = 0.5 s", "mode 7"
  std::string length_unit;          ///< of the axes
  std::optional<ValueRange> range;  ///< of the colours; unless given that of what is drawn
  std::optional<std::array<ValueRange, 3>> box;  ///< only this is drawn, in x, y, z
  int width = 1000, height = 750;                ///< pixels
};

/// The frame that a request names. Throws OutputError.
std::size_t requested_frame(const FieldFile& file, const DrawRequest& request);

/// Throws OutputError: no such field, component or frame.
PreparedPicture prepare_picture(const FieldFile& file, const DrawRequest& request, std::size_t frame);

/// The file that a request names, or that of the field with its component beside the result.
std::filesystem::path picture_file(const FieldFile& file, const DrawRequest& request, const std::string& name,
                                   const std::string& extension);

}  // namespace jounce::io
