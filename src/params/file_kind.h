#pragma once

#include <filesystem>
#include <string>

namespace jounce::params {

/// What a file that was given in place of a deck is, and what to do with it: "a geometry, not a deck: ...".
/// Empty where nothing speaks against a deck. Looks at the kind of file, its name and its first bytes; never
/// waits for a pipe.
std::string why_no_deck(const std::filesystem::path& path);

}  // namespace jounce::params
