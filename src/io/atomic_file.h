#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace jounce::io {

/// Name of the temporary file that later replaces `path`: `<path>.tmp` in the same folder.
std::filesystem::path temporary_name(const std::filesystem::path& path);

/// Why no file can be written under this name: "it is a folder", "it is a device", ...; empty where nothing
/// or a regular file has it.
std::string obstacle(const std::filesystem::path& path);
/// Throws OutputError where there is an obstacle: what is no file would be replaced by one.
void require_place_of_file(const std::filesystem::path& path);

/// Replaces `path` by the finished file `temporary` in one step. With `durable` the content and the folder
/// entry are forced to the disk first and afterwards. Throws OutputError and removes the temporary file; so
/// it does for a name that something else than a file has.
void replace_file(const std::filesystem::path& temporary, const std::filesystem::path& path, bool durable);

/// Writes `text` to a temporary file and lets it replace `path`. Throws OutputError; `path` is then as
/// before.
void write_atomically(const std::filesystem::path& path, std::string_view text);

/// Writes `text` over the content of a file that exists, where a full disk has no room for a second file but
/// the last block of this one may have room. @return false where it has not; the file is then as before
bool write_over(const std::filesystem::path& path, std::string_view text);

}  // namespace jounce::io
