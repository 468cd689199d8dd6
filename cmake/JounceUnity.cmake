# jounce_unity(target [bytes]): with JOUNCE_UNITY the compiler reads the sources of a folder in packs, so that what they share
# (Eigen's expressions above all) is compiled once for each pack. Names local to a file are therefore unique in their folder.
# What is optimised most comes in smaller packs (`bytes`), which take about as long and as much memory.
set(JOUNCE_PACK_BYTES 120000 CACHE STRING "Bytes of source in a pack of JOUNCE_UNITY, about")
mark_as_advanced(JOUNCE_PACK_BYTES)

function(jounce_unity target)
  if(NOT JOUNCE_UNITY)
    return()
  endif()
  set(size_of_packs ${JOUNCE_PACK_BYTES} ${ARGN})
  list(GET size_of_packs -1 size_of_packs)

  # Alone: what takes long by itself, for every shape of elements, and what replaces operator new.
  file(GLOB alone ${PROJECT_SOURCE_DIR}/src/elements/solid_*.cpp ${PROJECT_SOURCE_DIR}/tests/collision/allocations.cpp)
  list(REMOVE_ITEM alone ${PROJECT_SOURCE_DIR}/src/elements/solid_part.cpp)
  set_source_files_properties(${alone} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

  # Bytes of each folder, and of what comes before each source in it.
  get_target_property(sources ${target} SOURCES)
  set(packed "")
  foreach(source IN LISTS sources)
    get_filename_component(source ${source} ABSOLUTE)
    cmake_path(IS_PREFIX PROJECT_BINARY_DIR ${source} is_made)
    if(is_made OR NOT source MATCHES "\\.cpp$" OR source IN_LIST alone)
      continue()
    endif()
    get_filename_component(folder ${source} DIRECTORY)
    if(NOT DEFINED "bytes_of_${folder}")
      set("bytes_of_${folder}" 0)
    endif()
    set("before_${source}" ${bytes_of_${folder}})
    file(SIZE ${source} size)
    math(EXPR "bytes_of_${folder}" "${bytes_of_${folder}} + ${size}")
    list(APPEND packed ${source})
  endforeach()

  # Packs of one folder are of about the same size: the longest one is what a build on many cores waits for.
  foreach(source IN LISTS packed)
    get_filename_component(folder ${source} DIRECTORY)
    set(bytes ${bytes_of_${folder}})
    math(EXPR packs "(${bytes} + ${size_of_packs} / 2) / ${size_of_packs}")
    if(packs LESS 1)
      set(packs 1)
    endif()
    math(EXPR pack "${before_${source}} * ${packs} / ${bytes}")
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE name)
    string(MAKE_C_IDENTIFIER "${name}" name)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${name}_${pack})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
