#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::io {

/// Text as one CSV cell: quoted, with doubled quotes, when it holds a comma, a quote or a line end.
std::string csv_cell(std::string_view text);

/// Splits one line into cells: quotes removed, blanks around unquoted cells removed. Views point into `line`
/// or, for cells with doubled quotes, into `storage`, which must outlive them.
void split_csv(std::string_view line, std::vector<std::string_view>& cells,
               std::vector<std::string>& storage);

/// Whole text of a file. Throws OutputError.
std::string read_text(const std::filesystem::path& path);

/// Takes the next line off `rest`, without its line end (\n or \r\n).
/// @param complete set to whether a line end followed
std::string_view next_line(std::string_view& rest, bool& complete);

/// Reads a whole cell as a number (`nan`, `inf` included). @return false if it is none.
bool parse_number(std::string_view cell, double& value);

}  // namespace jounce::io
