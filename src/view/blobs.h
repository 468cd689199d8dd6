#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "deck/json_writer.h"
#include "scene/packing.h"

namespace jounce::view {

/// Binary data of a page, each array in an element of its own as base64, so that the page decodes what it
/// shows alone.
class Blobs {
 public:
  /// Adds an array. @return its number
  int add(std::string_view bytes);
  /// Adds numbers of all frames. @return what the page needs to read them
  deck::Json add(const scene::PackedFrames& frames, int components);
  /// Elements for the page.
  const std::string& elements() const { return elements_; }

 private:
  std::string elements_;
  int count_ = 0;
};

}  // namespace jounce::view
