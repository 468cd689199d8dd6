#pragma once

#include <filesystem>
#include <string>

namespace jounce::io {

/// The command of gnuplot by which a picture becomes what the ending of its name says: .png, .svg, .pdf,
/// .eps, .jpg, .jpeg, in letters of either case. Width and height in pixels; of .pdf and .eps in points of
/// 1/72 inch. Throws OutputError for other endings; it names those that there are.
/// @param file  the name of the finished picture
/// @param font  size of letters
/// @param transparent  ground, in place of a white one; refused for pictures that have none
std::string picture_terminal(const std::filesystem::path& file, int width, int height, int font,
                             bool transparent = false);

/// Throws OutputError for a file whose ending is that of no picture.
void require_picture_ending(const std::filesystem::path& file);

/// True for pictures that are not made of pixels.
bool is_vector_picture(const std::filesystem::path& file);

}  // namespace jounce::io
