#pragma once

#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "contact/face.h"
#include "elements/surface_load.h"
#include "model/state.h"

namespace jounce {

/// One side of a contact between surfaces: faces of solids (edges in the plane) and the nodes they share; or
/// single nodes. A shell has two faces, one for each side, with the nodes of the element in opposite orders;
/// its nodes count once for each side. What touches is `shift` outside of the face that the nodes make.
class ContactSurface {
 public:
  struct Face {
    CellShape shape = CellShape::line2;
    bool is_ring = false;   ///< edge of an axisymmetric solid
    double thickness = 1;   ///< of other edges
    bool is_point = false;  ///< a node alone, which has no shape
    bool is_shell = false;
    double shift = 0;  ///< along the normal from the nodes' face to that of the body: of shells
    std::array<int, kMaxFaceNodes> nodes = {};
    FaceElement owner, behind;  ///< elements that may fail; `behind` of inner faces only

    int size() const { return is_point ? 1 : topology(shape).nodes; }
    int corners() const { return is_point ? 1 : topology(shape).corners; }
    /// A face between two elements, which comes to light when that behind it is deleted.
    bool is_inner() const { return behind.block != nullptr; }
  };
  struct Point {
    std::string name;
    std::vector<Index> dofs;
    Vector3 place;
  };

  ContactSurface(int dimension, const std::vector<SurfaceFaces>& faces);
  ContactSurface(int dimension, const std::vector<Point>& points);

  int dimension() const { return dimension_; }
  const std::vector<Face>& faces() const { return faces_; }
  /// A face is there while its element is, an inner one from when the element behind it is deleted.
  static bool is_active(const Face& face, const State& state) {
    return !face.owner.is_deleted(state) && (!face.is_inner() || face.behind.is_deleted(state));
  }
  /// Whether faces may come and go.
  bool can_change() const { return can_change_; }
  bool has_shells() const { return has_shells_; }
  /// Largest shift of a face.
  double largest_shift() const { return largest_shift_; }
  /// Whether two faces of this surface have a node in common, on whichever side of a shell.
  bool share_nodes(const Face& a, const Face& b) const;
  bool is_of_points() const { return !faces_.empty() && faces_.front().is_point; }
  int nodes() const { return static_cast<int>(names_.size()); }
  const std::string& node_name(int node) const { return names_[node]; }
  /// Supports prescribe what is behind the first `n_free` degrees of freedom.
  void know_supports(Index n_free) { n_free_ = n_free; }
  /// Whether supports prescribe the motion of a node in all directions.
  bool is_prescribed(int node) const;
  /// Whether supports hold it along a unit vector, or nearly so.
  bool is_held(int node, const Vector3& along) const;
  /// Degrees of freedom of a node, as many as the dimension.
  const Index* dofs(int node) const {
    return dofs_.data() + static_cast<std::size_t>(node) * static_cast<std::size_t>(dimension_);
  }
  Vector3 place(const Vector& q, int node) const;
  /// The same before deformation.
  Vector3 initial_place(int node) const;
  void gather(const Face& face, const Vector& q, FaceNodes& nodes) const;
  /// The same before deformation.
  void gather_initial(const Face& face, FaceNodes& nodes) const;
  /// Largest distance of two corners of a face, before deformation.
  double largest_face() const { return largest_face_; }

 private:
  using NodeNumbers = std::map<std::pair<Index, int>, int>;  ///< by first degree of freedom and side

  void add_face(const SurfaceFaces& some, std::size_t first, int side, NodeNumbers& node_of);

  int dimension_;
  std::vector<Face> faces_;
  std::vector<Index> dofs_;
  std::vector<double> initial_;
  std::vector<std::string> names_;
  double largest_face_ = 0, largest_shift_ = 0;
  bool can_change_ = false, has_shells_ = false;
  Index n_free_ = std::numeric_limits<Index>::max();
};

}  // namespace jounce
