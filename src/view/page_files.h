#pragma once

namespace jounce::view {

// The files of src/view/page/, which the build puts into the program (cmake/JouncePage.cmake).

extern const char* const kPageTemplate;  ///< page.html, with places for the others
extern const char* const kPageStyle;
extern const char* const kPageScript;  ///< all scripts, one behind the other

}  // namespace jounce::view
