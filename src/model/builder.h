#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/averaging_marker.h"
#include "model/body_shape.h"
#include "model/declared_parts.h"
#include "model/floating_marker.h"
#include "model/model.h"
#include "model/node_table.h"
#include "model/temperature_field.h"
#include "model/user_functions.h"
#include "params/named_list.h"
#include "params/params.h"

namespace jounce {

/// Builds a Model from validated parameters, in two phases: first all nodes (meshes, bodies) and which of
/// their degrees of freedom are prescribed, then `number`, then everything that refers to degrees of freedom.
/// Mistakes that only the model can see (unknown group, dangling name) are thrown at their place in the deck.
class ModelBuilder {
 public:
  using Params = params::Params;

  explicit ModelBuilder(int dimension, const Vector3& gravity);

  int dimension() const { return model_.dimension; }
  const Model& model() const { return model_; }
  /// Functions that plugins and Python programs bring along.
  void use(UserFunctions functions) { user_functions_ = std::move(functions); }
  const UserFunctions& user_functions() const { return user_functions_; }
  /// Whether masses of elements are lumped unless a deck says otherwise: for schemes without matrices.
  void lump_masses(bool lumps) { lumps_masses_ = lumps; }
  /// Of an element with the key `mass`.
  bool is_lumped(const Params& element) const {
    const std::string& mass = element.text("mass");
    return mass == "lumped" || (mass == "auto" && lumps_masses_);
  }

  // Phase 1
  // ----------------------------------------------------------------------------------------------------------
  /// Nodes with as many coordinates as the model has dimensions.
  void add_mesh(Mesh mesh, const Params& source);
  /// A node of its own; `rotation` adds an angle (planar rigid body). `size` is the number of its
  /// coordinates.
  void add_body(const std::string& name, const Vector3& position, double angle, bool rotation,
                const Vector3& velocity, double angular_velocity);
  /// A spatial rigid body; `angular_velocity` in fixed axes.
  void add_spatial_body(const std::string& name, const Vector3& position, const Quaternion& orientation,
                        const Vector3& velocity, const Vector3& angular_velocity);
  /// The next `count` bodies are one group, named group[0], group[1], ... Nothing can be attached to bodies
  /// that come and go.
  void begin_group(const std::string& group, int count, bool comes_and_goes = false);
  /// A point that moves on a given trajectory: place, velocity and acceleration along one axis over time.
  using Trajectory = std::function<void(double t, int axis, double& x, double& v, double& a)>;
  void add_moving_point(const std::string& name, const Vector3& position, const Trajectory& trajectory);
  /// A flexible body in its floating frame; placed and moved as a rigid body with the frame's origin for the
  /// centre. In the plane the orientation and the angular velocity are those about z.
  void add_floating_body(const std::string& name, const Vector3& position, const Quaternion& orientation,
                         const Vector3& velocity, const Vector3& angular_velocity,
                         std::shared_ptr<const FlexibleBody> body,
                         std::shared_ptr<const Model> own_model = nullptr);
  /// Entries that others name; parts look them up.
  DeclaredParts& declared() { return declared_; }
  const DeclaredParts& declared() const { return declared_; }
  /// Whether the model has contacts, which are built after the elements.
  void expect_contacts(bool any) { has_contacts_ = any; }
  bool has_contacts() const { return has_contacts_; }
  /// Rotations of a node of a mesh: one angle in the plane, an orientation in space that starts as the
  /// identity, so that its axes are initially the fixed ones. Nothing happens when the node has them already.
  void add_rotations(int node);
  /// Prescribes components ("x", "y", "z", "angle") of all nodes of a group or of a body by offset functions
  /// of time: coordinate = initial coordinate + motion(t). "rotation" holds the orientation of mesh nodes in
  /// space.
  void prescribe(const Params& source, const std::string& key, const std::vector<std::string>& components,
                 const params::TimeFunction& motion);
  /// @param about  point about which all turn; none: what has an angle turns about itself
  void set_velocity(const Params& source, const std::string& key, const Vector3& velocity,
                    const Vector3& angular_velocity, const std::optional<Vector3>& about);
  /// Numbers the degrees of freedom, free ones first; ends phase 1.
  void number();

