#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "elements/solid.h"
#include "model/element.h"

namespace jounce {

/// An element at a face that may fail.
struct FaceElement {
  const SolidElements* block = nullptr;  ///< null: there is none, or it never fails
  std::size_t element = 0;

  bool is_deleted(const State& state) const { return block != nullptr && block->is_deleted(state, element); }
};

/// Faces (edges in the plane) of one shape under a load, with their nodes in the order whose normal points
/// out of the body.
struct SurfaceFaces {
  CellShape shape = CellShape::quadrilateral4;
  std::string mesh;
  std::vector<int> nodes;      ///< places in `dofs` over the dimension, one face after another
  std::vector<int> points;     ///< of the mesh, one for each place
  std::vector<double> places;  ///< reference coordinates of the nodes
  std::vector<Index> dofs;
  PlaneKind plane = PlaneKind::strain;  ///< of edges
  double thickness = 1;                 ///< of edges
  /// Of shells: how far their upper and lower faces lie from the surface of the nodes, outwards.
  std::array<double, 2> shell_sides = {0, 0};
  bool is_shell = false;
  /// Of every face its element, and of faces between two the one behind it.
  std::vector<std::array<FaceElement, 2>> elements = {};
};

/// Loads on surfaces, in force for each area; da is the length times thickness of edges in the plane, the
/// ring 2 pi r ds of edges of axisymmetric bodies.
///   traction            f_a = int N_a t(time) dA               (initial area)
///   pressure, dead      f_a = -int N_a p(time) N dA            (initial area and outward normal N)
///   pressure, follower  f_a = -int N_a p(time) n da            (deformed area and normal n)
struct SurfaceLoadValue {
  enum class Kind { traction, pressure, follower_pressure };
  Kind kind = Kind::pressure;
  std::function<Vector3(double t)> traction = {};
  std::function<double(double t)> pressure = {};
};

/// What the generic checks of loads need to know: forces that are given, not stored.
class SurfaceLoad : public ElementBlock {
 public:
  using ElementBlock::ElementBlock;
  /// Initial area of all faces.
  virtual double area() const = 0;
};

std::unique_ptr<SurfaceLoad> make_surface_load(std::string name, SurfaceFaces faces, SurfaceLoadValue value);

}  // namespace jounce
