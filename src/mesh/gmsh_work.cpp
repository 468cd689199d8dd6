#include "mesh/gmsh_work.h"

#include <fmt/format.h>
#include <gmsh.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include "mesh/gmsh_import.h"
#include "mesh/gmsh_selection.h"
#include "mesh/last_words.h"
#include "mesh/msh_check.h"
#include "mesh/open_shell.h"
#include "mesh/sandbox.h"
#include "mesh/script_check.h"

namespace jounce {
namespace {

namespace fs = std::filesystem;

/// Throws the first error that Gmsh reported so far, with its place in front where Gmsh says one.
void throw_errors(const std::string& file) {
  static const std::string mark = "Error: ";
  std::vector<std::string> log;
  gmsh::logger::get(log);
  for (const std::string& line : log) {
    if (!line.starts_with(mark)) continue;
    static const std::regex place("'(.*)', line ([0-9]+) ?: ?(.*)");
    std::smatch found;
    const std::string text = line.substr(mark.size());
    if (std::regex_match(text, found, place))
      throw MeshError(fmt::format("{}:{}: {}", found[1].str(), found[2].str(), found[3].str()));
    throw MeshError(fmt::format("Gmsh cannot use '{}': {}", file, text));
  }
}

/// The highest dimension of a physical group of more than points; without one, that of the geometry.
int dimension_to_mesh() {
  gmsh::vectorpair groups;
  gmsh::model::getPhysicalGroups(groups);
  int dimension = 0;
  for (const auto& group : groups) dimension = std::max(dimension, group.first);
  return dimension > 0 ? dimension : std::max(1, gmsh::model::getDimension());
}

GmshMesh mesh_of_file(const GmshRequest& request, GmshReport& report) {
  const std::string file = request.file;
  gmsh::open(file);
  throw_errors(file);
  report.meshing = 1;
  const std::string extension = fs::path(file).extension().string();
  const bool is_script = extension == ".geo";
  if (is_script || extension == ".step" || extension == ".stp") {
    if (request.size > 0) gmsh::option::setNumber("Mesh.MeshSizeMax", request.size);
    if (request.order > 0) gmsh::option::setNumber("Mesh.ElementOrder", request.order);
    const int dimension = dimension_to_mesh();
    try {
      gmsh::model::mesh::generate(dimension);
      throw_errors(file);
    } catch (...) {
      if (const std::string hole = dimension == 3 ? open_shell() : ""; !hole.empty())
        throw MeshError(fmt::format("{}: {}", file, hole));
      throw;
    }
  }
  return GmshSelection(!is_script).mesh();
}

void check_file(const GmshRequest& request) {
  const fs::path file = request.file;
  if (request.trusted == 0)
    ScriptCheck(file).merged(file);
  else if (file.extension() == ".msh") {
    check_msh_begin(file);
    check_msh(file);
  }
}

/// The folder of the file, the file itself (which may be a link), and what libraries ask for.
std::vector<fs::path> readable(const fs::path& file) {
  std::error_code ignored;
  return {fs::weakly_canonical(fs::absolute(file).parent_path()),
          fs::weakly_canonical(file, ignored),
          "/usr",
          "/lib",
          "/lib64",
          "/etc/localtime"};
}

void write_payload(int memory, const std::string& bytes, GmshReport& report) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t wrote =
        pwrite(memory, bytes.data() + done, bytes.size() - done, static_cast<off_t>(kGmshPayload + done));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) throw MeshError(fmt::format("not enough memory for a mesh: {}", std::strerror(errno)));
    done += static_cast<std::size_t>(wrote);
  }
  report.size = bytes.size();
}

void refuse(int memory, const std::string& text, GmshReport& report) {
  write_payload(memory, text, report);
  report.state = GmshReport::refused;
}

}  // namespace

void start_gmsh() {
  gmsh::initialize(0, nullptr, false);
  gmsh::option::setNumber("General.Terminal", 0);
  // An exception thrown out of Gmsh's parser would hide the place of the error: collect errors instead.
  gmsh::option::setNumber("General.AbortOnError", 0);
  gmsh::option::setNumber("Mesh.SecondOrderIncomplete", 1);
}

void read_mesh_file(const GmshRequest& request, int memory, GmshReport& report) {
  report.state = GmshReport::at_work;
  const std::string file = request.file;
  prepare_last_words(report, request.memory_limit);
  try {
    const std::vector<fs::path> folders = readable(file);
    limit_process(request.time_limit, request.memory_limit);
    if (request.trusted == 0) confine_process(folders);
    check_file(request);
    gmsh::logger::start();
    write_payload(memory, packed(mesh_of_file(request, report)), report);
    report.state = GmshReport::mesh;
  } catch (const MeshError& error) {
    refuse(memory, error.what(), report);
  } catch (const std::string& text) {  // how Gmsh reports errors
    refuse(memory,
           fmt::format("Gmsh cannot use '{}': {}", file, text.empty() ? "it failed without a message" : text),
           report);
  } catch (const std::exception& error) {
    refuse(memory, fmt::format("Gmsh cannot use '{}': {}", file, error.what()), report);
  } catch (...) {
    refuse(memory, fmt::format("Gmsh cannot use '{}': it failed without a message", file), report);
  }
}

}  // namespace jounce
