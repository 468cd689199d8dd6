#pragma once

#include <filesystem>

namespace jounce::io {

/// Copies a file without filling its holes; `to` is replaced. @return false, with `to` removed, where the
/// file system cannot, or has no room
bool copy_sparse(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace jounce::io
