#include "mesh/msh_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include "la/types.h"
#include "mesh/gmsh_import.h"

namespace jounce {
namespace {

/// Nodes of an element of Gmsh by the number of its type, up to the second order; 0 for others.
std::size_t nodes_of_type(double type) {
  constexpr std::array<std::size_t, 20> kNodes = {0, 2,  3,  4,  4,  8, 6, 5,  3,  6,
                                                  9, 10, 27, 18, 14, 1, 8, 20, 15, 13};
  return type >= 0 && type < static_cast<double>(kNodes.size()) ? kNodes[static_cast<std::size_t>(type)] : 0;
}

class MshCheck {
 public:
  explicit MshCheck(const std::filesystem::path& path) : path_(path), in_(path) {}

  void run() {
    double version = 0;
    while (next()) {
      if (text_.starts_with("$MeshFormat")) {
        if (!next() || numbers_.size() < 2) return;
        version = numbers_[0];
        if (!is_old(version) && !(version >= 4.1 && version < 5))
          fail(fmt::format("version {:g} of these files is not read; Gmsh writes 2.2 and 4.1, too", version));
        if (numbers_[1] != 0) return;  // binary
      }
      if (version == 0) continue;
      if (text_.starts_with("$Entities") && !is_old(version)) entities();
      if (text_.starts_with("$Nodes")) is_old(version) ? old_nodes() : nodes();
      if (text_.starts_with("$Elements")) is_old(version) ? old_elements() : elements();
    }
  }

 private:
  static bool is_old(double version) { return version >= 2 && version < 3; }

  /// The next line, with its numbers as far as it has any.
  bool next() {
    if (!std::getline(in_, text_)) return false;
    ++line_;
    numbers_.clear();
    const char* at = text_.c_str();
    for (char* end = nullptr;; at = end) {
      const double value = std::strtod(at, &end);
      if (end == at) break;
      numbers_.push_back(value);
    }
    return true;
  }

  bool next_of_section() { return next() && !text_.starts_with("$"); }

  [[noreturn]] void fail(const std::string& message) const {
    throw MeshError(fmt::format("{}:{}: {}", path_.string(), line_, message));
  }

  void add_node(long number, const double* x) {
    const Vector3 place(x[0], x[1], x[2]);
    if (!place.allFinite())
      fail(fmt::format("node {} has a coordinate that is not a finite number: ({}, {}, {})", number, x[0],
                       x[1], x[2]));
    places_.emplace(number, place);
  }

  /// What the head of a section announces. Gmsh takes memory for that and writes what comes, or takes what
  /// comes later for another section.
  struct Promise {
    std::string what;
    long entries = 0, least = 0, greatest = std::numeric_limits<long>::max(), found = 0;
  };
  void count(Promise& promised) const {
    const long number = std::lround(numbers_[0]);
    if (number < promised.least || number > promised.greatest)
      fail(fmt::format("{} {} is not among those from {} to {} that the section announces", promised.what,
                       number, promised.least, promised.greatest));
    if (++promised.found > promised.entries)
      fail(fmt::format("the section announces {} {}s and has more", promised.entries, promised.what));
  }
  void expect_all(const Promise& promised) const {
    if (promised.found != promised.entries)
      fail(fmt::format("the section announces {} {}s and has {}", promised.entries, promised.what,
                       promised.found));
  }

  /// Version 4.1: the counts of points, curves, surfaces and volumes, then each of them: its number, a place
  /// or two corners of its box, and lists with their counts in front: physical groups, and what bounds it.
  void entities() {
    if (!next() || numbers_.size() < 4) fail("the section of entities lacks its four counts");
    numbers_.resize(4);
    std::array<double, 4> counts{};
    std::copy(numbers_.begin(), numbers_.end(), counts.begin());
    for (std::size_t dimension = 0; dimension < counts.size(); ++dimension) {
      check_count(counts[dimension], "entities");
      for (double i = 0; i < counts[dimension]; ++i) {
        if (!next_of_section()) fail("the section of entities has fewer of them than it announces");
        const std::size_t lists = dimension == 0 ? 1 : 2;
        std::size_t at = dimension == 0 ? 4 : 7;
        for (std::size_t k = 0; k < lists; ++k) {
          if (at >= numbers_.size()) fail("this line of an entity is too short");
          check_count(numbers_[at], "numbers of this line of an entity");
          at += 1 + static_cast<std::size_t>(numbers_[at]);
        }
        if (at != numbers_.size())
          fail(fmt::format("this line of an entity has {} numbers, where its counts say {}", numbers_.size(),
                           at));
      }
    }
  }
  void check_count(double count, const std::string& of) const {
    constexpr double kMost = 1e8;
    if (!(count >= 0) || count > kMost || count != std::floor(count))
      fail(fmt::format("{:g} cannot be the count of the {}", count, of));
  }

