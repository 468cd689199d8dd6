#pragma once

#include "mesh/gmsh_protocol.h"

// Part of the program that links Gmsh.

namespace jounce {

/// From here on the report says how and where this process ends: by a signal, by exit() (as Gmsh does for
/// Exit in a script), without memory, out of processor time, by a call that it may not make. The place is
/// that of Gmsh's parser.
void prepare_last_words(GmshReport& report, double memory_limit);

}  // namespace jounce
