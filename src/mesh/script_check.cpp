#include "mesh/script_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

#include "mesh/gmsh_import.h"
#include "mesh/msh_check.h"
#include "mesh/script_rules.h"

namespace jounce {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored))
    throw MeshError(fmt::format("'{}' is no regular file", file.string()));
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw MeshError(fmt::format("'{}' cannot be read", file.string()));
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string first_line(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string line(64, '\0');
  stream.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(stream.gcount());
  return line.substr(0, line.find_first_of("\r\n"));
}

}  // namespace

ScriptCheck::ScriptCheck(const fs::path& file)
    : folder_(fs::weakly_canonical(fs::absolute(file).parent_path())) {}

void ScriptCheck::merged(const fs::path& file) {
  const std::string extension = file.extension().string();
  std::error_code ignored;
  if (extension == ".geo" || extension == ".opt" || extension == ".pos") {
    if (extension != ".pos" || !first_line(file).starts_with("$")) script(file);
  } else if (extension == ".msh") {
    check_msh_begin(file);
    check_msh(file);
  } else if (!is_one_of(extension,
                        {".step", ".stp", ".brep", ".iges", ".igs", ".stl", ".bdf", ".nas", ".unv"})) {
    throw MeshError(fmt::format(
        "'{}' may not be read: Gmsh takes files of unknown extensions for scripts, or runs them; expected "
        ".geo, .msh, .step, .stp, .brep, .iges, .igs, .stl, .bdf, .nas, .unv or .pos",
        file.string()));
  }
  if (const fs::path options = file.string() + ".opt"; fs::exists(options, ignored)) merged(options);
}

fs::path ScriptCheck::beside(const fs::path& script, const std::string& name) const {
  fs::path path = script.parent_path() / name;
  const fs::path place = fs::weakly_canonical(fs::absolute(path)).lexically_relative(folder_);
  if (place.empty() || place.begin()->string() == "..")
    throw MeshError(fmt::format("'{}' does not lie in the folder of the geometry or below", name));
  return path;
}

void ScriptCheck::script(const fs::path& file) {
  if (!seen_.insert(fs::weakly_canonical(file)).second) return;
  const std::string text = text_of(file);
  ScriptRules rules(file, text);
  rules.apply();
  for (const ScriptRules::Use& use : rules.uses()) {
    try {
      const fs::path other = beside(file, use.name);
      std::error_code ignored;
      if (!fs::exists(other, ignored)) continue;  // Gmsh says so, where the script gets there
      if (use.kind == ScriptRules::Use::script)
        script(other);
      else if (use.kind == ScriptRules::Use::merged)
        merged(other);
    } catch (const MeshError& error) {
      const std::string what = error.what();
      if (!what.starts_with("'")) throw;  // it has a place, in the other file
      rules.fail(use.at, what);
    }
  }
}

void check_msh_begin(const fs::path& file) {
  const std::string line = first_line(file);
  if (line.starts_with("$MeshFormat") || line.starts_with("$Comments")) return;
  throw MeshError(fmt::format(
      "{}:1: a mesh begins with $MeshFormat; Gmsh would take this file for a script, which has the "
      "extension .geo",
      file.string()));
}

}  // namespace jounce
