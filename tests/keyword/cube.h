#pragma once

#include <string>

namespace jounce::test {

/// A unit cube: one C3D8 with a steel of round numbers, held without hindering its contraction.
inline std::string cube(const std::string& steps,
                        const std::string& material = "*ELASTIC\n200., .25\n*DENSITY\n2.\n") {
  return "*NODE, NSET=NALL\n"
         "1, 0., 0., 0.\n2, 1., 0., 0.\n3, 1., 1., 0.\n4, 0., 1., 0.\n"
         "5, 0., 0., 1.\n6, 1., 0., 1.\n7, 1., 1., 1.\n8, 0., 1., 1.\n99, 7., 7., 7.\n"
         "*ELEMENT, TYPE=C3D8, ELSET=ALL\n1, 1, 2, 3, 4, 5, 6, 7, 8\n"
         "*NSET, NSET=BOTTOM, GENERATE\n1, 4\n*NSET, NSET=TOP\n5, 6, 7, 8\n"
         "*SURFACE, NAME=UPPER\nALL, S2\n"
         "*BOUNDARY\nBOTTOM, 3\n1, 1, 2\n4, 1\n5, 1, 2\n8, 1\n"
         "*MATERIAL, NAME=STEEL\n" +
         material + "*SOLID SECTION, ELSET=ALL, MATERIAL=STEEL\n" + steps;
}

}  // namespace jounce::test
