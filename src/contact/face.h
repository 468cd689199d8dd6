#pragma once

#include <array>

#include "la/types.h"
#include "mesh/cell_shape.h"

namespace jounce {

inline constexpr int kMaxFaceNodes = 8;

/// Nodes of a face as columns; z = 0 in the plane.
using FaceNodes = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, kMaxFaceNodes>;
using FaceValues = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMaxFaceNodes, 1>;
using FaceGradients = Eigen::Matrix<double, Eigen::Dynamic, 2, Eigen::ColMajor, kMaxFaceNodes, 2>;
using FaceCurvatures = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::ColMajor, kMaxFaceNodes, 3>;

/// A point of a face of a solid (of an edge in the plane) with its parameters xi: place, tangents
/// a_alpha = dx/dxi_alpha and the unit normal n out of the solid. Edges have one parameter; their second
/// tangent is the z axis, so that n is along a_1 x a_2 in both cases.
struct FacePoint {
  Vector3 xi = Vector3::Zero();
  FaceValues N;
  FaceGradients dN;
  Vector3 x;
  std::array<Vector3, 2> a;
  Vector3 n;
  double area = 0;  ///< |a_1 x a_2|

  void evaluate(CellShape shape, const FaceNodes& nodes, const Vector3& at);
  /// The same without the normal, which `find_normal` finds from the tangents.
  void move(CellShape shape, const FaceNodes& nodes, const Vector3& at);
  void find_normal();
};

/// d2N/dxi2: columns 11, 22, 12.
FaceCurvatures face_curvatures(CellShape shape, const Vector3& xi);

/// Moves `p` to the point of the face, continued beyond its edges, that is closest to `place`, by Newton's
/// method from p.xi. False when it does not converge.
bool project_on_face(CellShape shape, const FaceNodes& nodes, const Vector3& place, FacePoint& p);

/// Moves `p` to the point of the face that lies on the line through `place` along `direction`.
bool intersect_face(CellShape shape, const FaceNodes& nodes, const Vector3& place, const Vector3& direction,
                    FacePoint& p);

/// True when the parameters are those of a point of the face, or not farther than `beyond` from its sides.
bool is_on_face(CellShape shape, const Vector3& xi, double beyond = 1e-6);

}  // namespace jounce
