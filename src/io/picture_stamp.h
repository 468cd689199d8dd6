#pragma once

#include <filesystem>
#include <string_view>

namespace jounce::io {

/// Writes a text into a picture without a change to what it shows: a tEXt chunk "Software" of a PNG, a
/// comment of a GIF, SVG, JPEG or EPS; of a PDF its first line as a comment behind the end. Text beyond ASCII
/// is left out. Files of other kinds, and those that do not begin as their kind does, stay as they are.
/// Throws OutputError where the file cannot be read or written.
void stamp_picture(const std::filesystem::path& picture, std::string_view text);

}  // namespace jounce::io