  // Phase 2
  // ----------------------------------------------------------------------------------------------------------
  void add_marker(const std::string& name, const Params& source, const std::string& key, const Vector3& at,
                  const Matrix3& R_0);
  /// A marker on the nodes of the mesh or mesh group that `key` names: their mean frame, at its centre or at
  /// a place of space. `rigid`: the nodes keep their distances.
  void add_coupling(const std::string& name, const Params& source, const std::string& key,
                    const std::optional<Vector3>& at, const Matrix3& R_0, bool rigid);
  /// True when a mesh or mesh group has this name, and no node of it an orientation of its own.
  bool is_of_points(const std::string& name) const;
  bool is_of_mesh(const std::string& name) const;  ///< a mesh or mesh group
  /// Marker named by `key`: a declared marker, a body's centre, a group of one node, or "ground". With `at`,
  /// a point of the same body that is initially there.
  std::shared_ptr<const Marker> marker(const Params& source, const std::string& key, const std::string& name,
                                       const std::optional<Vector3>& at = std::nullopt) const;
  /// Markers of all nodes of a group, or the one of a body or declared marker.
  std::vector<std::shared_ptr<const Marker>> markers(const Params& source, const std::string& key,
                                                     const std::string& name) const;
  /// Where meshes are parts of ranks: of the nodes of these meshes and mesh groups, their places in the list
  /// of all of them in the whole model; else empty.
  std::vector<int> places_in_whole(const std::vector<std::string>& names) const;
  /// Lines of a mesh or mesh group, as pairs of nodes of that mesh.
  std::vector<std::array<int, 2>> lines(const Params& source, const std::string& key, const Mesh** mesh,
                                        int* first_node) const;
  /// Cells of one shape of a mesh or mesh group.
  struct CellSelection {
    const Mesh* mesh;
    int first_node;            ///< node of the mesh's first point
    const Mesh::Cells* cells;  ///< all of the shape
    std::vector<int> numbers;  ///< the selected ones, ascending
  };
  /// Cells with so many dimensions of the mesh or mesh group that `key` names, shape by shape.
  std::vector<CellSelection> cells(const Params& source, const std::string& key, int dimension) const;
  /// Temperatures of the points of a mesh, which loads give and solids use.
  std::shared_ptr<TemperatureField> temperatures(const Mesh& mesh);
  /// Gives the nodes of the mesh or mesh group that `key` names a temperature.
  void heat(const Params& source, const std::string& key, const params::TimeFunction& temperature,
            std::optional<double> initial);
  /// Adds an array of history variables, zero at the start, and returns its place in State::history.
  int add_history(std::string name, std::size_t size);
  /// Gives an array of history its values at the start.
  void set_history(int place, std::vector<double> values);
  /// Centres of the bodies of a group of begin_group.
  std::span<const std::pair<std::string, std::shared_ptr<const Marker>>> group(const std::string& name) const;
  /// Shapes of `name`: of one shape entry or of a group of bodies. They are numbered as they were added.
  void add_shape(const std::string& name, BodyShape shape) { shapes_[name].push_back(std::move(shape)); }
  const std::vector<BodyShape>& shapes(const Params& source, const std::string& key,
                                       const std::string& name) const;
  bool has_shapes(const std::string& name) const { return shapes_.count(name) > 0; }
  /// Bodies of a group of begin_group that come and go; `spare` of them are not there at the start.
  void add_pool(BodyPool pool, const std::vector<std::uint8_t>& spare);
  BodyExchange& exchange() { return model_.exchange; }
  /// Number of the pool that `key` names.
  int pool(const Params& source, const std::string& key) const;
  /// Node of the body that a marker belongs to; -1 for the ground.
  int node_of(const Marker& marker) const;
  /// Pairs of nodes that a joint connects, the lesser first, sorted.
  std::vector<std::array<int, 2>> jointed_nodes() const;
  /// Degrees of freedom of a node, translations first.
  std::vector<Index> dofs(int node) const { return nodes_.dofs(node); }
  /// Node of a body by name; -1 for "ground".
  int body_node(const Params& source, const std::string& key, const std::string& name) const;
  /// Angle's degree of freedom of a planar rigid body; -1 for the ground.
  Index rotation_dof(const Params& source, const std::string& key, const std::string& name) const;
  /// A flexible body and its place in the system.
  struct FloatingBody {
    std::shared_ptr<const FlexibleBody> body;
    FloatingFrame frame;
  };
  const FloatingBody& floating_body(const std::string& name) const;
  const State& initial() const { return initial_; }
  Vector3 initial_position(const Marker& marker) const;

  void add(std::unique_ptr<ElementBlock> block) { model_.system.add(std::move(block)); }
  void add(std::unique_ptr<Constraint> constraint) { model_.system.add(std::move(constraint)); }
  void add(std::unique_ptr<ContactPair> pair) { model_.system.add(std::move(pair)); }
  void add(std::unique_ptr<JointFriction> friction) { model_.system.add(std::move(friction)); }
  /// A joint whose friction is given, as zero: columns of the history may ask for it.
  void add_frictionless(const std::string& joint) { model_.frictionless_joints.push_back(joint); }
  /// Counts the turns of an angle over the accepted steps.
  void follow(std::shared_ptr<RelativeCoordinate> angle, const Params& owner) {
    model_.system.follow(std::move(angle), owner.kind() + " " + owner.name());
  }
  void add_drawing(Drawing drawing) { model_.drawings.push_back(std::move(drawing)); }

