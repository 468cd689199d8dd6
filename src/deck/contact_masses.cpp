#include "deck/contact_masses.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "deck/flexible_bodies.h"
#include "elements/solid.h"
#include "la/diagonal_sink.h"

namespace jounce::deck {
namespace {

using params::Params;

std::set<Index> touching_dofs(const System& system) {
  std::vector<Index> dofs;
  for (const auto& pair : system.contacts().all()) pair->append_touching_dofs(dofs);
  return {dofs.begin(), dofs.end()};
}

std::vector<std::uint8_t> nodes_in_contact(const SolidCells& cells, const std::set<Index>& touching) {
  const auto dimension = static_cast<std::size_t>(topology(cells.shape).dimension);
  std::vector<std::uint8_t> flags(cells.points.size(), 0);
  for (std::size_t i = 0; i < flags.size(); ++i) flags[i] = touching.count(cells.dofs[i * dimension]) > 0;
  return flags;
}

std::string place(const SolidCells& cells, int node) {
  const int dimension = topology(cells.shape).dimension;
  std::string text;
  for (int k = 0; k < dimension; ++k)
    text += fmt::format("{}{:.6g}", k > 0 ? ", " : "", cells.places[node * dimension + k]);
  return "(" + text + ")";
}

void redistribute(const Params& element, const System& system, const std::set<Index>& touching) {
  bool has_contact = false;
  for (SolidElements* const solids : solids_of(system.blocks())) {
    if (solids->name() != element.name()) continue;
    const auto flags = nodes_in_contact(solids->cells(), touching);
    has_contact |= std::find(flags.begin(), flags.end(), 1) != flags.end();
    if (const int node = solids->redistribute_mass(flags); node >= 0)
      element.fail("contact_mass",
                   fmt::format("no element near the node at {} of mesh '{}' is without nodes in contact, to "
                               "take its mass: refine the mesh behind the contact (two layers of elements at "
                               "least), name fewer nodes in the contact, or leave 'contact_mass' at 1",
                               place(solids->cells(), node), solids->cells().mesh));
  }
  if (!has_contact)
    element.fail("contact_mass",
                 fmt::format("no contact names nodes of element '{}': give a [[contact]] nodes or faces of "
                             "its mesh, or leave 'contact_mass' at 1",
                             element.name()));
}

bool is_asked_for(const Params& element) {
  return element.type() == "solid" && element.number("contact_mass") < 1;
}

}  // namespace

void redistribute_masses(const Deck& deck, const Model& model) {
  std::set<Index> touching;
  bool is_found = false;
  for (const Params* element : deck.entries("element")) {
    if (!is_asked_for(*element)) continue;
    if (is_flexible_element(deck, *element))
      element->fail("contact_mass",
                    "the elements of a flexible body have no nodes in contact; leave 'contact_mass' at 1");
    if (!is_found) touching = touching_dofs(model.system);
    is_found = true;
    redistribute(*element, model.system, touching);
  }
}

void note_massless_nodes(const Deck& deck, System& system) {
  const auto& elements = deck.entries("element");
  const auto is_massless = [](const Params* element) {
    return is_asked_for(*element) && element->number("contact_mass") == 0;
  };
  if (std::none_of(elements.begin(), elements.end(), is_massless)) return;
  Vector diagonal = Vector::Zero(system.nv());
  DiagonalSink sink(diagonal);
  system.add_mass(system.initial_state(), 1, sink);
  const std::set<Index> touching = touching_dofs(system);
  std::set<Index> massless;
  for (const SolidElements* solids : solids_of(system.blocks()))
    for (const Index dof : solids->cells().dofs)
      if (diagonal[dof] == 0 && touching.count(dof) > 0) massless.insert(dof);
  for (const auto& joint : system.joints().all())
    for (const Index dof : joint->dofs())
      if (massless.count(dof) > 0)
        for (const Params* element : elements)
          if (is_massless(element))
            element->fail("contact_mass", fmt::format("joint '{}' acts on nodes in contact, which then have "
                                                      "no mass; use a positive share, such as 0.01",
                                                      joint->name()));
  system.set_massless({massless.begin(), massless.end()});
}

}  // namespace jounce::deck
