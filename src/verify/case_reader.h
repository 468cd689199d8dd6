#pragma once

#include <filesystem>
#include <string_view>

#include "verify/case.h"

namespace jounce::verify {

/// Reads `folder`/case.toml; the case is named like its folder. Throws params::InputError with every mistake
/// and its line: unknown or missing keys, dangling names, a sweep that is not reduced, files that are
/// missing.
Case read_case(const std::filesystem::path& folder);

/// The same for a text; files that the case names are relative to `folder`.
Case read_case_text(std::string_view text, const std::filesystem::path& folder);

}  // namespace jounce::verify
