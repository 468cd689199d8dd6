#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace jounce::io {

/// The last frame of field results that a FieldWriter wrote.
struct LastFrame {
  double time = 0;
  std::vector<double> points;  ///< positions, 3 per point
  std::vector<double> field;   ///< components * points numbers, point by point
};

/// Reads the last frame with one of its fields on points ("velocity", "present", ...). Throws OutputError
/// when the file cannot be read or has no such field, std::runtime_error when it has no frame.
LastFrame read_last_frame(const std::filesystem::path& h5_file, const std::string& field);

}  // namespace jounce::io
