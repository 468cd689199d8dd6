#pragma once

#include <functional>
#include <string>
#include <vector>

#include "keyword/input.h"
#include "keyword/load_path.h"
#include "mesh/mesh.h"
#include "params/node.h"

namespace jounce::keyword {

/// Elements of one type with one section: an entry of [[element]].
struct ElementGroup {
  std::string name;  ///< of the entry, and of the mesh group
  const ElementType* type = nullptr;
  const Section* section = nullptr;
  std::vector<int> elements;  ///< places in Input::elements, in the order of the mesh's cells
  /// Places in Translation::steps of those in which it is in the model; none: in all.
  std::vector<std::size_t> steps = {};
};

/// Loads that a translation has: where the file gives complex ones, LOAD CASE=2 are the imaginary parts.
enum class LoadPart : std::uint8_t { all, none, real, imaginary };

/// An input file as a mesh, a deck and a list of analyses.
///
/// Groups of the mesh: every node set, element set and surface by its name (where a name is both, one group
/// with the points of the one and the cells of the other; a surface of a name that is taken: NAME_surface)
/// and the element groups. What supports, loads and equations act on are further groups, which the deck lists
/// by numbers. Nodes that neither an element nor an equation uses are left out.
struct Translation {
  Mesh mesh;
  int dimension = 3;
  bool finite_strain = false;
  bool pressures_follow = false;
  std::vector<int> point_of_node;  ///< place in Mesh::points of each of Input::nodes; -1: left out
  std::vector<ElementGroup> element_groups;
  std::vector<std::size_t> steps;  ///< places in Input::steps of those that the deck runs through
  std::vector<StepTime> times;     ///< of these steps
  /// The same; without steps a time from 0 to 1.
  std::vector<StepTime> load_times() const {
    return times.empty() ? std::vector<StepTime>{{0, 1, true}} : times;
  }
  std::vector<double>
      increments;         ///< of these steps as the file counts them; an analysis may take smaller ones
  bool is_chain = false;  ///< each of these steps is a [[step]] of the deck
  /// Names of the steps of a deck for which `acts` holds, by their place in `steps`.
  std::vector<std::string> step_names(const std::function<bool(std::size_t)>& acts) const;
  LoadPart loads = LoadPart::all;
  bool has(const Card& load) const;  ///< whether the load of a card is among them
  params::Node model;                ///< deck without its analysis
  params::Node analysis;  ///< table [analysis] or [integrator] by its key, or [[step]]; without steps no key

  /// The model with its analysis.
  params::Node deck() const;
};

/// Steps that go on from one another: the static and the dynamic ones.
std::vector<std::size_t> general_steps(const Input& input);

struct TranslationOptions {
  bool as_finite = false;        ///< Green-Lagrange strain though no step has NLGEOM
  bool pressures_follow = true;  ///< at finite strain they stay along the moving normals
  LoadPart loads = LoadPart::all;
};
/// The deck that runs through some steps, one after another; those before and after only count for what they
/// say about supports. Its entries have the places of the cards that they come from. Throws
/// params::InputError for what has no counterpart.
Translation translate(const Input& input, const std::vector<std::size_t>& steps,
                      const TranslationOptions& options = {});

/// A group of nodes, or of sides of elements, by the numbers of the file.
struct NamedGroup {
  std::string name;
  std::vector<int> nodes;
  std::vector<int> elements, sides;  ///< one side (S1 is 1) for each element
  params::Location where;
};

/// The mesh of an input file with further groups. Throws params::InputError.
Mesh mesh_of(const Input& input, const std::string& name, const std::vector<NamedGroup>& groups);

}  // namespace jounce::keyword
