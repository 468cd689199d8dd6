# Build information: version, git revision, compiler, library versions -> generated/version.cpp.
# Included by CMakeLists.txt it defines the target jounce_version, which runs this same file as a script before every
# build; the source is rewritten only when its text changes.

if(CMAKE_SCRIPT_MODE_FILE)
  set(JOUNCE_REVISION unknown)
  find_program(GIT git)
  if(GIT)
    # A checkout that belongs to another user is still described; the index is never locked.
    execute_process(
      COMMAND ${GIT} -c safe.directory=* --no-optional-locks describe --always --dirty --abbrev=9 --exclude=*
      WORKING_DIRECTORY ${JOUNCE_SOURCE_DIR} OUTPUT_VARIABLE revision ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(revision)
      set(JOUNCE_REVISION ${revision})
    endif()
  endif()
  configure_file(${JOUNCE_SOURCE_DIR}/src/version.cpp.in ${JOUNCE_VERSION_SOURCE} @ONLY)
  return()
endif()

# The value of a macro in a header, "" when it is not there.
function(jounce_macro result header macro)
  set(value "")
  if(EXISTS ${header})
    file(STRINGS ${header} lines REGEX "#[ \t]*define[ \t]+${macro}[ \t]")
    if(lines)
      list(GET lines 0 line)
      string(REGEX REPLACE ".*${macro}[ \t]+\"?([^\" \t]*)\"?.*" "\\1" value "${line}")
    endif()
  endif()
  set(${result} ${value} PARENT_SCOPE)
endfunction()

jounce_macro(metis_major ${METIS_INCLUDE_DIR}/metis.h METIS_VER_MAJOR)
jounce_macro(metis_minor ${METIS_INCLUDE_DIR}/metis.h METIS_VER_MINOR)
jounce_macro(metis_patch ${METIS_INCLUDE_DIR}/metis.h METIS_VER_SUBMINOR)
jounce_macro(gmsh_version ${GMSH_INCLUDE_DIR}/gmsh.h GMSH_API_VERSION)

set(libraries "")
foreach(pair "PETSc=${PETSC_VERSION}" "HDF5=${HDF5_VERSION}" "MPI standard=${MPI_C_VERSION}" "Eigen=${Eigen3_VERSION}"
        "METIS=${metis_major}.${metis_minor}.${metis_patch}" "Gmsh API=${gmsh_version}"
        "toml++=${tomlplusplus_VERSION}" "CLI11=${CLI11_VERSION}" "fmt=${fmt_VERSION}"
        "muparser=${muparser_VERSION}")
  string(REGEX REPLACE "(.*)=(.*)" "{\"\\1\", \"\\2\"}" entry "${pair}")
  list(APPEND libraries "${entry}")
endforeach()
list(JOIN libraries ", " libraries)

set(options "")
if(JOUNCE_NATIVE)
  list(APPEND options "native")
endif()
if(JOUNCE_SANITIZE)
  list(APPEND options "sanitize ${JOUNCE_SANITIZE}")
endif()
list(JOIN options " " options)

set(JOUNCE_VERSION_SOURCE ${PROJECT_BINARY_DIR}/generated/version.cpp)
add_custom_target(jounce_version BYPRODUCTS ${JOUNCE_VERSION_SOURCE} VERBATIM
  COMMENT "Recording the revision" COMMAND ${CMAKE_COMMAND}
  -DJOUNCE_SOURCE_DIR=${PROJECT_SOURCE_DIR} -DJOUNCE_VERSION_SOURCE=${JOUNCE_VERSION_SOURCE}
  -DJOUNCE_VERSION=${PROJECT_VERSION} "-DJOUNCE_COMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
  -DJOUNCE_BUILD_TYPE=${CMAKE_BUILD_TYPE} "-DJOUNCE_BUILD_OPTIONS=${options}" "-DJOUNCE_LIBRARY_VERSIONS=${libraries}"
  -P ${CMAKE_CURRENT_LIST_FILE})
