#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "elements/solid.h"
#include "input_files/reference_nodes.h"
#include "keyword/translation.h"
#include "la/eigen_solver.h"
#include "model/model.h"

namespace jounce {

/// Text of what *NODE PRINT and *EL PRINT ask for, in the layout of CalculiX's .dat files.
///
/// Nodes: U displacements, V velocities, RF forces (internal and inertial forces of solids, bars and springs:
/// what supports and loads exert; of nodes of beams the sum over the solids' nodes there). Elements: S
/// stresses and PEEQ plastic strains at the integration points, EVOL volume, ELSE strain energy, ELKE kinetic
/// energy, the last three by elements or as totals. Without GLOBAL=YES nodes with *TRANSFORM have components
/// in their axes (totals and histories global ones), stresses those in the axes of *ORIENTATION.
class KeywordPrint {
 public:
  KeywordPrint(const keyword::Input& input, const keyword::Translation& translation, const Model& model);

  /// What was printed before, about another model of the same mesh, comes first.
  void go_on_from(KeywordPrint& before);
  void begin_step(std::size_t number);
  /// When something may be printed.
  struct Moment {
    double start;           ///< of the step
    double before, time;    ///< of the state before and of this one
    bool is_last;           ///< the end of the step
    bool is_modal = false;  ///< a motion in modes about the initial state, linear however large
    enum class Part : std::uint8_t { whole, real, imaginary } part = Part::whole;
  };
  /// What RF needs beside a state; each may be empty.
  struct Forces {
    Vector acceleration;
    Vector contact;   ///< forces of contacts on the degrees of freedom
    Vector reaction;  ///< forces of the constraint rows
  };
  /// The prints of a step at one state that are due. The end of a step is printed whatever the frequency is.
  /// `number`: of the increment.
  void state(const keyword::Step& step, int number, const Moment& moment, const State& state,
             const Forces& forces);
  /// Frequencies, participation factors and effective masses, the rotations about the origin. With friction
  /// in contacts CalculiX prints frequencies without their squares.
  void modes(const EigenPairs& pairs);
  /// Factors of loads; in the history the number of a factor is the time.
  void buckling(const Vector& factors);

  /// Participation factors of modes at a frequency.
  void participation(double frequency, const EigenPairs& pairs, const Eigen::VectorXcd& factors);

  const std::string& text() const { return text_; }

  /// A history of the displacements and velocities of *NODE PRINT, of sets with up to `kMostNodes` nodes:
  /// time, u_7_x, u_7_y, u_7_z of node 7, v_7_x, ...; imaginary parts have columns of their own,
  /// u_7_x_imaginary, and the frequency is the time. The increments that print other columns than the first
  /// are left out.
  struct Table {
    std::vector<std::string> names;
    std::vector<std::vector<double>> rows;
  };
  static constexpr std::size_t kMostNodes = 100;
  const Table& table() const { return table_; }

  /// Quantities that were asked for and are not known.
  static std::vector<std::string> unknown(const keyword::Input& input);

 private:
  /// What a node has of a vector over the degrees of freedom; nodes of beams with their sections'.
  Vector3 node_value(int node, const Vector& values, bool are_forces) const;
  void node_print(const keyword::Print& print, const Moment& moment, const State& state,
                  const Forces& forces);
  /// Components in the axes of *TRANSFORM, of stresses in those of *ORIENTATION.
  Vector3 in_axes_of(int node, const Vector3& value) const;
  Voigt in_material_axes(int element, const Voigt& stress) const;
  void to_table(char letter, int node, const Vector3& value);
  void element_print(const keyword::Print& print, double time, const State& state);
  /// How many of its integration points are printed, and how often: CalculiX makes solids of plane elements
  /// and prints the points of two or three layers.
  std::size_t printed_points(int element) const;
  int printed_layers(int element) const;
  void stress_print(const keyword::Print& print, double time, const State& state);
  void plastic_strain_print(const keyword::Print& print, double time, const State& state);
  void totals(const std::string& what, const std::string& set, double time, double value);
  Energies energies_of(const std::vector<int>& elements, const keyword::Print& print,
                       const State& state) const;
  Vector node_forces(const State& state, const Forces& forces) const;
  /// Block of an element and its place there.
  struct Place {
    const SolidElements* block = nullptr;
    std::size_t number = 0;
  };

  const keyword::Input& input_;
  const keyword::Translation& translation_;
  const Model& model_;
  ReferenceNodes references_;
  std::vector<Place> places_;                       ///< of Input::elements
  std::unordered_map<int, Matrix3> material_axes_;  ///< of elements with an *ORIENTATION
  std::string text_;
  Table table_, row_;   ///< row_: of the increment at hand
  std::string suffix_;  ///< of its columns
};

}  // namespace jounce
