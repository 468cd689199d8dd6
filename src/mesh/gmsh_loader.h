#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "mesh/gmsh_module.h"

namespace jounce {

/// The module that links Gmsh, opened from the first of some folders that has it.
class GmshLoader {
 public:
  /// Throws MeshError: no folder has the module, or it cannot be opened (Gmsh not installed, module of
  /// another build).
  explicit GmshLoader(const std::vector<std::filesystem::path>& folders);

  using Data = std::unique_ptr<const GmshData, GmshRelease>;
  Data read(const std::filesystem::path& file, const GmshOptions& options) const;

 private:
  std::shared_ptr<void> handle_;
  GmshRead read_ = nullptr;
  GmshRelease release_ = nullptr;
};

/// Where the module may lie: the folders that the build named, relative to the program that runs.
std::vector<std::filesystem::path> gmsh_module_folders();

}  // namespace jounce
