#pragma once

#include <string>

#include "params/node.h"

namespace jounce::params {

/// A value as in a deck, tables and lists in one line.
std::string to_toml(const Node& node);

}  // namespace jounce::params
