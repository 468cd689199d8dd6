#pragma once

#include <string>

// Part of the program that links Gmsh.

namespace jounce {

/// Whether the faces around each volume of Gmsh's current model, meshed already, close: every edge belongs to
/// two of their elements. @return what is open and where; empty where all is closed
std::string open_shell();

}  // namespace jounce
