#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "io/draw.h"
#include "picture/camera.h"
#include "picture/painter.h"

namespace jounce::picture {

/// Where the model lies in a picture with title, colour bar and axes.
struct Layout {
  int left = 0, bottom = 0, width = 0, height = 0;  ///< pixels of the model in the picture
  Range x, y;                                       ///< that it shows, equal scales
  bool has_axes = false;                            ///< with numbers, of what lies in the plane z
  ColourScale colours;
};

/// @param x, y  what the model reaches over in the picture
/// @param values  of the colours where the picture gives none
Layout layout_of(const io::PreparedPicture& picture, Range x, Range y, Range values, bool has_axes);

/// What gnuplot draws around the model, onto the terminal that is set.
/// @param pixels  file with the pixels of the model: 4 bytes each, row by row from below
std::string script_of(const io::PreparedPicture& picture, const Layout& layout, const Camera& camera,
                      const std::filesystem::path& pixels);

/// Lines of gnuplot that open a terminal and name the file of its picture.
/// @param terminal  the command that sets it
std::string terminal_text(const std::string& terminal, const std::filesystem::path& file);

}  // namespace jounce::picture