  /// Version 2: "entries".
  Promise old_promise(const std::string& what) {
    if (!next() || numbers_.size() != 1) fail(fmt::format("the section of {}s lacks its count", what));
    return {what, std::lround(numbers_[0])};
  }
  /// Version 4.1: "blocks entries least-number greatest-number".
  Promise promise(const std::string& what) {
    if (!next() || numbers_.size() < 4) fail(fmt::format("the section of {}s lacks its four counts", what));
    return {what, std::lround(numbers_[1]), std::lround(numbers_[2]), std::lround(numbers_[3])};
  }

  /// Version 2: a line for each, "number x y z".
  void old_nodes() {
    Promise promised = old_promise("node");
    while (next_of_section()) {
      if (numbers_.size() < 4) fail("a node needs a number and three coordinates");
      count(promised);
      add_node(std::lround(numbers_[0]), &numbers_[1]);
    }
    expect_all(promised);
  }

  /// Version 4.1: blocks of numbers, then as many places.
  void nodes() {
    Promise promised = promise("node");
    while (next_of_section()) {
      if (numbers_.size() < 4) return;
      const long block = std::lround(numbers_[3]);
      std::vector<long> tags;
      for (long i = 0; i < block; ++i) {
        if (!next_of_section() || numbers_.empty()) return;
        tags.push_back(std::lround(numbers_[0]));
        count(promised);
      }
      for (const long tag : tags) {
        if (!next_of_section() || numbers_.size() < 3) return;
        add_node(tag, numbers_.data());
      }
    }
    expect_all(promised);
  }

  /// Nodes of the element of this line, from the entry `first` on.
  void check_element(std::size_t first, double type) {
    const long element = std::lround(numbers_[0]);
    const std::size_t expected = nodes_of_type(type),
                      found = numbers_.size() - std::min(first, numbers_.size());
    if (expected == 0)
      fail(fmt::format(
          "element {} is of type {:g}; those up to the second order are read, which have types 1 to 19",
          element, type));
    if (found != expected)
      fail(fmt::format("element {} has {} nodes; elements of type {:g} have {}", element, found, type,
                       expected));
    for (std::size_t i = first; i < numbers_.size(); ++i) {
      const long node = std::lround(numbers_[i]);
      const auto place = places_.find(node);
      if (place == places_.end())
        fail(fmt::format("element {} names node {}, which the file does not have", element, node));
      for (std::size_t k = first; k < i; ++k) {
        const long other = std::lround(numbers_[k]);
        if (other == node) fail(fmt::format("element {} has node {} twice", element, node));
        if (places_.at(other) == place->second)
          fail(fmt::format("nodes {} and {} of element {} both lie at ({:.6g}, {:.6g}, {:.6g})", other, node,
                           element, place->second.x(), place->second.y(), place->second.z()));
      }
    }
  }

  /// Version 2: "number type tags tag ... node ...".
  void old_elements() {
    Promise promised = old_promise("element");
    while (next_of_section()) {
      if (numbers_.size() < 3 || numbers_[2] < 0) fail("an element needs a number, a type and its tags");
      count(promised);
      check_element(3 + static_cast<std::size_t>(std::lround(numbers_[2])), numbers_[1]);
    }
    expect_all(promised);
  }

  /// Version 4.1: blocks with a line for each, "number node ...".
  void elements() {
    Promise promised = promise("element");
    while (next_of_section()) {
      if (numbers_.size() < 4) return;
      const double type = numbers_[2];
      const long block = std::lround(numbers_[3]);
      for (long i = 0; i < block; ++i) {
        if (!next_of_section() || numbers_.empty()) return;
        count(promised);
        check_element(1, type);
      }
    }
    expect_all(promised);
  }

  const std::filesystem::path& path_;
  std::ifstream in_;
  std::string text_;
  std::vector<double> numbers_;
  long line_ = 0;
  std::unordered_map<long, Vector3> places_;
};

}  // namespace

void check_msh(const std::filesystem::path& file) { MshCheck(file).run(); }

}  // namespace jounce
