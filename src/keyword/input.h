#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "keyword/cards.h"
#include "la/types.h"

namespace jounce::keyword {

/// A type of elements, such as C3D20R.
struct ElementType {
  std::string_view name;
  int dimension;  ///< of the cell: 1, 2, 3; 0: a connector of nodes, no cell
  int nodes;
  std::string_view formulation;  ///< of solids: full, reduced, b-bar, incompatible
  std::string_view plane;        ///< of plane elements: strain, stress, axisymmetric
  std::string_view solid = {};  ///< of beams, shells, membranes: the type of the solids that take their place

  bool is_beam() const { return !solid.empty() && dimension == 1; }
  bool is_shell() const { return !solid.empty() && dimension == 2; }  ///< or membrane
  bool is_membrane() const { return is_shell() && name[0] == 'M'; }
  bool is_connector() const { return dimension == 0; }  ///< spring, dashpot, gap, DCOUP3D
};
/// nullptr for types that are not known.
const ElementType* find_element_type(std::string_view name);

struct Element {
  int number = 0;
  const ElementType* type = nullptr;
  std::vector<int> nodes;  ///< places in Input::nodes
  const Card* card = nullptr;
  int line = 0;

  params::Location where() const { return card->where(line); }
};

/// A side of an element; faces count from 1, as in S1, P1.
struct ElementFace {
  int element;  ///< place in Input::elements
  int face;
};
/// Surfaces of both types may have one name. A slave surface of a contact is then that of nodes, as CalculiX
/// has it; elsewhere the sides of elements count.
struct Surface {
  const Card* card = nullptr;
  bool has_nodes = false;  ///< of TYPE=NODE
  std::vector<int> nodes;
  std::vector<ElementFace> faces;

  bool is_of_nodes_only() const { return has_nodes && faces.empty(); }
};

/// One term of sum_i a_i u_i = 0.
struct EquationTerm {
  int node = 0;
  int dof;  ///< 1 to 6
  double factor;
};
struct Equation {
  std::vector<EquationTerm> terms;
  params::Location where;
  bool is_global = false;  ///< along the global axes, also for nodes with axes of their own
  bool is_cyclic = false;  ///< ties the sides of a sector
};

/// Nodes of a body that moves with a node of beams and shells, turns and stretches: displacements of two
/// further nodes.
struct ExpansionKnot {
  int reference, rotation, stretch;
  std::vector<int> nodes;
  std::vector<Vector3> directions;  ///< of stretches; none: the same in all
  const Card* card;                 ///< *BEAM SECTION, *SHELL SECTION
};
/// Nodes of a section whose mean rotation about an axis is a displacement of a node.
struct MeanRotationTie {
  std::vector<int> nodes;
  Vector3 axis;
  int rotation, component;  ///< node, 1 to 3
  const Card* card;
};
/// A node of beams, shells or membranes, whose elements are expanded into solids.
struct ExpandedNode {
  std::vector<int> sections;    ///< nodes of the solids at this node
  std::vector<double> weights;  ///< of their mean, which sum up to 1; none: alike
  bool is_knot = false;         ///< prints show the mean of `sections`, also of those beside the node
  bool is_shell = false;        ///< of one shell, or of membranes: tied to its sections where something acts
  int rotation = -1;            ///< node whose displacements 1 to 3 are the rotations, where something asks

  double weight(std::size_t section) const {
    return weights.empty() ? 1.0 / static_cast<double>(sections.size()) : weights[section];
  }
};

/// A line of *CONTACT PAIR or *TIE: the slave surface first; twice the same where a surface meets itself.
struct SurfacePair {
  const Card* card;
  int line;
  std::string slave, master;
};
/// *COUPLING with *KINEMATIC or *DISTRIBUTING, *RIGID BODY: nodes that follow a reference node, or whose mean
/// it follows. Rotations are the degrees of freedom 4 to 6 of the reference node, or 1 to 3 of a node of its
/// own.
struct Coupling {
  const Card* card;
  const Card* kind = nullptr;  ///< *KINEMATIC or *DISTRIBUTING; of a rigid body none
  int reference = -1, rotation = -1;
  std::string surface;           ///< of *COUPLING
  std::vector<int> nodes;        ///< of *RIGID BODY
  bool holds_reference = false;  ///< rigid, with the reference node in the mesh as one of its nodes

