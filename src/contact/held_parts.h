#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "model/state.h"

namespace jounce {

/// Nodes and edges of two surfaces, or of one, that were on their way into a face or past an edge while the
/// means of gaps around them stayed open: where faces are large beside the walls and bend sharply. From then
/// on each has rows of its own on all that is near it (CornerRows, EdgeRows), until nothing is.
class HeldParts {
 public:
  static constexpr double kDeepest = 0.75;  ///< share of the thinner wall to which parts are held
  /// Cosine of the angle between outward normals of what looks the same way and cannot meet from outside.
  static constexpr double kSameWay = 0.5;
  using Nodes = std::array<int, 2>;

  HeldParts(int first_nodes, int second_nodes)
      : nodes_{std::vector<std::uint8_t>(static_cast<std::size_t>(first_nodes), kFree),
               std::vector<std::uint8_t>(static_cast<std::size_t>(second_nodes), kFree)} {}

  bool has(std::size_t side, int node) const { return at(side, node) != kFree; }
  bool has(std::size_t side, const Nodes& edge) const { return edges_[side].contains(key(edge)); }
  /// @param n  out of the face that the node is on its way into
  void hold(std::size_t side, int node, const Vector3& n) {
    set(side, node, kHeld);
    normals_[side][node] = n;
  }
  void hold(std::size_t side, const Nodes& edge) {
    if (edges_[side].try_emplace(key(edge), kHeld).second) ++version_;
  }
  void release(std::size_t side, int node) {
    set(side, node, kFree);
    normals_[side].erase(node);
  }
  /// Releases the edges for which is_free(side, nodes) holds.
  template <typename IsFree>
  void release_edges(IsFree&& is_free) {
    for (std::size_t side = 0; side < edges_.size(); ++side)
      if (std::erase_if(edges_[side], [&](const auto& edge) { return is_free(side, edge.first); }) > 0)
        ++version_;
  }
  /// Changes with every part that is held or released.
  long version() const { return version_; }

  /// Whether a part had a row in the last search.
  bool touches(std::size_t side, int node) const { return at(side, node) == kTouches; }
  bool touches(std::size_t side, const Nodes& edge) const {
    const auto found = edges_[side].find(key(edge));
    return found != edges_[side].end() && found->second == kTouches;
  }
  /// A search begins: nothing touches.
  void part() {
    for (auto& nodes : nodes_)
      for (std::uint8_t& node : nodes) node = std::min(node, kHeld);
    for (auto& edges : edges_)
      for (auto& edge : edges) edge.second = kHeld;
  }
  void touch(std::size_t side, int node) {
    if (has(side, node)) nodes_[side][static_cast<std::size_t>(node)] = kTouches;
  }
  void touch(std::size_t side, const Nodes& edge) {
    if (const auto found = edges_[side].find(key(edge)); found != edges_[side].end())
      found->second = kTouches;
  }
  /// Out of the face that holds a node from inside: it turns with the face, and stays the same where the node
  /// comes near other sides of the body.
  const Vector3& normal(std::size_t side, int node) const { return normals_[side].at(node); }
  void turn(std::size_t side, int node, const Vector3& n) { normals_[side][node] = n; }

 private:
  static constexpr std::uint8_t kFree = 0, kHeld = 1, kTouches = 2;

  static Nodes key(const Nodes& edge) { return {std::min(edge[0], edge[1]), std::max(edge[0], edge[1])}; }
  std::uint8_t at(std::size_t side, int node) const { return nodes_[side][static_cast<std::size_t>(node)]; }
  void set(std::size_t side, int node, std::uint8_t value) {
    if (has(side, node) == (value != kFree)) return;
    ++version_;
    nodes_[side][static_cast<std::size_t>(node)] = value;
  }

  std::array<std::vector<std::uint8_t>, 2> nodes_;
  std::array<std::map<int, Vector3>, 2> normals_;
  std::array<std::map<Nodes, std::uint8_t>, 2> edges_;
  long version_ = 0;
};

}  // namespace jounce
