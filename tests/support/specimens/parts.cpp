#include "parts.h"

namespace jounce::test {

std::string part_between(const std::string& kind, const std::string& type, const std::string& A,
                         const std::string& B, const std::string& keys) {
  return fmt::format(R"([[{}]]
name = "part"
type = "{}"
between = ["{}", "{}"]
{}
)",
                     kind, type, A, B, keys);
}

void add_pairs(Specimens& list, const std::string& kind, const std::string& type, const std::string& keys,
               bool has_point) {
  const char* const pairs[][2] = {{"ground", "a"},  {"a", "ground"}, {"a1", "b1"}, {"b", "a1"},
                                  {"ground", "b1"}, {"p", "b1"},     {"a1", "p"},  {"ground", "p"}};
  for (const auto& pair : pairs) {
    const std::string A = pair[0], B = pair[1];
    if (!has_point && (A == "p" || B == "p")) continue;
    list.push_back({kind, type, fmt::format("{}-{} {}", A, B, keys.substr(0, keys.find(' '))), 2,
                    two_bodies + part_between(kind, type, A, B, keys)});
  }
}

void add_spatial_pairs(Specimens& list, const std::string& kind, const std::string& type,
                       const std::string& keys, bool has_point) {
  const char* const pairs[][2] = {{"ground", "a"}, {"b", "ground"}, {"a1", "b1"}, {"p", "b1"}, {"a1", "p"}};
  for (const auto& pair : pairs) {
    const std::string A = pair[0], B = pair[1];
    if (!has_point && (A == "p" || B == "p")) continue;
    list.push_back({kind, type, fmt::format("3D {}-{} {}", A, B, keys.substr(0, keys.find('\n'))), 3,
                    two_spatial_bodies + part_between(kind, type, A, B, keys)});
  }
}

}  // namespace jounce::test
