#include "run/in_parts.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "deck/build_model.h"
#include "deck/geometry.h"
#include "la/petsc.h"
#include "mesh/mesh_cut.h"
#include "parallel/together.h"
#include "run/coincident.h"
#include "run/make_stepper.h"

namespace jounce {
namespace {

template <class Names>
bool is_one_of(std::string_view text, const Names& names) {
  return std::ranges::find(names, text) != names.end();
}

bool is_zero(const params::TimeFunction& f) { return f.is_constant() && f(0) == 0; }

/// Small strains of an elastic material, without damping.
bool fits_element(const params::Params& element, const deck::Deck& deck) {
  constexpr std::array<std::string_view, 3> kMaterials = {"linear-elastic", "orthotropic", "anisotropic"};
  if (element.type() != "solid") return false;
  const params::Params* const material = deck.find("material", element.text("material"));
  return material != nullptr && is_one_of(material->type(), kMaterials) &&
         element.text("strain") == "small" && element.text("formulation") != "nodal-pressure" &&
         element.number("damping_mass") == 0 && element.number("damping_stiffness") == 0 &&
         !element.given("contact_mass") && !element.given("mass_scaling");
}

bool fits_load(const params::Params& load) {
  constexpr std::array<std::string_view, 3> kTypes = {"force", "pressure", "traction"};
  return is_one_of(load.type(), kTypes) && !(load.has("follower") && load.boolean("follower"));
}

bool fits_contact(const params::Params& contact) {
  return contact.type() == "point-plane" && contact.text("impact_law") == "newton" &&
         contact.text("on") == "ground" && contact.number("radius") == 0 &&
         is_zero(contact.function("friction"));
}

/// nsga-ggl that may choose conjugate gradients.
bool fits_scheme(const params::Params& time) {
  constexpr std::array<std::string_view, 2> kSolvers = {"auto", "iterative"};
  if (time.type() != "nsga-ggl" || !is_one_of(time.text("solver"), kSolvers)) return false;
  for (const char* const key : {"impact_step", "error_tolerance", "envelope"})
    if (time.has(key) && time.given(key)) return false;
  return time.text("contact_function") == "alart-curnier" && time.text("corrections") != "elastic" &&
         time.text("initial_acceleration") != "shifted";
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
    for (const Mesh& mesh : whole) cells += cells_of_highest_dimension(mesh);
    if (cells < kCells * static_cast<std::size_t>(ranks)) return;
    const MeshCut cut(whole, ranks);
    serve_ = cut.has_all_parts() && !cut.cuts_inner_faces();
    if (!serve_) return;
    if (rank == 0) notes_ = coincident_nodes(deck, whole);
    for (std::size_t i = 0; i < whole.size(); ++i) own_.push_back(cut.part(i, rank));
  }

  bool serve() const { return serve_; }
  const std::vector<std::string>& notes() const { return notes_; }
  Mesh take(const params::Params& entry) { return std::move(*own_.find(entry.name())); }

 private:
  static constexpr std::size_t kCells = 50;  ///< a rank for which messages pay

  bool serve_ = false;
  std::vector<std::string> notes_;
  params::NamedList<Mesh> own_;
};

/// The part of this rank and what is made for it; nothing where the whole model is needed, or is to say what
/// is wrong.
std::unique_ptr<Analysis> analysis_in_parts(const deck::Deck& deck, const UserFunctions& functions,
                                            std::shared_ptr<Model>& model, std::vector<std::string>& notes) {
  parallel::Communicator ranks;
  OwnMeshes meshes(deck, ranks.size(), ranks.rank());
  if (ranks.any(!meshes.serve())) return nullptr;
  try {
    model =
        deck::build_model(deck, functions, [&](const params::Params& entry) { return meshes.take(entry); });
  } catch (const params::InputError&) {
    return nullptr;
  } catch (const parallel::FailedElsewhere&) {
    return nullptr;
  }
  auto analysis = make_analysis(deck, *model);
  if (ranks.any(!analysis->stepper().works_in_parts() || !model->system.initial_state().history.empty()))
    return nullptr;
  notes = meshes.notes();
  return analysis;
}

}  // namespace

bool may_be_in_parts(const deck::Deck& deck) {
  constexpr std::array<const char*, 8> kOthers = {"body",   "marker",  "joint",   "shape",
                                                  "inflow", "outflow", "section", "step"};
  if (deck.input() != nullptr || is_static(deck)) return false;
  if (std::ranges::any_of(kOthers, [&](const char* kind) { return deck.has(kind); })) return false;
  if (!fits_scheme(control_table(deck))) return false;
  const params::Params& output = deck.table("output");
  if (output.boolean("transitions") || output.text("contact_problems") != "none") return false;
  if (deck.table("analysis").text("from") == "equilibrium") return false;
  const auto all = [&](const char* kind, const auto& fits) {
    return std::ranges::all_of(deck.entries(kind), fits);
  };
  return all("element", [&](const auto* entry) { return fits_element(*entry, deck); }) &&
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
  if (in_parts && mpi_size() > 1 && may_be_in_parts(deck))
    if (auto analysis = analysis_in_parts(deck, functions, model, notes)) return analysis;
  model = deck::build_model(deck, std::move(functions));
  return make_analysis(deck, *model);
}

}  // namespace jounce
