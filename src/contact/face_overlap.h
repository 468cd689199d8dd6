#pragma once

#include <vector>

#include "contact/contact_surface.h"

namespace jounce {

/// A point of an integral over the part of a face that lies opposite another one.
struct OverlapPoint {
  Vector3 xi, xi_opposite;  ///< parameters on the face and on the other one
  double weight = 0;        ///< share of the initial area of the face (of the ring where axisymmetric)
  Vector3 place;            ///< on the face
  double distance = 0;  ///< of the other face along the normal in the middle of `face`, negative behind it
};

/// True when unit normals oppose each other enough for faces to meet.
bool look_at_each_other(const Vector3& n_1, const Vector3& n_2);

/// A face and the one it may touch, at one configuration.
struct FacingPair {
  const ContactSurface::Face &face, &opposite;
  const FaceNodes &initial, &nodes, &opposite_nodes;
};

/// Appends the points of the overlap: both faces are projected along the normal in the middle of `face`,
/// their polygons of corners are cut with each other and the cut is integrated by triangles (intervals in the
/// plane), so that integrals over flat faces with straight sides are exact (M. A. Puso, T. A. Laursen,
/// Comput. Methods Appl. Mech. Eng. 193 (2004) 601, section 4). Points farther from each other than `reach`
/// and faces that look the same way are left out.
/// @param by_points  a law acts at every point: they lie alike from all sides, about the middle of the cut
void append_overlap(const FacingPair& pair, double reach, bool by_points, std::vector<OverlapPoint>& points);

/// Integral over the face of the functions of its corners (of first order), by corner; before deformation.
FaceValues corner_areas(const ContactSurface::Face& face, const FaceNodes& initial);

/// The functions of first order of the corners of a face.
FaceValues corner_functions(const ContactSurface::Face& face, const Vector3& xi);

}  // namespace jounce
