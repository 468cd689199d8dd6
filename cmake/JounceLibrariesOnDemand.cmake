# jounce_libraries_on_demand(target): links a program with functions that load PETSc, SLEPc, CHOLMOD, UMFPACK and HDF5
# when they are started (src/la/libraries_on_demand.cpp) in place of the libraries. With sanitizers, and on processors
# for which that file has no jump, the libraries stay.

# jounce_library(name library): defines JOUNCE_<name>_LIBRARY, the name under which the dynamic linker knows it, and
# JOUNCE_<name>_FOLDER, for the source.
function(jounce_library name library)
  execute_process(COMMAND ${CMAKE_READELF} -d ${library} OUTPUT_VARIABLE dynamic ERROR_QUIET)
  if(NOT dynamic MATCHES "SONAME[^\n]*\\[([^\n]+)\\]")
    message(FATAL_ERROR "${library} has no SONAME")
  endif()
  get_filename_component(folder ${library} DIRECTORY)
  set_property(SOURCE src/la/libraries_on_demand.cpp APPEND PROPERTY COMPILE_DEFINITIONS
    "JOUNCE_${name}_LIBRARY=\"${CMAKE_MATCH_1}\"" "JOUNCE_${name}_FOLDER=\"${folder}\"")
endfunction()

function(jounce_libraries_on_demand target)
  if(JOUNCE_SANITIZE OR NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|aarch64)$")
    return()
  endif()
  foreach(package PETSC SLEPC HDF5)
    get_target_property(libraries PkgConfig::${package} INTERFACE_LINK_LIBRARIES)
    list(GET libraries 0 library)
    jounce_library(${package} ${library})
    list(APPEND on_demand ${library})
  endforeach()
  foreach(package CHOLMOD UMFPACK)
    jounce_library(${package} ${${package}_LIBRARY})
    list(APPEND on_demand ${${package}_LIBRARY})
  endforeach()
  target_sources(${target} PRIVATE src/la/libraries_on_demand.cpp)
  target_include_directories(${target} PRIVATE
    $<TARGET_PROPERTY:PkgConfig::SLEPC,INTERFACE_INCLUDE_DIRECTORIES> ${CHOLMOD_INCLUDE_DIR}
    $<TARGET_PROPERTY:PkgConfig::HDF5,INTERFACE_INCLUDE_DIRECTORIES> ${UMFPACK_INCLUDE_DIR})
  set_target_properties(${target} PROPERTIES JOUNCE_ON_DEMAND ON)
  set(JOUNCE_ON_DEMAND ${on_demand} PARENT_SCOPE)  # for the packages
endfunction()
