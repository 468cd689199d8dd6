#pragma once

#include <filesystem>

namespace jounce::io {

/// A wish that the run which writes into a folder ends after its step: the file `jounce.stop` in the folder.
/// It reaches runs on other hosts too.
inline constexpr const char* kStopFile = "jounce.stop";

/// Throws OutputError.
void request_stop(const std::filesystem::path& folder);
bool is_stop_requested(const std::filesystem::path& folder);
/// The wish was granted, or was for an earlier run.
void forget_stop(const std::filesystem::path& folder);

}  // namespace jounce::io
