#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace jounce::test {

/// Patches of shells that share the nodes at the same places.
class ShellMesh {
 public:
  using Place = std::function<std::array<double, 3>(double, double)>;

  /// nu x nv squares, of triangles with 3 and 6 nodes two each; numbers go on in the order of their making.
  void patch(const std::string& type, const std::string& set, int nu, int nv, const Place& place) {
    const auto at = [&](int i, int j) { return node(place(0.5 * i / nu, 0.5 * j / nv)); };
    for (int i = 0; i < 2 * nu; i += 2)
      for (int j = 0; j < 2 * nv; j += 2) {
        const int a = at(i, j), b = at(i + 2, j), c = at(i + 2, j + 2), d = at(i, j + 2);
        const bool is_second = type.find('8') != std::string::npos;
        if (type.ends_with("3") || type.ends_with("6")) {
          const bool has_middles = type.ends_with("6");
          const int m = has_middles ? at(i + 1, j + 1) : 0;
          add(type, set, {a, b, c},
              has_middles ? std::vector{at(i + 1, j), at(i + 2, j + 1), m} : std::vector<int>{});
          add(type, set, {a, c, d},
              has_middles ? std::vector{m, at(i + 1, j + 2), at(i, j + 1)} : std::vector<int>{});
        } else {
          add(type, set, {a, b, c, d},
              is_second ? std::vector{at(i + 1, j), at(i + 2, j + 1), at(i + 1, j + 2), at(i, j + 1)}
                        : std::vector<int>{});
        }
      }
  }
  int node(const std::array<double, 3>& x) {
    std::array<long, 3> key{};
    for (std::size_t k = 0; k < 3; ++k) key[k] = std::lround(x[k] * 1e6);
    const auto [place, is_new] = numbers_.try_emplace(key, static_cast<int>(numbers_.size()) + 1);
    x_[place->second] = x[0];
    if (is_new) nodes_ += fmt::format("{}, {:.9g}, {:.9g}, {:.9g}\n", place->second, x[0], x[1], x[2]);
    return place->second;
  }
  /// Nodes at places where a coordinate has a value, as *NSET.
  std::string set(const std::string& name, std::size_t axis, double value) const {
    std::string text = "*NSET, NSET=" + name + "\n";
    for (const auto& [key, number] : numbers_)
      if (key[axis] == std::lround(value * 1e6)) text += std::to_string(number) + "\n";
    return text;
  }
  /// Elements whose second edge lies at x, as *ELSET.
  std::string edge(const std::string& name, double x) const {
    std::string text = "*ELSET, ELSET=" + name + "\n";
    for (const auto& [element, ends] : second_edges_)
      if (x_.at(ends[0]) == x && x_.at(ends[1]) == x) text += std::to_string(element) + "\n";
    return text;
  }
  std::string text() const {
    return "*NODE, NSET=ALL\n" + nodes_ + elements_ +
           "*MATERIAL, NAME=M\n*ELASTIC\n2e5, .3\n*DENSITY\n7.8e-9\n";
  }

 private:
  void add(const std::string& type, const std::string& set, std::vector<int> nodes,
           const std::vector<int>& middles) {
    second_edges_[count_ + 1] = {nodes[1], nodes[2]};
    nodes.insert(nodes.end(), middles.begin(), middles.end());
    elements_ +=
        fmt::format("*ELEMENT, TYPE={}, ELSET={}\n{}, {}\n", type, set, ++count_, fmt::join(nodes, ", "));
  }

  std::map<std::array<long, 3>, int> numbers_;
  std::map<int, double> x_;                         ///< of nodes
  std::map<int, std::array<int, 2>> second_edges_;  ///< of elements
  std::string nodes_, elements_;
  int count_ = 0;
};

inline std::string shell_section(const std::string& set, double thickness, const std::string& more = "") {
  return fmt::format("*SHELL SECTION, ELSET={}, MATERIAL=M{}\n{}\n", set, more, thickness);
}

}  // namespace jounce::test
