#pragma once

#include <filesystem>

namespace jounce::io {

/// Makes a folder and those above it; fine when it is there. Throws OutputError (no permission, a file in the
/// way).
void make_folder(const std::filesystem::path& folder);

}  // namespace jounce::io
