#pragma once

#include "elements/shell_natural.h"

namespace jounce::shell {

/// What is assumed about the natural strains of elements of second order (N: 6, 8) at a point of the
/// reference cell. It does not depend on the places of nodes.
template <int N>
struct AssumedStrains {
  Natural<N> in_plane;  ///< of the membrane strains and of the curvatures
  NaturalShear<N> shear;
};

/// Strains from those of the displacements at tying points: the components along the sides at Gauss' two
/// points of the sides, where a quadratic function along a side has the slope of the cubic one through the
/// same nodes, and others within. With a = 1/sqrt(3), L_i barycentric coordinates:
///
/// Quadrilaterals, component along r of the stretches and of the shear (that along s likewise):
///   e = sum_+- 1/4 (1 +- r/a) (1 +- s) e(+-a, +-1) + (1 - s^2) (m - mean of e(+-a, +-1)),
///   m = 1/2 (e(-a, 0) + e(a, 0))
/// The mean m does not see (1 - r^2) (1 - s^2), which serendipity functions lack: a distorted plate bends
/// without shear, a curved one without stretch. In-plane shear rs: bilinear from (+-a, +-a). The shear is
/// that of K.-J. Bathe, E. N. Dvorkin, Int. J. Numer. Methods Eng. 22 (1986) 697 (MITC8); M. L. Bucalem,
/// K.-J. Bathe, Int. J. Numer. Methods Eng. 36 (1993) 3729 have more about such elements.
///
/// Triangles: P. S. Lee, K.-J. Bathe, Comput. Struct. 82 (2004) 945, element MITC6a.
///   stretch along a side from i to j   linear, from its Gauss points and L_k = a, L_i = L_j
///   shears                             {1, r, s} in both and (r s, -r^2), (s^2, -r s), from the components
///                                      along the sides at their Gauss points and both at the centre
template <int N>
AssumedStrains<N> assumed_strains(const Vector3& xi);

}  // namespace jounce::shell
