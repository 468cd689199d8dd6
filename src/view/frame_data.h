#pragma once

#include "io/field_file.h"
#include "scene/scene.h"
#include "view/blobs.h"

namespace jounce::view {

/// Bytes of the numbers of all frames up to which they keep 4 bytes each, and at most in a page (as 2 bytes
/// each, before base64).
inline constexpr double kExactBytes = 24e6, kMostBytes = 96e6;

/// Which frames and fields a page has.
struct FrameChoice {
  std::vector<std::size_t> frames;
  std::vector<io::Field> fields;  ///< on points
  bool is_quantised = false;
};

/// As many frames as fit, at equal distances, the first and the last among them.
/// @param most_frames  0: any number
/// @param fields  names; empty: all. Throws io::OutputError for one that the file does not have.
FrameChoice choose_frames(const io::FieldFile& file, const scene::Scene& scene, int most_frames,
                          const std::vector<std::string>& fields);

/// Adds times, places, orientations and fields of the chosen frames to the description of a page.
void add_frames(const io::FieldFile& file, const scene::Scene& scene, const FrameChoice& choice, Blobs& blobs,
                deck::Json& page);

}  // namespace jounce::view
