#pragma once

#include <filesystem>
#include <string>

namespace jounce::report {

/// Where the run of a result folder is, in lines, from run.toml and the lock of the folder: whether it goes
/// on, has ended or was killed; time, step, iterations, contacts, energy, pace, warnings; the steps of a deck
/// that has some. Throws NoResult for a folder without run.toml.
std::string status_text(const std::filesystem::path& folder);

/// Asks the run that writes into the folder to end after its step. Throws NoResult where no run does,
/// io::OutputError where the wish cannot be written.
/// @return who it is, in words
std::string ask_to_stop(const std::filesystem::path& folder);

/// Waits until nobody writes into the folder.
void wait_for_end(const std::filesystem::path& folder);

}  // namespace jounce::report
