#include "run/coincident.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace jounce {
namespace {

bool names_mesh(const params::Params& entry, const std::string& mesh) {
  const auto is_of = [&](const std::string& name) { return name == mesh || name.starts_with(mesh + "."); };
  for (const params::Params::Entry& e : entry.entries()) {
    if (std::any_of(e.tables.begin(), e.tables.end(),
                    [&](const params::Params& table) { return names_mesh(table, mesh); }))
      return true;
    if (e.is_table || e.is_list_of_tables) continue;
    if (const auto* const one = std::get_if<std::string>(&e.value); one != nullptr && is_of(*one))
      return true;
    if (const auto* const some = std::get_if<std::vector<std::string>>(&e.value);
        some != nullptr && std::any_of(some->begin(), some->end(), is_of))
      return true;
  }
  return false;
}

/// Something that may hold the nodes of a mesh together: a joint, a contact, a spring.
bool is_joined(const deck::Deck& deck, const std::string& mesh) {
  for (const char* const kind : {"joint", "contact"})
    for (const params::Params* entry : deck.entries(kind))
      if (names_mesh(*entry, mesh)) return true;
  for (const params::Params* element : deck.entries("element"))
    if (element->type() != "solid" && names_mesh(*element, mesh)) return true;
  return false;
}

/// Pairs of points at the same place: along a direction that no regular mesh has, they are neighbours.
std::vector<std::pair<int, int>> pairs_of(const Mesh& mesh) {
  constexpr double kRoundOff = 1e-9;
  std::vector<char> used(mesh.points.size(), 0);
  for (const Mesh::Cells& cells : mesh.cells)
    for (const int node : cells.nodes) used[node] = 1;
  std::vector<int> order;
  for (std::size_t i = 0; i < used.size(); ++i)
    if (used[i] != 0) order.push_back(static_cast<int>(i));
  if (order.empty()) return {};
  const auto place = [&](int i) -> const Vector3& { return mesh.points[i]; };
  const Vector3 direction = Vector3(0.5377, 0.7351, 0.4129).normalized();
  std::vector<double> along(mesh.points.size());
  double size = 0;
  for (const int i : order) {
    along[i] = place(i).dot(direction);
    size = std::max(size, (place(i) - place(order.front())).norm());
  }
  const auto at = [&](int i) { return along[i]; };
  std::sort(order.begin(), order.end(),
            [&](int a, int b) { return std::pair(at(a), a) < std::pair(at(b), b); });
  std::vector<std::pair<int, int>> pairs;
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t k = i + 1; k < order.size() && at(order[k]) - at(order[i]) <= kRoundOff * size; ++k)
      if ((place(order[k]) - place(order[i])).norm() <= kRoundOff * size)
        pairs.emplace_back(std::minmax(order[i], order[k]));
  return pairs;
}

}  // namespace

std::vector<std::string> coincident_nodes(const deck::Deck& deck, std::span<const Mesh> meshes) {
  std::vector<std::string> sentences;
  for (const Mesh& mesh : meshes) {
    const auto pairs = pairs_of(mesh);
    if (pairs.empty() || is_joined(deck, mesh.name)) continue;
    const auto [first, second] = *std::min_element(pairs.begin(), pairs.end());
    const Vector3& at = mesh.points[first];
    sentences.push_back(
        fmt::format("mesh '{}' has {} of unconnected nodes at the same position, for example nodes {} and {} "
                    "at ({:.6g}, {:.6g}, {:.6g}): its parts can separate there",
                    mesh.name, pairs.size() == 1 ? "a pair" : fmt::format("{} pairs", pairs.size()),
                    first + 1, second + 1, at.x(), at.y(), at.z()));
  }
  return sentences;
}

}  // namespace jounce
