// Fuzz target of the check of Gmsh's mesh files: any bytes are either let through, or refused with a
// MeshError that names the file.
//
//     cmake --preset fuzz && cmake --build --preset fuzz --target fuzz_msh && mkdir -p build-fuzz/meshes
//     build-fuzz/tests/fuzz_msh -dict=tests/fuzz/msh.dict -max_len=3000 -max_total_time=600
//       build-fuzz/meshes tests/mesh

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "fuzz_file.h"
#include "mesh/gmsh_import.h"
#include "mesh/script_check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const jounce::FuzzFile file("part.msh");
  file.write({reinterpret_cast<const char*>(data), size});
  try {
    jounce::ScriptCheck(file.path()).merged(file.path());
  } catch (const jounce::MeshError& error) {
    if (std::string_view(error.what()).find("part.msh") == std::string_view::npos) std::abort();
  }
  return 0;
}
