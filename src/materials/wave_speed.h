#pragma once

#include "materials/material.h"

namespace jounce {

/// Largest speed of plane waves in a linear elastic material: sqrt(largest eigenvalue of Christoffel's
/// matrix G_ik = n_j D_ijkl n_l over all directions n, / rho) (B. A. Auld, Acoustic Fields and Waves in
/// Solids, vol. 1, 1973, section 6.C). Isotropic: sqrt((lambda + 2 mu) / rho). The direction is searched for
/// on a grid that holds the axes and the diagonals: exact for cubic symmetry, else within 1 %.
double largest_wave_speed(const VoigtMatrix& stiffness, double density);

}  // namespace jounce
