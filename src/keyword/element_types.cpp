#include <algorithm>
#include <array>

#include "keyword/input.h"

namespace jounce::keyword {
namespace {

constexpr std::array<ElementType, 55> kTypes = {{
    {"C3D4", 3, 4, "full", ""},
    {"C3D10", 3, 10, "full", ""},
    {"C3D6", 3, 6, "full", ""},
    {"C3D15", 3, 15, "full", ""},
    {"C3D8", 3, 8, "b-bar", ""},
    {"C3D8R", 3, 8, "reduced", ""},
    {"C3D8I", 3, 8, "incompatible", ""},
    {"C3D20", 3, 20, "full", ""},
    {"C3D20R", 3, 20, "reduced", ""},
    {"CPS3", 2, 3, "full", "stress"},
    {"CPS4", 2, 4, "full", "stress"},
    {"CPS4R", 2, 4, "reduced", "stress"},
    {"CPS4I", 2, 4, "incompatible", "stress"},
    {"CPS6", 2, 6, "full", "stress"},
    {"CPS8", 2, 8, "full", "stress"},
    {"CPS8R", 2, 8, "reduced", "stress"},
    {"CPE3", 2, 3, "full", "strain"},
    {"CPE4", 2, 4, "b-bar", "strain"},
    {"CPE4R", 2, 4, "reduced", "strain"},
    {"CPE4I", 2, 4, "incompatible", "strain"},
    {"CPE6", 2, 6, "full", "strain"},
    {"CPE8", 2, 8, "full", "strain"},
    {"CPE8R", 2, 8, "reduced", "strain"},
    {"CAX3", 2, 3, "full", "axisymmetric"},
    {"CAX4", 2, 4, "b-bar", "axisymmetric"},
    {"CAX4R", 2, 4, "reduced", "axisymmetric"},
    {"CAX6", 2, 6, "full", "axisymmetric"},
    {"CAX8", 2, 8, "full", "axisymmetric"},
    {"CAX8R", 2, 8, "reduced", "axisymmetric"},
    {"B31", 1, 2, "", "", "C3D8I"},
    {"B31R", 1, 2, "", "", "C3D8R"},
    {"B32", 1, 3, "", "", "C3D20"},
    {"B32R", 1, 3, "", "", "C3D20R"},
    {"S3", 2, 3, "", "", "C3D6"},
    {"S4", 2, 4, "", "", "C3D8I"},
    {"S4R", 2, 4, "", "", "C3D8R"},
    {"S6", 2, 6, "", "", "C3D15"},
    {"S8", 2, 8, "", "", "C3D20"},
    {"S8R", 2, 8, "", "", "C3D20R"},
    {"M3D3", 2, 3, "", "", "C3D6"},
    {"M3D4", 2, 4, "", "", "C3D8"},
    {"M3D4R", 2, 4, "", "", "C3D8R"},
    {"M3D6", 2, 6, "", "", "C3D15"},
    {"M3D8", 2, 8, "", "", "C3D20"},
    {"M3D8R", 2, 8, "", "", "C3D20R"},
    {"T3D2", 1, 2, "", ""},
    {"T2D2", 1, 2, "", ""},
    {"SPRINGA", 0, 2, "", ""},
    {"SPRING1", 0, 1, "", ""},
    {"SPRING2", 0, 2, "", ""},
    {"DASHPOTA", 0, 2, "", ""},
    {"DASHPOT1", 0, 1, "", ""},
    {"DASHPOT2", 0, 2, "", ""},
    {"GAPUNI", 0, 2, "", ""},
    {"DCOUP3D", 0, 1, "", ""},
}};

}  // namespace

const ElementType* find_element_type(std::string_view name) {
  const auto place =
      std::find_if(kTypes.begin(), kTypes.end(), [&](const ElementType& t) { return t.name == name; });
  return place == kTypes.end() ? nullptr : &*place;
}

}  // namespace jounce::keyword
