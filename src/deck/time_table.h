#pragma once

#include <filesystem>
#include <string>

#include "params/time_function.h"

namespace jounce::deck {

/// Reads a function of time from two columns of a text file. Columns are separated by commas, semicolons or
/// blanks; empty lines and lines that begin with '#' are skipped. The first line may name the columns; a name
/// may be followed by a unit in brackets. Columns are chosen by name, or by number from 1. Throws
/// std::runtime_error, which says file, line and reason.
params::TimeFunction read_time_table(const std::filesystem::path& file, const std::string& time_column,
                                     const std::string& value_column);

}  // namespace jounce::deck
