#pragma once

#include <filesystem>
#include <string_view>

namespace jounce::io {

/// A seal is what follows the content of a finished file: a mark of 8 bytes and a 64-bit checksum of all
/// bytes before. Formats that ignore what follows their content (HDF5 does) stay readable by others.
enum class Seal { good, missing, wrong };

/// Appends the seal to a file. Throws OutputError.
void seal_file(const std::filesystem::path& path);

/// Looks at the last 16 of all bytes of a file.
Seal check_seal(std::string_view bytes);

}  // namespace jounce::io
