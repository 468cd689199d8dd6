#pragma once

#include <functional>
#include <string>

#include "la/csr_matrix.h"
#include "la/eigen_solver.h"
#include "model/system.h"

namespace jounce {

/// A system linearised about a state: M x'' + C x' + K x = G^T mu, G x = 0, over the free degrees of freedom.
/// K = d(M a - f - G^T lambda)/dq with the accelerations a and joint forces lambda of the state, so that
/// preloads and gravity stiffen or soften it; rotations in space are differentiated in body axes.
struct Linearisation {
  CsrMatrix M, C, K;
  RowJacobian G;            ///< over all degrees of freedom: entries beyond the free ones do not count; of
                            ///< the joints, then of closed contacts
  double acceleration = 0;  ///< largest acceleration of the state: 0 at an equilibrium
  double asymmetry = 0;     ///< largest |K_ij - K_ji| to the largest |K_ij|
};

/// Linearises at `state`; `at_rest` sets its velocities to zero first, as vibrations need. The contacts of
/// `closed` stay closed, and stick where they have friction.
Linearisation linearise(const System& system, State state, bool at_rest,
                        const std::vector<ContactRow>& closed = {});

/// The same as a problem of small vibrations: symmetric part of K, M, and the joints as constraints.
VibrationPencil vibration_pencil(const System& system, const Linearisation& linear);

/// The same of complex shapes u = v + i w: the pencil of (v, w), twice as large, whose eigenvalues come in
/// pairs. Joints and contacts hold both parts.
/// @param ties  rows over both, in place of the joints for which `is_replaced` holds; unknowns of w are
///              those of v plus system.nv()
VibrationPencil complex_pencil(const System& system, const Linearisation& linear, const RowJacobian& ties,
                               const std::function<bool(const std::string&)>& is_replaced);

}  // namespace jounce
