# Build type, language level, warnings, sanitizers, linker, ccache and precompiled headers.
# Defines the interface target jounce_options and the functions jounce_program, jounce_optimise_less, jounce_fast_first and
# jounce_precompile.

get_property(is_multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT CMAKE_BUILD_TYPE AND NOT is_multi_config)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
if(JOUNCE_SANITIZE)  # Eigen without any inlining makes the tests ten times slower
  set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1")
elseif(JOUNCE_COVERAGE)  # nothing merged or moved between lines, yet the tests end within minutes
  set(CMAKE_CXX_FLAGS_DEBUG "-Og")
else()
  set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g1")
endif()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

# libgmsh exports weak Eigen symbols; with other vector flags our copies would replace them. Hidden symbols cannot.
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

add_library(jounce_options INTERFACE)
target_compile_options(jounce_options INTERFACE -Wall -Wextra -Wshadow -Wpedantic -Werror=return-type)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
  # With -O3 these versions of g++ report flows through std::string and Eigen that cannot happen.
  target_compile_options(jounce_options INTERFACE
    -Wno-maybe-uninitialized -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # Where there is room, g++ does not look for memory that it could use again, which takes a tenth of its time.
  cmake_host_system_information(RESULT memory QUERY TOTAL_PHYSICAL_MEMORY)
  cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
  math(EXPR room "${memory} / ${cores}")  # MB
  if(room GREATER 3000)
    target_compile_options(jounce_options INTERFACE
      $<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=2000000> $<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-expand=1000>)
  endif()
endif()
if(JOUNCE_WERROR)
  target_compile_options(jounce_options INTERFACE -Werror)
endif()
if(JOUNCE_NATIVE)
  target_compile_options(jounce_options INTERFACE -march=native)
endif()
if(JOUNCE_SANITIZE)
  target_compile_options(jounce_options INTERFACE
    -fsanitize=${JOUNCE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  if(JOUNCE_SANITIZE MATCHES undefined)
    # A quarter of the compile time, in every inlined line of Eigen; the address sanitizer sees what such pointers touch.
    target_compile_options(jounce_options INTERFACE -fno-sanitize=null,alignment,object-size,vptr,pointer-overflow)
  endif()
  target_link_options(jounce_options INTERFACE -fsanitize=${JOUNCE_SANITIZE})
endif()

if(JOUNCE_SANITIZE)
  add_library(jounce_sanitizer_defaults OBJECT ${CMAKE_CURRENT_LIST_DIR}/sanitizer_defaults.cpp)
endif()

if(JOUNCE_COVERAGE)
  # Counters in our own lines only: those in Eigen and the standard library would cost most of the time. Ranks and
  # forked runs add to the same files, atomically by a lock of libgcov.
  target_compile_options(jounce_options INTERFACE
    --coverage -fprofile-abs-path -fprofile-filter-files=${PROJECT_SOURCE_DIR}/src/.*)
  target_link_options(jounce_options INTERFACE --coverage)
endif()

# jounce_program(target LIBRARY...): link a program; in a sanitizer build it also gets their default options.
function(jounce_program target)
  target_link_libraries(${target} PRIVATE ${ARGN})
  if(JOUNCE_SANITIZE)
    target_link_libraries(${target} PRIVATE jounce_sanitizer_defaults)
  endif()
endfunction()

# jounce_optimise_less(target): code that runs seldom. With -O1 the compiler takes a quarter less time.
function(jounce_optimise_less target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# jounce_fast_first(target): of an inline function that several objects have, the linker takes the first copy it meets. The
# objects of the fast part come before those of the calm one, so that none of its functions is replaced by one of -O1.
function(jounce_fast_first target)
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:jounce_core>)
endfunction()

# A fast linker where there is one; libraries that a program does not use are not loaded by it.
find_program(JOUNCE_LLD ld.lld)
find_program(JOUNCE_GOLD ld.gold)
mark_as_advanced(JOUNCE_LLD JOUNCE_GOLD)
if(JOUNCE_LLD)
  target_link_options(jounce_options INTERFACE -fuse-ld=lld)
elseif(JOUNCE_GOLD)
  target_link_options(jounce_options INTERFACE -fuse-ld=gold)
endif()
target_link_options(jounce_options INTERFACE -Wl,--as-needed)

# ccache, told how to treat precompiled headers.
find_program(JOUNCE_CCACHE ccache)
mark_as_advanced(JOUNCE_CCACHE)
if(JOUNCE_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    ${JOUNCE_CCACHE})
endif()

# jounce_precompile(target [HEADER...]): precompile the common headers and the given ones.
function(jounce_precompile target)
  if(JOUNCE_PCH)
    target_precompile_headers(${target} PRIVATE
      <algorithm> <array> <cmath> <functional> <map> <memory> <optional> <span> <stdexcept> <string> <string_view>
      <utility> <vector> <Eigen/Dense> <fmt/format.h> ${ARGN})
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
  endif()
endfunction()