  bool is_rigid() const { return kind == nullptr || kind->name == "KINEMATIC"; }
};
/// *PRE-TENSION SECTION.
struct PreTensionSection {
  const Card* card;
  int reference;  ///< its node
};
/// What *INITIAL CONDITIONS says of an element: components 11, 22, 33, 12, 13, 23.
struct InitialState {
  std::array<double, 6> stress = {}, strain = {};
  const Card* card = nullptr;

  bool operator==(const InitialState& other) const {
    return stress == other.stress && strain == other.strain;
  }
};
/// *CYCLIC SYMMETRY MODEL: the model is one of `sectors` about an axis.
struct CyclicModel {
  const Card* card;
  int sectors;
  Vector3 point, direction;  ///< of the axis, of length 1
};
/// A node at one side of a sector and that at the same place of the next one: u_slave = `turn` u_master.
struct CyclicTie {
  int slave, master;  ///< the same on the axis
  double angle;       ///< of a sector, from the master to the slave
  Matrix3 turn;
  std::vector<Vector3> directions;  ///< orthonormal: those in which no support holds the slave
  params::Location where;
};
/// A constraint of *MPC.
struct Mpc {
  const Card* card;
  int line;
  std::string type;        ///< STRAIGHT, PLANE, BEAM, DIST, MEANROT
  std::vector<int> nodes;  ///< in the order of the file
};
/// *SURFACE INTERACTION with what follows it.
struct Interaction {
  const Card* card = nullptr;
  std::vector<const Card*> options;  ///< *SURFACE BEHAVIOR, *FRICTION
};

struct Material {
  const Card* card = nullptr;        ///< *MATERIAL
  std::vector<const Card*> options;  ///< *ELASTIC, *DENSITY, ...
};

/// *SOLID SECTION, *BEAM SECTION, *SHELL SECTION, *MEMBRANE SECTION; of connectors *SPRING, *DASHPOT, *GAP,
/// *DISTRIBUTING COUPLING, without a material.
struct Section {
  const Card* card = nullptr;
  std::string elements, material;
  /// Of *SHELL SECTION, COMPOSITE: places from the bottom, -1, to the top, 1.
  std::optional<std::array<double, 2>> layer = {};
  int line = 0;                  ///< of a layer, and
  std::string orientation = {};  ///< an *ORIENTATION, or degrees about the normal from that of the card
  bool strain_free = false;      ///< of elements that a step brings back: strains count from there

  /// Thickness of plane elements, area of bars; 1 unless given.
  double size() const { return card->data.empty() ? 1.0 : card->number(card->data[0], 0, 1.0); }
};

struct Amplitude {
  std::vector<double> times, values;
  bool total_time = false;
};

/// Displacements that are given, or forces on nodes: all lines of *BOUNDARY and *CLOAD.
struct NodeLoad {
  const Card* card;
  int line;
  std::vector<int> nodes;
  std::string name;  ///< set, or number of the node
  int first_dof, last_dof;
  double value;
  std::string amplitude;  ///< empty: none
  bool is_fixed = false;  ///< FIXED: held where it stands when the step begins
  double gradient = 0;    ///< of temperatures: along the normals of shells
};
/// A line of *DLOAD or *DSLOAD.
struct DistributedLoad {
  const Card* card;
  int line;
  std::string name;   ///< set, number of an element, or surface
  std::string label;  ///< P1, GRAV, CENTRIF, P
  std::vector<double> values;
  std::string amplitude;
};
class GlobalResults;
/// *SUBMODEL: nodes that take values from the results of a global model.
struct Submodel {
  const Card* card;
  std::vector<int> nodes;
  std::set<int> elements;  ///< numbers of those of the global model that count; none: all
  std::shared_ptr<const GlobalResults> results;
};
/// *TIME POINTS: when prints that name them come, beside the end of the step.
struct TimePoints {
  std::vector<double> times;
  bool total = false;  ///< counted over all steps, not within the step