  /// Completes the model; the builder is used up.
  std::unique_ptr<Model> finish();

 private:
  struct Body {
    std::string name;
    int node;
  };
  std::vector<std::string> candidates() const;
  /// Refuses a name that does not stand for what is needed, "body, mesh or mesh group": says what it stands
  /// for instead, or which of `known` or which group of its mesh is meant.
  [[noreturn]] void refuse_name(const Params& source, const std::string& key, const std::string& name,
                                const std::string& needed, const std::vector<std::string>& known) const;
  std::vector<NodeNames> node_names() const;
  /// Refuses names of bodies that come and go.
  void check_stays(const Params& source, const std::string& key, const std::string& name) const;
  /// Nodes that a name stands for: a body, a mesh, or "mesh.group".
  std::vector<int> nodes(const Params& source, const std::string& key, const std::string& name) const;
  bool is_body(int node) const;
  const FloatingBody* find_floating(int node) const;
  /// Of the degrees of freedom, where meshes are parts of ranks: nodes of meshes are all that there is. In
  /// the whole model those of a mesh follow each other in the order of its points.
  std::unique_ptr<parallel::Numbering> numbering_of_parts(const DofMap& dofs) const;
  /// Markers of the ground, of bodies and of groups of one node.
  void add_own_markers();
  void place_floating_bodies();
  /// Markers of their groups of one node; `group` expects those of the bodies before.
  void add_floating_groups();
  /// Markers of a group of nodes, "body.group"; empty when there is none.
  std::vector<std::shared_ptr<const Marker>> floating_group(const std::string& name) const;
  /// Marker of the node of a flexible body at a place of its undeformed shape (frame axes).
  std::shared_ptr<const Marker> floating_marker(const Params& source, const std::string& key,
                                                const std::string& name, const FloatingBody& body,
                                                const Vector3& place, const Matrix3& R_0) const;
  std::shared_ptr<const Marker> body_marker(const std::string& name, int node, const Vector3& s,
                                            const Matrix3& R_0) const;
  /// Cells with so many dimensions of the mesh or mesh group `name`, possibly none.
  std::vector<CellSelection> find_cells(const std::string& name, int dimension) const;
  /// Names of meshes and mesh groups that count, for messages; without a condition all.
  std::vector<std::string> mesh_names(
      const std::function<bool(const Mesh&, const Mesh::Group*)>& counts = {}) const;
  /// Nodes of a mesh or mesh group with their shares in its mean frame.
  struct CoupledNodes {
    std::vector<int> nodes;
    std::vector<AveragingMarker::Share> shares;
    Vector3 centre = Vector3::Zero();
  };
  CoupledNodes coupled_nodes(const Params& source, const std::string& key) const;
  CoupledNodes make_rigid(const std::string& name, const Params& source, const std::string& key,
                          const std::vector<int>& nodes);
  /// Welds nodes to one of them that turns. @return that one
  int weld(const std::string& name, const std::vector<int>& nodes);
  std::shared_ptr<const Marker> node_marker(int node) const;
  /// A point and axes in space that move with a node that turns.
  std::shared_ptr<const Marker> marker_with(const std::string& name, int node, const Vector3& at,
                                            const Matrix3& axes) const;
  Vector3 initial_place(int node) const;

  Model model_;
  Vector3 gravity_;
  bool lumps_masses_ = false;
  UserFunctions user_functions_;
  NodeTable nodes_;
  bool has_contacts_ = false;
  DeclaredParts declared_;
  params::NamedList<Body> bodies_;
  std::map<int, FloatingBody> floating_;  ///< by node
  std::map<std::string, std::shared_ptr<const AveragingMarker>> couplings_;
  std::map<std::string, int> welds_;  ///< markers on welded nodes: the one that they move with
  std::map<std::string, std::array<int, 2>> groups_;  ///< first body and number of bodies
  std::set<std::string> passing_groups_;              ///< those that come and go
  std::map<std::string, std::vector<BodyShape>> shapes_;
  std::vector<int> mesh_first_node_;
  std::map<std::string, std::shared_ptr<TemperatureField>> temperatures_;  ///< by the name of the mesh
  State initial_;
};

}  // namespace jounce
