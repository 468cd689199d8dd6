#include "model/mesh_parts.h"
#include "params/file_reference.h"

namespace jounce {

MeshPart abaqus_mesh_part() {
  using namespace params;
  return {{"mesh",
           "abaqus",
           "Mesh of an input file of Abaqus or CalculiX (.inp); node sets, element sets and surfaces become "
           "groups. The program also runs such files as they are.",
           {text("file", "path of the file, relative to the deck").refers(kFileReference).required(),
            boolean("shells",
                    "S3, S4, S6, S8 and their kinds are triangles and quadrilaterals, for elements of type "
                    "\"shell\"; false: solids of the same thickness, as CalculiX makes them")
                .by_default(false),
            tables("groups", "further groups, of nodes or of sides of elements, by their numbers in the file",
                   {text("name", "name of the group").required(), integers("nodes", "numbers of nodes"),
                    integers("elements", "numbers of elements"),
                    integers("sides", "side of each of the elements: 1 for S1").between(1, 6)})}},
          nullptr};
}

}  // namespace jounce