  /// The time within a step that begins at `start` that lies in (from, to]; nothing where none does.
  std::optional<double> in(double start, double from, double to) const;
};
/// *NODE PRINT, *EL PRINT, *CONTACT PRINT, and the FILE cards.
struct Print {
  const Card* card;
  std::string set;
  std::vector<std::string> quantities;
  int frequency = 1;
  const TimePoints* points = nullptr;  ///< in place of the frequency
};

/// What a step does to elements: *MODEL CHANGE, TYPE=ELEMENT, *CHANGE SOLID SECTION.
struct ElementChange {
  std::vector<int> elements;
  Section section = {};  ///< that they get; without a card they leave the model or come back
  /// Those of elements that come back; empty: they leave.
  std::vector<std::shared_ptr<const Section>> returned = {};
};

/// What a step changes of the model for itself and those after it.
struct StepChanges {
  std::vector<SurfacePair> removed, added;               ///< contacts, of *MODEL CHANGE
  std::map<std::string, std::vector<const Card*>> laws;  ///< of interactions: *CHANGE FRICTION, ...
  std::vector<ElementChange> elements;
  bool removes_all_equations = false;
  std::set<std::pair<int, int>> removed_equations;  ///< node and degree of freedom of their first terms
};

/// *RESTART, WRITE: the states behind which steps are kept.
struct RestartWrite {
  int every = 0;         ///< FREQUENCY: those with numbers that are multiples of it; 0: none
  bool overlay = false;  ///< the last one alone
};
/// What *RESTART, READ goes on from.
struct Restart {
  int step = 0;  ///< the last one that is done, counted from 1; 0: the file has the whole job
  std::shared_ptr<const std::string> states = nullptr;  ///< of RestartFile
};

struct Step {
  const Card* card = nullptr;       ///< *STEP
  const Card* procedure = nullptr;  ///< *STATIC, *FREQUENCY, *DYNAMIC, *MODAL DYNAMIC, *NO ANALYSIS
  bool finite_strain = false;       ///< NLGEOM
  bool perturbation = false;
  std::optional<std::array<int, 2>> nodal_diameters = {};  ///< first and last, of modes of cyclic symmetry
  bool new_boundaries = false, new_forces = false;         ///< OP=NEW of *BOUNDARY, *CLOAD
  std::set<std::string> new_distributed;                   ///< cards with OP=NEW: DLOAD, DSLOAD
  std::vector<NodeLoad> boundaries, forces;
  std::vector<NodeLoad> temperatures;  ///< *TEMPERATURE
  std::vector<DistributedLoad> distributed;
  std::vector<Print> prints;
  std::vector<const Card*> damping;
  std::vector<const Card*> retained;    ///< *RETAINED NODAL DOFS
  const Card* matrix_output = nullptr;  ///< *SUBSTRUCTURE MATRIX OUTPUT
  StepChanges changes;
  RestartWrite restart;

