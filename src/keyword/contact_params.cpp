#include "keyword/contact_params.h"

#include <algorithm>
#include <map>
#include <set>

#include "keyword/contact_law_params.h"
#include "keyword/element_sides.h"
#include "keyword/step_changes.h"
#include "params/nearest.h"

namespace jounce::keyword {
namespace {

/// Outer faces of the elements all of whose corners are among the nodes.
std::vector<ElementFace> faces_of(const Input& input, const std::vector<int>& nodes) {
  const std::set<int> wanted(nodes.begin(), nodes.end());
  std::map<std::vector<int>, std::vector<ElementFace>> owners;
  for (std::size_t i = 0; i < input.elements.size(); ++i) {
    const Element& element = input.elements[i];
    for (const ElementFace& face : sides_of(input, static_cast<int>(i))) {
      const CellFace& side = *find_side(input, face);
      std::vector<int> corners;
      for (int k = 0; k < topology(side.shape).corners; ++k) corners.push_back(element.nodes[side.nodes[k]]);
      if (!std::all_of(corners.begin(), corners.end(), [&](int node) { return wanted.count(node) > 0; }))
        continue;
      std::sort(corners.begin(), corners.end());
      owners[corners].push_back(face);
    }
  }
  std::vector<ElementFace> faces;
  for (const auto& [corners, found] : owners)
    if (found.size() == 1) faces.push_back(found[0]);
  return faces;
}

class ContactBuilder {
 public:
  ContactBuilder(const Input& input, const Translation& translation, DeckTree& deck)
      : input_(input), translation_(translation), deck_(deck) {}

  void contacts() {
    int number = 0;
    for (const SurfacePair& pair : input_.contacts) contacts_of(pair, fmt::format("contact_{}", ++number));
  }
  void ties() {
    int number = 0;
    for (const SurfacePair& pair : input_.ties) {
      params::Node& entry = tie(pair, fmt::format("tie_{}", ++number));
      if (pair.card->has("POSITIONTOLERANCE"))
        entry.set("tolerance", pair.card->number({pair.card->line, {pair.card->at("POSITIONTOLERANCE")}}, 0));
    }
  }

 private:
  /// What a pair is in some of the steps.
  struct Version {
    Interaction interaction;
    bool is_static;
    std::vector<std::string> steps;
  };

  /// Contacts give by the law of the card in equilibria alone, and laws change between steps, so that a pair
  /// may need several entries.
  void contacts_of(const SurfacePair& pair, const std::string& name) {
    std::vector<Version> versions;
    // Without steps of their own, analyses about the state of the file have the laws of static steps.
    if (translation_.steps.empty()) versions.push_back({interaction_in(input_, pair, 0), true, {}});
    for (std::size_t k = 0; k < translation_.steps.size(); ++k) {
      const std::size_t step = translation_.steps[k];
      if (!is_in_contact(input_, pair, step)) continue;
      const Interaction interaction = interaction_in(input_, pair, step);
      const bool is_static = !translation_.times[k].moves;
      const auto is_same = [&](const Version& other) {
        return other.interaction.options == interaction.options &&
               (other.is_static == is_static || !gives(interaction));
      };
      auto version = std::ranges::find_if(versions, is_same);
      if (version == versions.end()) version = versions.insert(version, {interaction, is_static, {}});
      version->steps.push_back(translation_.step_names([k](std::size_t i) { return i == k; }).front());
    }
    int laws = 0;
    for (const Version& version : versions) {
      const bool is_hard = !version.is_static && laws > 0 && gives(version.interaction);
      const std::string own = is_hard    ? name + "_hard"
                              : laws > 0 ? fmt::format("{}_{}", name, laws + 1)
                                         : name;
      ++laws;
      params::Node& entry = is_tied(version.interaction)
                                ? tied_contact(pair, own)
                                : contact(pair, own, version.interaction, version.is_static);
      if (version.steps.size() < translation_.steps.size()) entry.set("steps", version.steps);
    }
  }

  /// Whether a law of static steps is another one than that of motions.
  bool gives(const Interaction& interaction) const {
    return !is_tied(interaction) &&
           std::ranges::any_of(contact_law_keys(input_, interaction, true).children,
                               [](const params::Node& key) { return key.key != "friction"; });
  }

  params::Node& tied_contact(const SurfacePair& pair, const std::string& name) {
    if (pair.slave == pair.master)
      pair.card->fail(pair.line, fmt::format("surface '{}' cannot be tied to itself", pair.slave));
    return tie(pair, name);
  }

