#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace jounce {

/// Looks through what Gmsh will read when it is given a file, before it does: scripts may describe a geometry
/// and a mesh, and do nothing else. Refused are commands that run programs (SystemCall, OnelabRun, fields of
/// the type ExternalProcess), write or make files (Save, Print, Printf(...) > "...", CreateDir), end Gmsh
/// (Exit, Abort), plugins but Crack, options that name files or programs, and names made of strings
/// (StringToName), by which any command could be called.
///
/// Files that a script reads (Include, Merge) are looked through as well; their names are plain strings, and
/// they lie in the folder of the geometry or below. The same holds for the file `NAME.opt`, which Gmsh reads
/// with every file NAME.
///
/// The check takes scripts to pieces as Gmsh does, and where Gmsh may begin to read in the middle of what
/// looks like a comment or a string (behind words at which it stops to skip, at the begin of a loop or a
/// macro), it looks at what is there, too, or asks for another layout. So nothing has to trust the limits of
/// the process that reads.
class ScriptCheck {
 public:
  /// @param file  as Gmsh gets it
  explicit ScriptCheck(const std::filesystem::path& file);

  /// Looks through a file as Gmsh merges it, by its extension. Throws MeshError with file and line.
  void merged(const std::filesystem::path& file);

 private:
  friend class OneScript;
  void script(const std::filesystem::path& file);
  /// A file that a script names. @return its path for Gmsh. Throws MeshError without a place.
  std::filesystem::path beside(const std::filesystem::path& script, const std::string& name) const;

  std::filesystem::path folder_;
  std::set<std::filesystem::path> seen_;
};

/// Looks through a mesh file (.msh), see check_msh, which must be one: without $MeshFormat in its first line
/// Gmsh takes it for a script. Throws MeshError.
void check_msh_begin(const std::filesystem::path& file);

}  // namespace jounce
