#pragma once

#include <string>

#include "mesh/gmsh_process.h"
#include "mesh/gmsh_protocol.h"

namespace jounce {

/// Why a process that read a mesh ended without one, with the file and the line where it was.
std::string message_of_end(const GmshTask& task, const GmshReport& report, const GmshReply& reply);

}  // namespace jounce