  params::Node& contact(const SurfacePair& pair, const std::string& name, const Interaction& interaction,
                        bool is_static) {
    params::Node& entry =
        deck_.add("contact", pair.card->where(pair.line)).set("name", name).set("type", "surfaces");
    if (pair.slave == pair.master) {
      if (is_of_nodes(pair))
        pair.card->fail(
            pair.line,
            fmt::format("surface '{}' is in contact with itself: give sides of elements, not nodes",
                        pair.slave));
      const std::string both = group(pair, pair.slave, name + "_self");
      entry.set("surface", both).set("against", both);
      entry.take(contact_law_keys(input_, interaction, is_static, is_node_to_surface(pair)));
      return entry;
    }
    std::vector<int> nodes;  // in the order of the mesh, as areas and points must stand alike
    if (is_of_nodes(pair)) {
      nodes = input_.surfaces.at(pair.slave).nodes;
      std::sort(nodes.begin(), nodes.end());
      nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
      entry.set("points", std::vector<std::string>{deck_.node_group(nodes, name + "_slave")});
    } else {
      entry.set("surface", group(pair, pair.slave, name + "_slave"));
    }
    entry.set("against", group(pair, pair.master, name + "_master"));
    const params::Node law = contact_law_keys(input_, interaction, is_static, is_node_to_surface(pair));
    entry.take(law);
    if (!law.children.empty() && is_of_nodes(pair) && is_static)
      entry.set("areas", node_areas(input_, nodes));
    return entry;
  }

  params::Node& tie(const SurfacePair& pair, const std::string& name) {
    return deck_.add("joint", pair.card->where(pair.line))
        .set("name", name)
        .set("type", "tie")
        .set("surface", group(pair, pair.slave, name + "_slave"))
        .set("to", group(pair, pair.master, name + "_master"));
  }

  bool is_of_nodes(const SurfacePair& pair) const {
    const auto place = input_.surfaces.find(pair.slave);
    return place != input_.surfaces.end() && place->second.has_nodes;
  }

  std::string group(const SurfacePair& pair, const std::string& surface, const std::string& name) {
    const auto place = input_.surfaces.find(surface);
    if (place == input_.surfaces.end()) {
      std::vector<std::string> known;
      for (const auto& entry : input_.surfaces) known.push_back(entry.first);
      throw params::InputError(pair.card->where(pair.line),
                               fmt::format("there is no surface named '{}'", surface),
                               params::nearest(surface, known));
    }
    const bool of_nodes = place->second.is_of_nodes_only();
    const auto faces = of_nodes ? faces_of(input_, place->second.nodes) : place->second.faces;
    if (of_nodes) check_nodes(pair, surface, faces);
    if (faces.empty())
      pair.card->fail(pair.line,
                      fmt::format("the nodes of surface '{}' do not form any face of an element", surface));
    return deck_.face_group(faces, name, pair.card->where(pair.line));
  }

  /// Refuses nodes of a surface that are corner of none of its faces: they would be left out in silence.
  void check_nodes(const SurfacePair& pair, const std::string& surface,
                   const std::vector<ElementFace>& faces) const {
    std::set<int> on_faces;
    for (const ElementFace& face : faces) {
      const std::vector<int> own = side_nodes(input_, face);
      on_faces.insert(own.begin(), own.end());
    }
    for (const int node : input_.surfaces.at(surface).nodes)
      if (on_faces.count(node) == 0)
        pair.card->fail(pair.line,
                        fmt::format("node {} of surface '{}' belongs to no outer face whose corners are all "
                                    "in the surface; give sides of elements instead",
                                    input_.node_numbers[node], surface));
  }

  const Input& input_;
  const Translation& translation_;
  DeckTree& deck_;
};

}  // namespace

void add_contacts(const Input& input, const Translation& translation, DeckTree& deck) {
  ContactBuilder builder(input, translation, deck);
  builder.contacts();
  builder.ties();
}

std::vector<std::string> contact_notes(const Input& input, bool is_static) {
  std::vector<std::string> notes;
  for (const SurfacePair& pair : input.ties)
    if (pair.card->has("ADJUST"))
      notes.push_back(fmt::format("{}: ADJUST has no effect: nodes keep their places, displacements are tied",
                                  params::to_string(pair.card->where(pair.line))));
  for (const SurfacePair& pair : input.contacts)
    if (pair.card->has("SMALLSLIDING"))
      notes.push_back(fmt::format("{}: sliding is finite, not SMALL SLIDING",
                                  params::to_string(pair.card->where(pair.line))));
  for (std::string& note : contact_law_notes(input, is_static)) notes.push_back(std::move(note));
  return notes;
}

}  // namespace jounce::keyword
