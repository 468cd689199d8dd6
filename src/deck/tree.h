#pragma once

#include <string>
#include <string_view>

#include "params/node.h"

namespace jounce::deck {

using params::describe;
using params::Node;

/// Parses a TOML document. Throws params::InputError at the first syntax error, or when tables are nested
/// deeper than any deck needs.
Node parse_toml(std::string_view text, const std::string& file_name);

/// Parses what stands behind an equals sign; whatever is no TOML value is taken as a text. All places are
/// `where`.
Node parse_value(std::string_view text, const params::Location& where);

}  // namespace jounce::deck
