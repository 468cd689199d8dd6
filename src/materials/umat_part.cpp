#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

#include "materials/materials.h"
#include "materials/umat.h"
#include "params/file_reference.h"

namespace jounce {
namespace {

using params::Params;

UmatFunction load_umat(const Params& material) {
  const std::filesystem::path deck = material.where().file;
  const std::filesystem::path file = deck.parent_path() / material.text("file");
  if (!std::filesystem::exists(file))
    material.fail("file", fmt::format("there is no file '{}'", file.string()));
  // Never closed: functions may be called as long as the program runs.
  void* library = dlopen(std::filesystem::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) material.fail("file", fmt::format("cannot be loaded: {}", dlerror()));
  const std::string& symbol = material.text("symbol");
  void* function = dlsym(library, symbol.c_str());
  if (function == nullptr)
    material.fail(
        material.given("symbol") ? "symbol" : "file",
        fmt::format("'{}' does not define '{}', the subroutine UMAT as compilers of Fortran name it",
                    file.filename().string(), symbol));
  return reinterpret_cast<UmatFunction>(function);
}

std::shared_ptr<const Material> make_umat(const MaterialUse& use) {
  const Params& material = use.material;
  Umat::Options options;
  options.name = material.has("law_name") ? material.text("law_name") : material.name();
  if (material.has("constants")) options.constants = material.numbers("constants");
  options.state_variables = material.integer("state_variables");
  options.axes = use.axes;
  const bool is_plane = use.user.given("plane");
  if (is_plane && use.user.text("plane") == "stress")
    use.user.fail(
        "plane",
        fmt::format("material '{}' is a UMAT, which is not called for plane stress (NTENS = 3); plane "
                    "strain, axisymmetric and solids in space are possible",
                    material.name()));
  if (is_plane) options.components = 4;
  options.is_finite = use.user.has("strain") && use.user.text("strain") == "logarithmic";
  return std::make_shared<Umat>(material.number("rho"), load_umat(material), std::move(options));
}

}  // namespace

MaterialPart umat_part() {
  using namespace params;
  return {
      {"material",
       "umat",
       "A law of a user by Abaqus' interface UMAT, in a compiled library, which is loaded and run: use decks "
       "with such materials from people you trust. With strain = \"logarithmic\" it gets logarithmic strains "
       "and gives true stresses. 'plane' of an element: NTENS is 4, else 6.",
       {number("rho", "density").unit(dim::density).positive().required(),
        text("file", "shared library, relative to the deck").refers(kFileReference).required(),
        text("symbol", "name of the function in the library").by_default("umat_"),
        numbers("constants", "PROPS"),
        integer("state_variables", "number of state variables STATEV, which are zero at the start")
            .in({0, 100000, false, false})
            .by_default(0),
        text("law_name", "CMNAME; default: the name of the material")}},
      make_umat,
      [](const Params&) { return true; }};
}

}  // namespace jounce
