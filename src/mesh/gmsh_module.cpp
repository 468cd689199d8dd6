// The module that links Gmsh; opened by gmsh_loader.cpp when a deck names a mesh file.

#include "mesh/gmsh_module.h"

#include <gmsh.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "mesh/gmsh_selection.h"

namespace jounce {
namespace {

/// Gmsh is up from construction to destruction, with its built-in options only and silent.
class Session {
 public:
  Session() {
    gmsh::initialize(0, nullptr, false);
    gmsh::onelab::clear();  // constants of scripts outlive a session
    gmsh::option::setNumber("General.Terminal", 0);
    // An exception thrown out of Gmsh's parser leaves it unable to read another file: collect errors instead.
    gmsh::option::setNumber("General.AbortOnError", 0);
    gmsh::option::setNumber("Mesh.SecondOrderIncomplete", 1);
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

/// Owns what a GmshData points to.
struct Result : GmshData {
  Result() : GmshData{} {}
  std::string error_text;
  GmshMesh mesh;
  std::vector<GmshCells> cell_views;
  std::vector<std::vector<GmshMembers>> member_views;
  std::vector<GmshGroup> group_views;

  void publish() {
    error = error_text.empty() ? nullptr : error_text.c_str();
    points = mesh.coordinates.data();
    n_points = mesh.coordinates.size() / 3;
    for (std::size_t i = 0; i < mesh.shapes.size(); ++i)
      cell_views.push_back({static_cast<int>(mesh.shapes[i]), mesh.nodes[i].data(), mesh.nodes[i].size()});
    cells = cell_views.data();
    n_cells = cell_views.size();
    for (const GmshMesh::Group& group : mesh.groups) {
      auto& members = member_views.emplace_back();
      for (const auto& numbers : group.cells) members.push_back({numbers.data(), numbers.size()});
    }
    for (std::size_t i = 0; i < mesh.groups.size(); ++i) {
      const GmshMesh::Group& group = mesh.groups[i];
      group_views.push_back({group.name.c_str(), group.points.data(), group.points.size(),
                             member_views[i].data(), member_views[i].size()});
    }
    groups = group_views.data();
    n_groups = group_views.size();
  }
};

/// The highest dimension of a physical group of more than points; without one, that of the geometry.
int dimension_to_mesh() {
  gmsh::vectorpair groups;
  gmsh::model::getPhysicalGroups(groups);
  int dimension = 0;
  for (const auto& group : groups) dimension = std::max(dimension, group.first);
  return dimension > 0 ? dimension : std::max(1, gmsh::model::getDimension());
}

void read(const std::string& file, const GmshOptions& options, Result& result) {
  const Session session;
  gmsh::open(file);
  session.check();
  const std::string extension = std::filesystem::path(file).extension().string();
  const bool is_script = extension == ".geo";
  if (is_script || extension == ".step" || extension == ".stp") {
    if (options.size > 0) gmsh::option::setNumber("Mesh.MeshSizeMax", options.size);
    if (options.order > 0) gmsh::option::setNumber("Mesh.ElementOrder", options.order);
    gmsh::model::mesh::generate(dimension_to_mesh());
    session.check();
  }
  result.mesh = GmshSelection(!is_script).mesh();
}

}  // namespace
}  // namespace jounce

#define JOUNCE_MODULE_ENTRY extern "C" __attribute__((visibility("default")))

JOUNCE_MODULE_ENTRY const jounce::GmshData* jounce_gmsh_read_v2(const char* file,
                                                                const jounce::GmshOptions* options) {
  auto result = std::make_unique<jounce::Result>();
  try {
    jounce::read(file, *options, *result);
  } catch (const std::string& text) {  // how Gmsh reports errors
    result->error_text = text.empty() ? "Gmsh failed without a message" : text;
  } catch (const std::exception& error) {
    result->error_text = error.what();
  }
  result->publish();
  return result.release();
}

JOUNCE_MODULE_ENTRY void jounce_gmsh_release_v2(const jounce::GmshData* data) {
  delete static_cast<const jounce::Result*>(data);
}