  /// Procedures of equilibrium: *STATIC, and *VISCO with creep.
  bool is_static() const;
};

/// What a user says beside the file.
struct InputOptions {
  std::filesystem::path umat = {};  ///< library for *USER MATERIAL; empty: none
  bool shells = false;              ///< shells are shells on nodes with rotations, not solids as in CalculiX
};

/// What an input file says, in its own terms.
struct Input {
  std::filesystem::path file;
  InputOptions options;
  std::vector<Card> cards;  ///< the others point into it
  std::string title;
  Restart restart;
  std::string restart_lines;  ///< all cards, where some step writes a restart file
  bool is_of_abaqus = false;  ///< it has cards that CalculiX has not: *PART, *ASSEMBLY, *INSTANCE, *PREPRINT
  std::vector<int> node_numbers;
  int greatest_node = 0;  ///< of the numbers
  std::vector<Vector3> nodes;
  std::unordered_map<int, int> node_of_number, element_of_number;
  std::vector<Element> elements;
  std::map<std::string, std::vector<int>> node_sets, element_sets;
  std::map<std::string, std::vector<int>> listed_nodes;  ///< of *NSET, in the order of the file
  std::map<std::string, Surface> surfaces;
  std::map<std::string, Material> materials;
  std::map<std::string, Amplitude> amplitudes;
  std::map<std::string, TimePoints> time_points;
  std::vector<Section> sections, connector_sections;
  std::map<const Card*, std::vector<Section>> layers;  ///< of *SHELL SECTION, COMPOSITE, from the bottom on
  std::vector<Equation> equations;
  std::map<int, ExpandedNode> expanded_nodes;
  std::map<int, Element> flat_elements;  ///< beams, shells that solids have taken the place of, by this place
  std::vector<ExpansionKnot> knots;
  std::vector<MeanRotationTie> mean_rotations;
  std::map<int, double> nodal_thickness;                  ///< *NODAL THICKNESS
  std::map<std::pair<int, int>, Vector3> normals;         ///< *NORMAL, by element and node
  std::vector<SurfacePair> contacts, ties, cyclic_pairs;  ///< the last of *TIE, CYCLIC SYMMETRY
  std::vector<CyclicModel> cyclic_models;
  std::vector<CyclicTie> cyclic_ties;
  std::vector<Coupling> couplings;
  std::vector<PreTensionSection> pre_tensions;
  std::vector<Mpc> mpcs;
  std::vector<int> scalar_nodes;            ///< of *PRE-TENSION SECTION and MEANROT: add_scalar_node
  std::vector<std::pair<int, int>> copies;  ///< nodes that sections with pre-tension doubled: copy, original
  std::map<std::string, Interaction> interactions;
  std::vector<Submodel> submodels;
  std::vector<NodeLoad> boundaries;  ///< before the first step
  std::map<std::string, const Card*> orientations;
  std::unordered_map<int, Matrix3> node_axes;  ///< of *TRANSFORM: columns are the axes of a node
  std::vector<const Card*> initial_velocities, initial_temperatures;
  std::unordered_map<int, InitialState> initial_states;  ///< of elements
  std::vector<Step> steps;
  std::vector<std::string> notes;  ///< cards that say nothing about results

  Input() = default;
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  Input(Input&&) = default;
  Input& operator=(Input&&) = default;

  /// A node that the file does not have, under a new number. @return its place in `nodes`
  int add_node(const Vector3& at);
  /// Nodes of a set or of a number. Throws params::InputError at the line, with the nearest name.
  std::vector<int> nodes_of(const Card& card, int line, const std::string& name) const;
  std::vector<int> elements_of(const Card& card, int line, const std::string& name) const;
  /// The same nodes, and the nodes of the solids that beams and shells at them are expanded into.
  std::vector<int> solid_nodes_of(const Card& card, int line, const std::string& name) const;
  /// For each element the last section that names it; nullptr for none.
  std::vector<const Section*> sections_of_elements() const;
  /// Names of the materials of a section; where it has layers, of these from the bottom on.
  std::vector<std::string> materials_of(const Section& section) const;
  /// What *INITIAL CONDITIONS says of an element: nothing, zeros.
  InitialState initial_state_of(int element) const;
  /// A list of nodes with the copies of those that sections with pre-tension doubled.
  std::vector<int> with_copies(std::vector<int> list) const;
  /// Number of the coupling that has a node as its reference or rotational node; -1 for none.
  int coupling_of(int node) const;
};

/// Reads an input file. Throws params::InputError with everything that is not understood: unknown cards,
/// parameters and element types, with their lines.
Input read_input(const std::filesystem::path& file, const InputOptions& options = {});

}  // namespace jounce::keyword
