# Defines Gmsh::Gmsh, what the Gmsh module links; Gmsh comes without CMake or pkg-config files.

find_path(GMSH_INCLUDE_DIR gmsh.h REQUIRED)
find_library(GMSH_LIBRARY gmsh REQUIRED)
add_library(Gmsh::Gmsh UNKNOWN IMPORTED)
set_target_properties(Gmsh::Gmsh PROPERTIES
  IMPORTED_LOCATION ${GMSH_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${GMSH_INCLUDE_DIR})
