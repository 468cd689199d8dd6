#include "params/file_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <string_view>

namespace jounce::params {
namespace {

namespace fs = std::filesystem;

struct Ending {
  std::string_view name;  ///< with its dot, lower case
  std::string_view what;
};

constexpr std::string_view kMesh =
    "a mesh, not a deck: name it in a deck, in [[mesh]] with type = \"gmsh\" and file = \"{0}\"";
constexpr std::string_view kGeometry =
    "a geometry, not a deck: name it in a deck, in [[mesh]] with type = \"gmsh\", file = \"{0}\" and 'size'";
constexpr std::string_view kFields =
    "field results, not a deck: jounce draw {0} makes a picture of them, ParaView opens them";
constexpr std::string_view kTable =
    "a table, not a deck: jounce plot {0} -y COLUMN draws it; a deck is a .toml file";
constexpr std::string_view kProblem = "a contact problem, not a deck: jounce solve-contact {0} solves it";

constexpr std::array<Ending, 23> kEndings = {{
    {".geo", kGeometry},
    {".geo_unrolled", kGeometry},
    {".step", kGeometry},
    {".stp", kGeometry},
    {".iges", kGeometry},
    {".igs", kGeometry},
    {".brep", kGeometry},
    {".stl", "a surface, not a deck; decks take meshes of solids (.msh) and geometries (.geo, .step)"},
    {".msh", kMesh},
    {".vtkhdf", kFields},
    {".xdmf", kFields},
    {".vtu", "field results of another program, not a deck"},
    {".csv", kTable},
    {".dat", kProblem},
    {".hdf5", kProblem},
    {".png", "a picture, not a deck"},
    {".svg", "a picture, not a deck"},
    {".pdf", "a document, not a deck"},
    {".html", "a page, not a deck: open it in a browser"},
    {".py", "a Python program, not a deck: python3 {0} runs it"},
    {".so", "a plugin, not a deck: a deck names it in [[plugin]]"},
    {".mtx", "a matrix, not a deck"},
    {".md", "a text, not a deck"},
}};

std::string of_folder(const fs::path& path) {
  std::error_code status;
  if (fs::exists(path / "run.toml", status))
    return fmt::format(
        "a result folder, not a deck: jounce report {0} and jounce plot {0} show what it holds; "
        "{1} is the deck of the run",
        path.string(), (path / "resolved.toml").string());
  return "a deck is expected, not a folder";
}

bool has_mark(const std::string& bytes, std::string_view start) { return bytes.starts_with(start); }

std::string of_content(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::string bytes(64, '\0');
  stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(std::max<std::streamsize>(0, stream.gcount()));
  if (has_mark(bytes, "$MeshFormat")) return std::string(kMesh);
  if (has_mark(bytes, "ISO-10303-21")) return std::string(kGeometry);
  if (has_mark(bytes, "\x89HDF\r\n"))
    return "an HDF5 file, not a deck; a checkpoint goes behind --restart: jounce run DECK --restart {0}";
  if (has_mark(bytes,
               "\x7f"
               "ELF"))
    return "a program, not a deck";
  if (has_mark(bytes, "\x89PNG")) return "a picture, not a deck";
  return {};
}

}  // namespace

std::string why_no_deck(const fs::path& path) {
  std::error_code status;
  const fs::file_type type = fs::status(path, status).type();
  switch (type) {
    case fs::file_type::not_found:
      return "there is no such file";
    case fs::file_type::directory:
      return of_folder(path);
    case fs::file_type::regular:
      break;
    case fs::file_type::fifo:
      return "this is a pipe; a deck is a regular file";
    case fs::file_type::character:
    case fs::file_type::block:
      return "this is a device; a deck is a regular file";
    case fs::file_type::socket:
      return "this is a socket; a deck is a regular file";
    default:
      return status ? fmt::format("the file cannot be read: {}", status.message()) : std::string();
  }
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (ending == ".toml" || ending == ".inp") ending.clear();
  std::string what;
  for (const Ending& known : kEndings)
    if (known.name == ending) what = known.what;
  if (const std::string content = of_content(path); !content.empty()) what = content;
  if (what.empty()) return {};
  return fmt::format(fmt::runtime("this is " + what), path.string());
}

}  // namespace jounce::params
