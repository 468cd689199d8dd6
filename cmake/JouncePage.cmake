# The files of the page of `jounce view` become texts in the program. Included by CMakeLists.txt this file defines
# JOUNCE_PAGE_SOURCE, which is made anew when one of the files changes; it runs itself as the script that makes it.

if(CMAKE_SCRIPT_MODE_FILE)
  function(jounce_text result name)
    set(text "")
    foreach(file IN LISTS ARGN)
      file(READ ${file} content)
      string(APPEND text "${content}")
    endforeach()
    # Literals of compilers may be limited to 64 kB: several follow each other.
    string(LENGTH "${text}" length)
    set(at 0)
    set(literals "")
    while(at LESS length)
      string(SUBSTRING "${text}" ${at} 12000 piece)
      string(APPEND literals "R\"jounce(${piece})jounce\"\n")
      math(EXPR at "${at} + 12000")
    endwhile()
    set(${result} "const char* const ${name} =\n${literals};\n\n" PARENT_SCOPE)
  endfunction()
  string(REPLACE "|" ";" scripts "${JOUNCE_PAGE_SCRIPTS}")
  jounce_text(template kPageTemplate ${JOUNCE_PAGE_FOLDER}/page.html)
  jounce_text(style kPageStyle ${JOUNCE_PAGE_FOLDER}/page.css)
  jounce_text(script kPageScript ${scripts})
  file(WRITE ${JOUNCE_PAGE_SOURCE}
    "#include \"view/page_files.h\"\n\nnamespace jounce::view {\n\n${template}${style}${script}}  // namespace jounce::view\n")
  return()
endif()

set(page_folder ${PROJECT_SOURCE_DIR}/src/view/page)
# In this order: a script uses those before it when it is read.
set(page_scripts vectors.js data.js shaders.js graphics.js camera.js surface.js shapes.js section.js lines.js colours.js picking.js
  curves.js viewer.js panel.js follow.js main.js)
list(TRANSFORM page_scripts PREPEND ${page_folder}/)
list(JOIN page_scripts "|" page_scripts_argument)
set(JOUNCE_PAGE_SOURCE ${PROJECT_BINARY_DIR}/generated/page_files.cpp)
add_custom_command(OUTPUT ${JOUNCE_PAGE_SOURCE} VERBATIM
  COMMENT "Putting the page of jounce view into a source"
  DEPENDS ${page_scripts} ${page_folder}/page.html ${page_folder}/page.css ${CMAKE_CURRENT_LIST_FILE}
  COMMAND ${CMAKE_COMMAND} -DJOUNCE_PAGE_FOLDER=${page_folder} -DJOUNCE_PAGE_SOURCE=${JOUNCE_PAGE_SOURCE}
  "-DJOUNCE_PAGE_SCRIPTS=${page_scripts_argument}" -P ${CMAKE_CURRENT_LIST_FILE})
