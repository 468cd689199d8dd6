#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace jounce::params {

/// The text between double quotes with escapes, valid both as a TOML basic string and as a JSON string.
std::string quote(std::string_view text);

/// A number as short as possible so that it reads back to the same value; valid in TOML and JSON when finite.
std::string to_text(double value);

/// Bytes of the UTF-8 character that a text begins with; 0 where none does. Precondition: it is not empty.
std::size_t character_length(std::string_view text);

/// Text as it may stand in an element or an attribute: & < > " ' as entities; control characters, which no
/// page may hold, and bytes that are no UTF-8 become U+FFFD.
std::string markup_text(std::string_view text);

}  // namespace jounce::params
