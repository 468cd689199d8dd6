#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "mesh/gmsh_mesh.h"

namespace jounce {

/// What a process that reads a mesh may do and use.
struct GmshTask {
  std::filesystem::path file;
  double size = 0;  ///< largest size of elements in the file's unit of length; 0: as the geometry says
  int order = 0;    ///< 1 or 2 (serendipity); 0: as the geometry says
  double time_limit = 300;    ///< s of processor time
  double memory_limit = 8e9;  ///< bytes
  bool trusted = false;       ///< scripts may run programs, read and write files
};

/// The reader of meshes: a program of its own, which is found in the first of some folders that has it. It
/// starts with the first mesh, and makes a process for each file, so that Gmsh starts once and every file
/// finds it fresh. It ends when it has had nothing to do for some seconds, and with the program.
class GmshProcess {
 public:
  /// Throws MeshError: no folder has the program, or it does not run (Gmsh not installed, another build).
  explicit GmshProcess(const std::vector<std::filesystem::path>& folders);
  ~GmshProcess();
  GmshProcess(const GmshProcess&) = delete;
  GmshProcess& operator=(const GmshProcess&) = delete;

  /// Throws MeshError with the file, and its line where that is known: whatever ends the process that reads.
  GmshMesh read(const GmshTask& task);

 private:
  void start();
  void stop();
  bool ask(const GmshTask& task, int memory, struct GmshReply& reply);

  std::filesystem::path program_;
  int socket_ = -1;
  int child_ = -1;
  int owner_ = -1;  ///< the process that started it: a fork of that starts its own
};

/// Reads by the reader of this program, which all meshes share; one at a time.
GmshMesh read_by_gmsh(const GmshTask& task);

/// Name of the program that reads.
inline constexpr const char* kMeshReader = "jounce_gmsh";

/// Where the reader may lie: the folders that the build named, relative to the program that runs, or to the
/// library that has this code.
std::vector<std::filesystem::path> gmsh_folders();

}  // namespace jounce
