#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace jounce::io {

/// Text as a gnuplot string constant; line ends become blanks.
std::string gnuplot_string(std::string_view text);

/// Runs gnuplot as a child process and lets the picture that it draws, stamped with version and build,
/// replace `png` in one step.
/// @param script makes the script for the (temporary) picture file that it is given
/// Throws OutputError: no gnuplot (names the Debian package), gnuplot failed (with its message), `png` not
/// writable.
void run_gnuplot(const std::filesystem::path& png,
                 const std::function<std::string(const std::filesystem::path& picture)>& script);

}  // namespace jounce::io
