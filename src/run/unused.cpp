#include "run/unused.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <string>
#include <variant>

#include "integrators/blame.h"
#include "integrators/loose_dof.h"

namespace jounce {
namespace {

using Names = std::set<std::string, std::less<>>;

/// The name and what stands before a dot in it: "rod" of "rod.start".
void add_name(const std::string& text, Names& names) {
  names.insert(text);
  for (std::size_t dot = text.find('.'); dot != std::string::npos; dot = text.find('.', dot + 1))
    names.insert(text.substr(0, dot));
}

void add_names(const params::Params& table, Names& names) {
  for (const params::Params::Entry& entry : table.entries()) {
    for (const params::Params& sub_table : entry.tables) add_names(sub_table, names);
    if (entry.is_table || entry.is_list_of_tables) continue;
    if (const auto* const one = std::get_if<std::string>(&entry.value)) add_name(*one, names);
    if (const auto* const some = std::get_if<std::vector<std::string>>(&entry.value))
      for (const std::string& name : *some) add_name(name, names);
  }
}

/// "node 3 of mesh 'rod' at (0.5, 0, 0)"; empty for what is no node of a mesh.
std::string mesh_node(const Model& model, Index dof) {
  const auto& places = model.system.places();
  const auto place = std::find_if(places.begin(), places.end(), [dof](const NodePlace& p) {
    return p.angle == dof || std::find(p.position.begin(), p.position.end(), dof) != p.position.end() ||
           std::find(p.orientation.begin(), p.orientation.end(), dof) != p.orientation.end();
  });
  if (place == places.end()) return {};
  Vector3 at = Vector3::Zero();
  for (std::size_t i = 0; i < 3; ++i)
    if (place->position[i] >= 0)
      at[static_cast<Index>(i)] = model.system.initial_state().q[place->position[i]];
  for (const Mesh& mesh : model.meshes) {
    const auto point = std::find(mesh.points.begin(), mesh.points.end(), at);
    if (point != mesh.points.end())
      return fmt::format("node {} of mesh '{}' at ({:.6g}, {:.6g}, {:.6g})", point - mesh.points.begin() + 1,
                         mesh.name, at.x(), at.y(), at.z());
  }
  return {};
}

}  // namespace

void check_masses(const Model& model, const State& state) {
  const Index dof = loose_dof(model.system, state);
  if (dof < 0) return;
  const std::string node = mesh_node(model, dof);
  const std::string part = describe_dof(model.system, dof);
  throw std::runtime_error(
      fmt::format("{} has neither mass nor a joint that holds it, so its acceleration is not defined. Give "
                  "every free body a "
                  "mass (and inertia), or hold it by joints; put every mesh into an element",
                  part.starts_with("'") || node.empty() ? part : fmt::format("{} ({})", node, part)));
}

std::vector<params::Diagnostic> unused_entries(const deck::Deck& deck) {
  // What is only drawn or written is not in use.
  constexpr std::array kUsers = {"section", "body",    "marker", "element",  "joint",   "shape",   "contact",
                                 "inflow",  "outflow", "load",   "boundary", "initial", "material"};
  constexpr std::array kUsed = {"material", "section", "mesh", "shape"};
  Names names;
  for (const char* const kind : kUsers)
    for (const params::Params* entry : deck.entries(kind)) add_names(*entry, names);
  std::vector<params::Diagnostic> unused;
  for (const auto& [name, where] : deck.unused_parameters())
    unused.push_back({where, fmt::format("the parameter '{}' is not used", name), ""});
  for (const char* const kind : kUsed)
    for (const params::Params* entry : deck.entries(kind))
      if (!names.contains(entry->name()))
        unused.push_back({entry->where(), fmt::format("nothing uses the {} '{}'", kind, entry->name()), ""});
  return unused;
}

}  // namespace jounce
