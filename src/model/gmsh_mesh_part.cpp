#include "mesh/gmsh_import.h"
#include "model/mesh_parts.h"
#include "params/file_reference.h"

namespace jounce {
namespace {

Mesh make_gmsh(const params::Params& params, int, const std::filesystem::path& folder) {
  try {
    GmshImport options;
    options.scale = params.number("scale");
    if (params.given("size")) options.size = params.number("size");
    if (params.given("order")) options.order = params.integer("order");
    options.time_limit = params.number("time_limit");
    options.memory_limit = 1e9 * params.number("memory_limit");
    options.trusted = params.boolean("trusted_script");
    return import_gmsh(params.name(), folder / params.text("file"), options);
  } catch (const MeshError& error) {
    params.fail("file", error.what());
  }
}

}  // namespace

MeshPart gmsh_mesh_part() {
  using namespace params;
  return {
      {"mesh",
       "gmsh",
       "Mesh from a file that Gmsh reads: scripts (.geo) and STEP (.step, .stp) are meshed, .msh and Nastran "
       "(.bdf, .nas) are read. Physical groups become groups of the mesh; in files without them (STEP, "
       "Nastran) the entities do: curve_1, surface_3, volume_1. Scripts that run programs or write files are "
       "refused.",
       {text("file", "path of the file, relative to the deck").refers(kFileReference).required(),
        number("scale", "factor on all coordinates, for files in other units").positive().by_default(1.0),
        number("size", "largest size of elements when a geometry is meshed").unit(dim::length).positive(),
        integer("order", "1: linear elements, 2: quadratic ones, when a geometry is meshed").between(1, 2),
        number("time_limit", "processor time allowed for Gmsh on this file, s").positive().by_default(300.0),
        number("memory_limit", "memory allowed for Gmsh on this file, GB").positive().by_default(8.0),
        boolean("trusted_script",
                "true: the script may run programs and read and write any files; use it only for scripts "
                "from a trusted source")
            .by_default(false)}},
      make_gmsh};
}

}  // namespace jounce
