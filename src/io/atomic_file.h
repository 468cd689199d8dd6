#pragma once

#include <filesystem>
#include <string_view>

namespace jounce::io {

/// Name of the temporary file that later replaces `path`: `<path>.tmp` in the same folder.
std::filesystem::path temporary_name(const std::filesystem::path& path);

/// Replaces `path` by the finished file `temporary` in one step. With `durable` the content and the folder
/// entry are forced to the disk first and afterwards. Throws OutputError and removes the temporary file.
void replace_file(const std::filesystem::path& temporary, const std::filesystem::path& path, bool durable);

/// Writes `text` to a temporary file and lets it replace `path`. Throws OutputError; `path` is then as
/// before.
void write_atomically(const std::filesystem::path& path, std::string_view text);

}  // namespace jounce::io
