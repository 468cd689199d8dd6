#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "elements/solid.h"
#include "input_files/contact_values.h"
#include "input_files/reference_nodes.h"
#include "keyword/translation.h"
#include "model/model.h"

namespace jounce {

/// What the nodes and elements of an input file have at a state, by the places of Input: the one source of
/// printed values and of result files.
class KeywordValues {
 public:
  KeywordValues(const keyword::Input& input, const keyword::Translation& translation, const Model& model);

  const keyword::Input& input() const { return input_; }
  const keyword::Translation& translation() const { return translation_; }
  const Model& model() const { return model_; }

  /// What forces of nodes need beside a state; each may be empty.
  struct Forces {
    Vector acceleration;
    Vector contact;                           ///< forces of contacts on the degrees of freedom
    Vector reaction;                          ///< forces of the constraint rows
    std::vector<ContactPoint> contacts = {};  ///< where the step prints them
  };
  /// Internal and inertial forces of solids, bars and springs: what supports and loads exert.
  Vector node_forces(const State& state, const Forces& forces) const;
  /// Displacements from the undeformed state.
  Vector displacements(const State& state) const;
  /// Given temperatures of the points of the mesh; empty: nothing is heated.
  std::vector<double> temperatures(const State& state) const;
  /// What a node has of a vector over the degrees of freedom; nodes of beams with their sections'.
  Vector3 node_value(int node, const Vector& values, bool are_forces) const;
  /// The same of a node of the mesh alone.
  Vector3 own_value(int node, const Vector& values) const;
  bool is_in_mesh(int node) const { return translation_.point_of_node[node] >= 0; }

  /// Components in the axes of *TRANSFORM, of stresses in those of *ORIENTATION.
  Vector3 in_axes_of(int node, const Vector3& value) const;
  Voigt in_material_axes(int element, std::size_t layer, const Voigt& stress) const;

  /// Block of an element and its place there.
  struct Place {
    const SolidElements* block = nullptr;
    std::size_t number = 0;
  };
  const Place& place(int element) const { return places_[element]; }
  /// The same of all layers of a laminate, from the bottom on; `place` is the bottom.
  std::span<const Place> layers(int element) const {
    const auto found = layers_.find(element);
    return found == layers_.end() ? std::span(&places_[element], 1) : std::span(found->second);
  }
  /// Stresses and plastic strains at the integration points of an element that has a block.
  void point_stresses(const State& state, int element, std::vector<Voigt>& stress) const;
  void point_strains(const State& state, int element, std::vector<Voigt>& strain) const;
  /// Of a bar: its force on the initial area, along it; nothing for other elements.
  std::optional<Voigt> bar_stress(const State& state, int element) const;
  void plastic_strains(const State& state, int element, std::vector<double>& strain) const;
  /// Of a shell of the deck: stresses at its nodes, of the lower face, then of the upper one; none for
  /// others.
  std::vector<Voigt> shell_stresses(const State& state, int element) const;
  bool has_plastic_strains() const;  ///< of any element
  /// Strain energies of a unit of volume, where has_elastic_energies.
  void elastic_energies(const State& state, int element, std::vector<double>& energy) const;

  /// What nodes do that are not in the mesh. Their rotations follow the states of general steps.
  ReferenceNodes& references() { return references_; }
  const ReferenceNodes& references() const { return references_; }
  const ContactValues& contacts() const { return contacts_; }

 private:
  void take_bars(const keyword::ElementGroup& group);
  void take_shells(const keyword::ElementGroup& group);

  const keyword::Input& input_;
  const keyword::Translation& translation_;
  const Model& model_;
  ReferenceNodes references_;
  ContactValues contacts_;
  std::vector<Place> places_;  ///< of Input::elements
  std::unordered_map<int, std::vector<Place>> layers_;
  /// Bars of Input::elements: the force of their block, their number there and their area.
  struct Bar {
    ElementQuantity force;
    std::size_t number;
    double area;
  };
  std::unordered_map<int, Bar> bars_;
  /// Shells of Input::elements: stresses of the faces of their block, and their number there.
  struct Shell {
    ElementQuantity lower, upper;
    std::size_t number;
  };
  std::unordered_map<int, Shell> shells_;
  /// Of elements with an *ORIENTATION, of each layer.
  std::unordered_map<int, std::vector<Matrix3>> material_axes_;
};

/// All solids are linear elastic, of small strain from a state without stress, at one temperature, and none
/// come back in a step: half of the stresses times the strains is their energy.
bool has_elastic_energies(const keyword::Input& input);

/// When something may be printed.
struct KeywordMoment {
  double start;           ///< of the step
  double before, time;    ///< of the state before and of this one
  bool is_last;           ///< the end of the step
  bool is_modal = false;  ///< a motion in modes about the initial state, linear however large
  enum class Part : std::uint8_t { whole, real, imaginary } part = Part::whole;
};
/// True for a print at an increment of its step. The end of a step is printed whatever the frequency is.
bool is_due(const keyword::Print& print, int increment, const KeywordMoment& moment);

}  // namespace jounce
