// The module that links Gmsh; opened by gmsh_loader.cpp when a deck names a mesh file.

#include "mesh/gmsh_module.h"

#include <fmt/format.h>
#include <gmsh.h>

#include <algorithm>
#include <array>
#include <exception>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace jounce {
namespace {

using Tag = std::size_t;
constexpr int kPointElement = 15;  ///< Gmsh's number of the one-node point
constexpr int kLineElement = 1;    ///< Gmsh's number of the two-node line

/// Gmsh is up from construction to destruction, with its built-in options only and silent.
class Session {
 public:
  Session() {
    gmsh::initialize(0, nullptr, false);
    gmsh::option::setNumber("General.Terminal", 0);
    // An exception thrown out of Gmsh's parser leaves it unable to read another file: collect errors instead.
    gmsh::option::setNumber("General.AbortOnError", 0);
    gmsh::logger::start();
  }
  ~Session() {
    try {
      gmsh::logger::stop();  // drops what was logged
      gmsh::finalize();
    } catch (...) {  // nothing more can be done
    }
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Throws the first error that Gmsh reported so far.
  void check() const {
    static const std::string mark = "Error: ";
    std::vector<std::string> log;
    gmsh::logger::get(log);
    for (const std::string& line : log)
      if (line.starts_with(mark)) throw std::runtime_error(line.substr(mark.size()));
  }
};

struct Group {
  std::string name;
  int dimension;
  std::vector<int> members;
};

/// Owns what a GmshData points to.
struct Result : GmshData {
  Result() : GmshData{} {}
  std::string error_text;
  std::vector<double> coordinates;
  std::vector<int> line_points;
  std::vector<Group> own_groups;
  std::vector<GmshGroup> group_views;

  void publish() {
    error = error_text.empty() ? nullptr : error_text.c_str();
    points = coordinates.data();
    n_points = coordinates.size() / 3;
    lines = line_points.data();
    n_lines = line_points.size() / 2;
    for (const Group& group : own_groups)
      group_views.push_back(
          {group.name.c_str(), group.dimension, group.members.data(), group.members.size()});
    groups = group_views.data();
    n_groups = group_views.size();
  }
};

/// The physical groups of points and lines with Gmsh's node and element numbers. As when Gmsh writes a file,
/// lines outside of physical curves are left out as soon as there is a physical curve.
class Selection {
 public:
  Selection() {
    gmsh::vectorpair physical;
    gmsh::model::getPhysicalGroups(physical);
    const auto is_curve = [](const auto& group) { return group.first == 1; };
    const bool has_curves = std::any_of(physical.begin(), physical.end(), is_curve);
    for (const auto& [dimension, number] : physical)
      if (dimension <= 1) add_group(dimension, number);
    if (has_curves) return;
    gmsh::vectorpair curves;
    gmsh::model::getEntities(curves, 1);
    for (const auto& curve : curves) lines_of(curve.second);
  }

  void fill(Result& result) const {
    std::set<Tag> used = points_;
    for (const auto& [line, ends] : lines_) used.insert(ends.begin(), ends.end());
    std::map<Tag, int> place_of_node;
    for (const Tag node : used) {
      std::vector<double> x, parameters;
      gmsh::model::mesh::getNode(node, x, parameters);
      place_of_node[node] = static_cast<int>(place_of_node.size());
      result.coordinates.insert(result.coordinates.end(), x.begin(), x.end());
    }
    std::map<Tag, int> place_of_line;
    for (const auto& [line, ends] : lines_) {
      place_of_line[line] = static_cast<int>(place_of_line.size());
      for (const Tag node : ends) result.line_points.push_back(place_of_node.at(node));
    }
    for (const auto& [group, tags] : groups_) {
      result.own_groups.push_back(group);
      for (const Tag tag : tags)
        result.own_groups.back().members.push_back(
            (group.dimension == 0 ? place_of_node : place_of_line).at(tag));
    }
  }

 private:
  void add_group(int dimension, int number) {
    std::vector<int> entities;
    gmsh::model::getEntitiesForPhysicalGroup(dimension, number, entities);
    std::set<Tag> tags;
    for (const int entity : entities)
      for (const Tag tag : dimension == 0 ? nodes_of(entity) : lines_of(entity)) tags.insert(tag);
    if (tags.empty()) return;
    std::string name;
    gmsh::model::getPhysicalName(dimension, number, name);
    if (name.empty()) name = std::to_string(number);
    for (const auto& [other, members] : groups_)
      if (other.name == name)
        throw std::runtime_error(fmt::format(
            "two physical groups are named '{}'; groups of points and of curves share their names, and "
            "an unnamed group goes by its number",
            name));
    groups_.emplace_back(Group{name, dimension, {}}, std::move(tags));
  }

  std::vector<Tag> nodes_of(int point) {
    std::vector<int> types;
    std::vector<std::vector<Tag>> elements, nodes;
    gmsh::model::mesh::getElements(types, elements, nodes, 0, point);
    std::vector<Tag> found;
    for (std::size_t i = 0; i < types.size(); ++i)
      if (types[i] == kPointElement) found.insert(found.end(), nodes[i].begin(), nodes[i].end());
    points_.insert(found.begin(), found.end());
    return found;
  }

  std::vector<Tag> lines_of(int curve) {
    const auto known = lines_of_curve_.find(curve);
    if (known != lines_of_curve_.end()) return known->second;
    std::vector<int> types;
    std::vector<std::vector<Tag>> elements, nodes;
    gmsh::model::mesh::getElements(types, elements, nodes, 1, curve);
    std::vector<Tag>& found = lines_of_curve_[curve];
    // Files of version 2 repeat an element for each of its physical groups.
    std::set<std::array<Tag, 2>> seen;
    for (std::size_t i = 0; i < types.size(); ++i) {
      if (types[i] != kLineElement)
        throw std::runtime_error(
            "it has lines of more than two nodes; only two-node lines are read (Mesh.ElementOrder = 1)");
      for (std::size_t k = 0; k < elements[i].size(); ++k) {
        const std::array<Tag, 2> ends = {nodes[i][2 * k], nodes[i][2 * k + 1]};
        if (!seen.insert({std::min(ends[0], ends[1]), std::max(ends[0], ends[1])}).second) continue;
        lines_[elements[i][k]] = ends;
        found.push_back(elements[i][k]);
      }
    }
    return found;
  }

  std::set<Tag> points_;
  std::map<Tag, std::array<Tag, 2>> lines_;
  std::map<int, std::vector<Tag>> lines_of_curve_;
  std::vector<std::pair<Group, std::set<Tag>>> groups_;
};

void read(const std::string& file, Result& result) {
  const Session session;
  gmsh::open(file);
  session.check();
  if (file.ends_with(".geo")) {
    gmsh::model::mesh::generate(1);
    session.check();
  }
  Selection().fill(result);
}

}  // namespace
}  // namespace jounce

#define JOUNCE_MODULE_ENTRY extern "C" __attribute__((visibility("default")))

JOUNCE_MODULE_ENTRY const jounce::GmshData* jounce_gmsh_read_v1(const char* file) {
  auto result = std::make_unique<jounce::Result>();
  try {
    jounce::read(file, *result);
  } catch (const std::string& text) {  // how Gmsh reports errors
    result->error_text = text.empty() ? "Gmsh failed without a message" : text;
  } catch (const std::exception& error) {
    result->error_text = error.what();
  }
  result->publish();
  return result.release();
}

JOUNCE_MODULE_ENTRY void jounce_gmsh_release_v1(const jounce::GmshData* data) {
  delete static_cast<const jounce::Result*>(data);
}
