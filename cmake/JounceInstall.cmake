# What `cmake --install` puts in place, in two components: `program` (program, its reader of meshes, manual page, completion, data,
# documentation) and `development` (the solver as a library with its headers and a CMake package).

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)
install(TARGETS jounce RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# The program by the name under which it takes the arguments of CalculiX' ccx, and its page.
install(CODE "foreach(link ${CMAKE_INSTALL_BINDIR}/jounce-ccx=jounce
    ${CMAKE_INSTALL_MANDIR}/man1/jounce-ccx.1.gz=jounce.1.gz)
  string(REPLACE \"=\" \";\" pair \${link})
  list(GET pair 0 name)
  list(GET pair 1 target)
  set(name \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/\${name}\")
  get_filename_component(folder \"\${name}\" DIRECTORY)
  file(MAKE_DIRECTORY \"\${folder}\")
  file(CREATE_LINK \"\${target}\" \"\${name}\" SYMBOLIC)
endforeach()" COMPONENT program)
install(TARGETS jounce_gmsh RUNTIME DESTINATION ${CMAKE_INSTALL_LIBDIR}/jounce)

# Written by the program itself, from the declarations of its options.
if(NOT JOUNCE_SANITIZE)
  set(command_files ${PROJECT_BINARY_DIR}/command-files)
  add_custom_command(OUTPUT ${command_files}/jounce.1.gz
    COMMAND ${CMAKE_COMMAND} -E make_directory ${command_files}
    COMMAND jounce man > ${command_files}/jounce.1
    COMMAND jounce completion bash > ${command_files}/jounce.bash
    COMMAND jounce completion zsh > ${command_files}/_jounce
    COMMAND jounce completion fish > ${command_files}/jounce.fish
    COMMAND gzip -9nf ${command_files}/jounce.1
    DEPENDS jounce COMMENT "Writing manual page and completion" VERBATIM)
  add_custom_target(jounce_command_files ALL DEPENDS ${command_files}/jounce.1.gz)
  add_dependencies(program jounce_command_files)
  install(FILES ${command_files}/jounce.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${command_files}/jounce.bash RENAME jounce
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${command_files}/_jounce DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
  install(FILES ${command_files}/jounce.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

# For those who write plugins for the program as it is installed.
install(FILES src/user/jounce_plugin.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/jounce)

# Decks name meshes by ../meshes, cases name decks by inputs/: the folders stay side by side.
install(DIRECTORY inputs meshes verification DESTINATION ${CMAKE_INSTALL_DATADIR}/jounce
  USE_SOURCE_PERMISSIONS PATTERN __pycache__ EXCLUDE)

# The documentation as it is, with the folders that its links expect, and as pages where `./setup docs` has made them.
install(FILES LICENSE LICENSE-BINARIES.md README.md CHANGELOG.md CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING
  PATTERN *.md PATTERN *.png PATTERN *.gif PATTERN *.txt PATTERN *.cpp PATTERN html EXCLUDE)
install(DIRECTORY ${PROJECT_BINARY_DIR}/docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/html OPTIONAL)

# find_package(jounce) gives jounce::jounce. run_deck.h (load a deck, run it, report) and io/ (read results) are what
# outside programs are meant to use; the other headers are there too, and change from version to version.
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/jounce)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/jounceConfig.cmake.in
  ${PROJECT_BINARY_DIR}/generated/jounceConfig.cmake INSTALL_DESTINATION ${package_folder}
  PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/generated/jounceConfigVersion.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/generated/jounceConfig.cmake ${PROJECT_BINARY_DIR}/generated/jounceConfigVersion.cmake
  cmake/JounceDependencies.cmake DESTINATION ${package_folder} COMPONENT development)
install(TARGETS jounce_core ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(DIRECTORY src/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/jounce COMPONENT development
  FILES_MATCHING PATTERN *.h)
