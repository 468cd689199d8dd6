#include "mesh/gmsh_loader.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <sstream>
#include <string>

#include "mesh/gmsh_import.h"

namespace jounce {
namespace {

namespace fs = std::filesystem;

std::string dl_message() {
  const char* text = dlerror();
  return text != nullptr ? text : "unknown error";
}

}  // namespace

GmshLoader::GmshLoader(const std::vector<fs::path>& folders) {
  std::string searched;
  fs::path module;
  for (const fs::path& folder : folders) {
    const fs::path candidate = (folder / JOUNCE_GMSH_MODULE).lexically_normal();
    std::error_code ignored;
    if (fs::exists(candidate, ignored)) {
      module = candidate;
      break;
    }
    searched += fmt::format("{}{}", searched.empty() ? "" : ", ", candidate.parent_path().string());
  }
  if (module.empty())
    throw MeshError(fmt::format(
        "mesh files are read by the module {}, which is not in {}; build it with the target 'jounce_gmsh' "
        "(Debian package libgmsh-dev) or install it with the program",
        JOUNCE_GMSH_MODULE, searched));

  // Local, so that none of the symbols of Gmsh's many libraries replaces one of ours; never unloaded, because
  // those libraries leave things behind that run when the program ends.
  void* opened = dlopen(module.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (opened == nullptr)
    throw MeshError(
        fmt::format("the module that reads mesh files cannot be opened: {} (it needs Gmsh, Debian "
                    "package libgmsh4.8 or libgmsh-dev)",
                    dl_message()));
  handle_.reset(opened, [](void* handle) { dlclose(handle); });
  read_ = reinterpret_cast<GmshRead>(dlsym(opened, kGmshReadSymbol));
  release_ = reinterpret_cast<GmshRelease>(dlsym(opened, kGmshReleaseSymbol));
  if (read_ == nullptr || release_ == nullptr)
    throw MeshError(fmt::format("{} is not the module of this version of the program; build both again",
                                module.string()));
}

GmshLoader::Data GmshLoader::read(const fs::path& file, const GmshOptions& options) const {
  return {read_(file.c_str(), &options), release_};
}

std::vector<fs::path> gmsh_module_folders() {
  std::error_code ignored;
  // The file that holds this code: the program, or the Python module.
  fs::path file = fs::read_symlink("/proc/self/exe", ignored);
  Dl_info info;
  if (dladdr(reinterpret_cast<const void*>(&gmsh_module_folders), &info) != 0)
    if (const fs::path library = fs::weakly_canonical(info.dli_fname, ignored); library.extension() == ".so")
      file = library;
  const fs::path program = file.parent_path();
  std::vector<fs::path> folders;
  std::istringstream list(JOUNCE_GMSH_MODULE_FOLDERS);
  for (std::string folder; std::getline(list, folder, ':');) folders.push_back(program / folder);
  return folders;
}

}  // namespace jounce
