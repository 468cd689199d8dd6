#include "run/in_parts.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "deck/build_model.h"
#include "deck/geometry.h"
#include "la/petsc.h"
#include "mesh/mesh_cut.h"
#include "run/coincident.h"
#include "run/make_stepper.h"

namespace jounce {
namespace {

template <class Names>
bool is_one_of(std::string_view text, const Names& names) {
  return std::ranges::find(names, text) != names.end();
}

bool fits_element(const params::Params& element) {
  return element.type() == "solid" && !element.given("contact_mass") && !element.given("mass_scaling") &&
         element.text("formulation") != "nodal-pressure";
}

bool fits_load(const params::Params& load) {
  constexpr std::array<std::string_view, 3> kTypes = {"force", "pressure", "traction"};
  return is_one_of(load.type(), kTypes);
}

bool fits_contact(const params::Params& contact) {
  return contact.type() == "point-plane" && contact.text("impact_law") == "newton" &&
         contact.text("on") == "ground" && contact.number("radius") == 0;
}

/// Quantities of places, of the whole model, and sums over contacts.
bool fits_history(const params::Params& column, const deck::Deck& deck) {
  constexpr std::array<std::string_view, 6> kOfPlaces = {"position",     "displacement", "velocity",
                                                         "acceleration", "momentum",     "angular_momentum"};
  constexpr std::array<std::string_view, 2> kOfContacts = {"contact_force", "contact_impulse"};
  const std::string& quantity = column.text("quantity");
  return is_one_of(quantity, kOfPlaces) ||
         (is_one_of(quantity, kOfContacts) && deck.find("contact", column.text("of")) != nullptr);
}

/// What a rank has of the meshes of a deck.
class OwnMeshes {
 public:
  OwnMeshes(const deck::Deck& deck, int ranks, int rank) {
    std::vector<Mesh> whole;
    std::size_t cells = 0;
    try {
      for (const params::Params* entry : deck.entries("mesh")) whole.push_back(deck::read_mesh(*entry, deck));
    } catch (const params::InputError&) {  // the whole model says it with all else that is wrong
      return;
    }
    for (const Mesh& mesh : whole)
      for (const Mesh::Cells& of_shape : mesh.cells) cells += of_shape.size();
    are_large_ = cells >= kCells * static_cast<std::size_t>(ranks);
    if (!are_large_) return;
    if (rank == 0) notes_ = coincident_nodes(deck, whole);
    const MeshCut cut(whole, ranks);
    for (std::size_t i = 0; i < whole.size(); ++i) own_.push_back(cut.part(i, rank));
  }

  bool are_large() const { return are_large_; }
  const std::vector<std::string>& notes() const { return notes_; }
  Mesh take(const params::Params& entry) { return std::move(*own_.find(entry.name())); }

 private:
  static constexpr std::size_t kCells = 50;  ///< a rank for which messages pay, and no rank stays without

  bool are_large_ = false;
  std::vector<std::string> notes_;
  params::NamedList<Mesh> own_;
};

}  // namespace

bool may_be_in_parts(const deck::Deck& deck) {
  constexpr std::array<const char*, 8> kOthers = {"body",   "marker",  "joint",   "shape",
                                                  "inflow", "outflow", "section", "step"};
  if (deck.input() != nullptr || is_static(deck)) return false;
  if (std::ranges::any_of(kOthers, [&](const char* kind) { return deck.has(kind); })) return false;
  const params::Params& time = control_table(deck);
  for (const char* const key : {"impact_step", "error_tolerance", "envelope"})
    if (time.has(key) && time.given(key)) return false;
  const params::Params& output = deck.table("output");
  if (output.boolean("transitions") || output.text("contact_problems") != "none") return false;
  if (deck.table("analysis").text("from") == "equilibrium") return false;
  const auto all = [&](const char* kind, const auto& fits) {
    return std::ranges::all_of(deck.entries(kind), fits);
  };
  return all("element", [](const auto* entry) { return fits_element(*entry); }) &&
         all("load", [](const auto* entry) { return fits_load(*entry); }) &&
         all("boundary", [](const auto* entry) { return !entry->given("motion"); }) &&
         all("contact", [](const auto* entry) { return fits_contact(*entry); }) &&
         all("history", [&](const auto* entry) { return fits_history(*entry, deck); });
}

Sharing sharing_of(const deck::Deck& deck, const Stepper& stepper) {
  return may_be_in_parts(deck) && stepper.works_in_parts() ? Sharing::model : stepper.sharing();
}

std::unique_ptr<Analysis> analysis_of(const deck::Deck& deck, UserFunctions functions, bool in_parts,
                                      std::shared_ptr<Model>& model, std::vector<std::string>& notes) {
  if (in_parts && mpi_size() > 1 && may_be_in_parts(deck)) {
    OwnMeshes meshes(deck, mpi_size(), mpi_rank());
    if (meshes.are_large()) {
      model =
          deck::build_model(deck, functions, [&](const params::Params& entry) { return meshes.take(entry); });
      auto analysis = make_analysis(deck, *model);
      if (analysis->stepper().works_in_parts() && model->system.initial_state().history.empty()) {
        notes = meshes.notes();
        return analysis;
      }
    }
  }
  model = deck::build_model(deck, std::move(functions));
  return make_analysis(deck, *model);
}

}  // namespace jounce
