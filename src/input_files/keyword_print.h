#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "input_files/keyword_values.h"
#include "la/eigen_solver.h"

namespace jounce {

/// Text of what *NODE PRINT and *EL PRINT ask for, in the layout of CalculiX's .dat files.
///
/// Nodes: U displacements, V velocities, NT given temperatures, RF forces (internal and inertial forces of
/// solids, bars and springs: what supports and loads exert; of nodes of beams the sum over the solids' nodes
/// there). Elements: S stresses (of bars, too) and PEEQ plastic strains at the integration points; EVOL
/// volume and ELSE strain energy by elements or as totals (TOTALS), ELKE kinetic energy as a total. Without
/// GLOBAL=YES nodes with *TRANSFORM have components in their axes (totals and histories global ones),
/// stresses those in the axes of *ORIENTATION. Contacts: displacements CDIS, stresses CSTR and energies CELS
/// of points of the slave (of nodes where TYPE=NODE TO SURFACE), their number CNUM, sums of forces CF, CFN,
/// CFS.
class KeywordPrint {
 public:
  /// @param values  which live longer
  explicit KeywordPrint(KeywordValues& values);

  /// What was printed before, about another model of the same mesh, comes first.
  void go_on_from(KeywordPrint& before);
  void begin_step(std::size_t number);
  using Moment = KeywordMoment;
  using Forces = KeywordValues::Forces;
  /// The prints of a step at one state that are due. The end of a step is printed whatever the frequency is.
  /// `number`: of the increment.
  void state(const keyword::Step& step, int number, const Moment& moment, const State& state,
             const Forces& forces);
  /// What modes are of, as far as their table of frequencies shows it.
  struct ModesKind {
    bool has_friction = false;  ///< in closed contacts: CalculiX prints frequencies without their squares
    std::optional<int> diameter = {};  ///< nodal diameter, of cyclic symmetry
  };
  /// Frequencies, participation factors and effective masses, the rotations about the origin.
  ///
  /// Then what *NODE PRINT and *EL PRINT of the step ask for, of each mode about the state `base`: U, and RF
  /// and S that come of it, with modes of modal mass one, whose sign means nothing.
  void modes(const keyword::Step& step, double time, const State& base, const EigenPairs& pairs,
             const ModesKind& kind);
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
  using Place = KeywordValues::Place;
  /// States on both sides of another one, along a shape times a factor.
  struct Opposites {
    State plus, minus;
    double factor;
  };
  void frequencies(const EigenPairs& pairs, const ModesKind& kind);
  void shapes(const keyword::Step& step, double time, const State& base, const EigenPairs& pairs);
  Opposites opposites(const State& base, const Vector& x) const;
  void shape_at_nodes(const keyword::Print& print, double time, const Opposites& at);
  void node_print(const keyword::Print& print, const Moment& moment, const State& state,
                  const Forces& forces);
  std::vector<Vector3> node_values(const std::string& quantity, const std::vector<int>& nodes, bool is_modal,
                                   const State& state, const Forces& forces) const;
  void node_table(const keyword::Print& print, const std::string& quantity, double time,
                  const std::vector<int>& nodes, const std::vector<Vector3>& values);
  void temperature_print(const keyword::Print& print, double time, const std::vector<int>& nodes,
                         const State& state);
  void to_table(char letter, int node, const Vector3& value);
  void element_print(const keyword::Print& print, double time, const State& state);
  /// How many of its integration points are printed, and how often: CalculiX makes solids of plane elements
  /// and prints the points of two or three layers.
  std::size_t printed_points(int element) const;
  int printed_layers(int element) const;
  std::vector<Voigt> printed_stresses(const keyword::Print& print, int element, const State& state) const;
  void stress_print(const keyword::Print& print, double time,
                    const std::function<std::vector<Voigt>(int element)>& stresses);
  /// Lines of a number for each element, and their sum, as TOTALS says.
  void element_lines(const keyword::Print& print, const char* title, const char* total_title, double time,
                     const std::function<double(const Place&)>& value);
  /// What *CONTACT PRINT asks for: in keyword_print_contact.cpp.
  void contact_print(const keyword::Print& print, double time, std::span<const ContactPoint> points);
  /// Refuses sums of forces without a pair.
  void check_contact_print(const keyword::Print& print) const;
  void contact_lines(const std::string& quantity, double time, std::span<const ContactPoint> points);
  void contact_energies(const keyword::Print& print, double time, std::span<const ContactPoint> points);
  void contact_forces(const keyword::Print& print, const std::string& quantity, double time,
                      std::span<const ContactPoint> points);
  /// What is printed: closed points of faces, or nodes.
  bool is_by_faces(const ContactPoint& point) const;
  static std::string row(std::span<const double> values);
  void plastic_strain_print(const keyword::Print& print, double time, const State& state);
  void totals(const std::string& what, const std::string& set, double time, double value);
  double kinetic_energy(const std::vector<int>& elements, const keyword::Print& print,
                        const State& state) const;

  KeywordValues& values_;
  const keyword::Input& input_;
  const Model& model_;
  std::string text_;
  Table table_, row_;   ///< row_: of the increment at hand
  std::string suffix_;  ///< of its columns
};

/// What *CONTACT PRINT prints: CDIS, CSTR, CELS (each with further letters), CNUM, CF, CFN, CFS.
bool is_contact_quantity(const std::string& name);

}  // namespace jounce
