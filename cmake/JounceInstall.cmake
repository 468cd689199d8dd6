# What `cmake --install` puts beside the program and its Gmsh module: manual page, completion, data, documentation.

# Written by the program itself, from the declarations of its options.
if(NOT JOUNCE_SANITIZE)
  set(command_files ${PROJECT_BINARY_DIR}/command-files)
  add_custom_command(OUTPUT ${command_files}/jounce.1 ${command_files}/jounce.bash ${command_files}/_jounce
      ${command_files}/jounce.fish
    COMMAND ${CMAKE_COMMAND} -E make_directory ${command_files}
    COMMAND jounce man > ${command_files}/jounce.1
    COMMAND jounce completion bash > ${command_files}/jounce.bash
    COMMAND jounce completion zsh > ${command_files}/_jounce
    COMMAND jounce completion fish > ${command_files}/jounce.fish
    DEPENDS jounce COMMENT "Writing manual page and completion" VERBATIM)
  add_custom_target(jounce_command_files ALL DEPENDS ${command_files}/jounce.1)
  add_dependencies(program jounce_command_files)
  install(FILES ${command_files}/jounce.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${command_files}/jounce.bash RENAME jounce
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${command_files}/_jounce DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
  install(FILES ${command_files}/jounce.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

# Decks name meshes by ../meshes, cases name decks by inputs/: the folders stay side by side.
install(DIRECTORY inputs meshes verification DESTINATION ${CMAKE_INSTALL_DATADIR}/jounce)
install(FILES LICENSE LICENSE-BINARIES.md README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
