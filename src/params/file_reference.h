#pragma once

namespace jounce::params {

/// What a key of type text refers to (Key::refers_to) that is the path of a file, relative to the deck.
inline constexpr const char* kFileReference = "file";

}  // namespace jounce::params
