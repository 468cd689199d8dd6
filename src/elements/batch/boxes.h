#pragma once

#include "elements/batch/hexahedron.h"
#include "elements/batch/points.h"

namespace jounce::batch::JOUNCE_BATCH_TARGET {

// First-order quadrilaterals (D = 2) and hexahedra (D = 3).

/// Their nodes, and as many points of the full rule.
template <int D>
inline constexpr int kBoxNodes = D == 3 ? 8 : 4;

/// Gradients along the reference cell at the points of the full rule.
template <int D>
JOUNCE_INLINE void box_gradients(const Cells& cells, const Lanes (&x)[kBoxNodes<D>][D],
                                 Tensor<D> (&out)[kBoxNodes<D>]) {
  if constexpr (D == 3)
    hexahedron_gradients(x, out);
  else
    for (int p = 0; p < 4; ++p) out[p] = gradient<4, 2>(cells.full_dN + 12 * p, x);
}

template <int D>
JOUNCE_INLINE void box_place_gradients(const Cells& cells, const Lanes (&x)[kBoxNodes<D>][D],
                                       Tensor<D> (&out)[kBoxNodes<D>]) {
  box_gradients<D>(cells, x, out);
  if constexpr (D == 2)
    for (Tensor<D>& t : out) t[2][2] += cells.across;
}

/// f[corner][i] = sum over points and k of T[p][i][k] d N_corner / d xi_k.
template <int D>
JOUNCE_INLINE void box_forces(const Cells& cells, const Tensor<D> (&T)[kBoxNodes<D>],
                              Lanes (&f)[kBoxNodes<D>][D]) {
  if constexpr (D == 3) {
    hexahedron_forces(T, f);
  } else {
    for (auto& node : f) node[0] = node[1] = all(0);
    for (int p = 0; p < 4; ++p) add_forces<4, 2>(cells.full_dN + 12 * p, T[p], f);
  }
}

template <int D>
JOUNCE_INLINE double box_weight(const Cells& cells) {
  return D == 3 ? 1 : cells.full_weight;
}

/// The stress of a point that has its own volume change.
template <Kinematics K, class Law_, int D>
JOUNCE_INLINE Tensor<D> point_stress(Batch& batch, const PointGeometry<D>& point, int number) {
  MeanVolume none;
  if constexpr (K == Kinematics::damping) return damping_stress<Law_>(batch, point);
  if constexpr (K == Kinematics::small) return small_stress<Law_, 0>(batch, point, number, all(0), none);
  if constexpr (K == Kinematics::finite) {
    batch.note_inverted(point);
    return finite_stress<Law_, 0>(batch, point, number, all(1), none);
  }
}

/// Stresses at the points of elements with the mean volume change of n directions: see MeanVolume.
template <int D, Kinematics K, class Law_, int n>
JOUNCE_INLINE void mean_volume_stresses(Batch& batch, const Tensor<D> (&of_X)[kBoxNodes<D>],
                                        const Tensor<D> (&of_u)[kBoxNodes<D>], Tensor<D> (&T)[kBoxNodes<D>]) {
  constexpr int points_of_box = kBoxNodes<D>;
  MeanVolume mean;
  PointGeometry<D> points[points_of_box];
  Lanes change = all(0);  // of the volume, with small strain its divergence
  for (int p = 0; p < points_of_box; ++p) {
    points[p] = PointGeometry<D>(of_X[p], of_u[p], box_weight<D>(batch.cells));
    const PointGeometry<D>& point = points[p];
    mean.volume += point.volume;
    if constexpr (K == Kinematics::finite) {
      batch.note_inverted(point);
      change += point.volume * point.J;
    } else {
      change += point.volume * (point.H[0][0] + point.H[1][1] + point.H[2][2]);
    }
  }
  mean.theta = change / mean.volume;
  for (int p = 0; p < points_of_box; ++p) {
    if constexpr (K == Kinematics::finite)
      T[p] = finite_stress<Law_, n>(batch, points[p], p, root<n>(mean.theta / points[p].J), mean);
    else
      T[p] = small_stress<Law_, n>(batch, points[p], p, mean.theta, mean);
  }
  // The mean pressure works on the mean volume change.
  const Lanes pressure = mean.pressure / (K == Kinematics::finite ? change : mean.volume);
  for (int p = 0; p < points_of_box; ++p) {
    const PointGeometry<D>& point = points[p];
    Tensor<D> part;
    if constexpr (K == Kinematics::finite) {
      // vol J F^-T (dX/dxi)^-T: F^-T J is the matrix of cofactors
      const Tensor<D> adjugate_F = adjugate(plus_identity(point.H));
      part = product(point.to_reference, adjugate_F);
    } else {
      part = point.to_reference;
    }
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k)
        if (is_coupled<D>(i, k)) T[p][i][k] += pressure * part[k][i];
  }
}

/// Elements with the full rule. v: velocities, for damping.
template <int D, Kinematics K, class Law_, int n>
JOUNCE_INLINE void boxes(Batch& batch, const Lanes (&X)[kBoxNodes<D>][D], const Lanes (&u)[kBoxNodes<D>][D],
                         const Lanes (&v)[kBoxNodes<D>][D], Lanes (&f)[kBoxNodes<D>][D]) {
  Tensor<D> of_X[kBoxNodes<D>], of_u[kBoxNodes<D>], T[kBoxNodes<D>];
  box_place_gradients<D>(batch.cells, X, of_X);
  box_gradients<D>(batch.cells, u, of_u);
  if constexpr (n > 0) {
    mean_volume_stresses<D, K, Law_, n>(batch, of_X, of_u, T);
  } else {
    if constexpr (K == Kinematics::damping) box_gradients<D>(batch.cells, v, T);
    for (int p = 0; p < kBoxNodes<D>; ++p) {
      PointGeometry<D> point(of_X[p], of_u[p], box_weight<D>(batch.cells));
      if constexpr (K == Kinematics::damping) point.take_rate(T[p]);
      T[p] = point_stress<K, Law_>(batch, point, p);
    }
  }
  box_forces<D>(batch.cells, T, f);
}

/// Volume, and the means of dN/dX over it (times the volume), with N / R in the third place for the plane.
template <int D>
JOUNCE_INLINE Lanes volume_gradients(const Cells& cells, const Lanes (&X)[kBoxNodes<D>][D],
                                     Lanes (&G)[kBoxNodes<D>][3]) {
  Tensor<D> at[kBoxNodes<D>];
  box_place_gradients<D>(cells, X, at);
  Lanes volume = all(0);
  for (Tensor<D>& t : at) {
    const Tensor<D> back = adjugate(t);
    volume += determinant(t, back);
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k)
        if (is_coupled<D>(i, k)) t[i][k] = back[k][i];
  }
  if constexpr (D == 3) {
    hexahedron_forces(at, G);
    return volume;
  } else {
    const double weight = box_weight<D>(cells);
    for (int a = 0; a < 4; ++a) {
      G[a][0] = G[a][1] = G[a][2] = all(0);
      for (int p = 0; p < 4; ++p) {
        const double* const dN = cells.full_dN + 12 * p + 3 * a;
        for (int i = 0; i < 2; ++i) G[a][i] += weight * (at[p][i][0] * dN[0] + at[p][i][1] * dN[1]);
        G[a][2] += weight * at[p][2][2] * dN[2];
      }
    }
    return weight * volume;
  }
}

/// Elements of one point with the mean gradients, see solid::element_point.
template <int D, Kinematics K, class Law_>
JOUNCE_INLINE void one_point_boxes(Batch& batch, const Lanes (&X)[kBoxNodes<D>][D],
                                   const Lanes (&u)[kBoxNodes<D>][D], const Lanes (&v)[kBoxNodes<D>][D],
                                   Lanes (&f)[kBoxNodes<D>][D]) {
  constexpr int N = kBoxNodes<D>;
  PointGeometry<D> point;
  Lanes G[N][3];
  point.volume = volume_gradients<D>(batch.cells, X, G);
  const Lanes by = 1 / point.volume;
  const auto mean = [&](const Lanes(&x)[N][D]) {
    Tensor<D> H = gradient<N, D>(&G[0][0], x);
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k)
        if (is_coupled<D>(i, k)) H[i][k] *= by;
    return H;
  };
  point.H = mean(u);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) point.to_reference[i][k] = i == k ? all(1) : all(0);
  if constexpr (K == Kinematics::damping) point.rate = mean(v);
  point.J = determinant(plus_identity(point.H));
  for (int a = 0; a < N; ++a)
    for (int i = 0; i < D; ++i) f[a][i] = all(0);
  add_forces<N, D>(&G[0][0], point_stress<K, Law_>(batch, point, 0), f);
}

/// Forces of the stiffness against hourglass modes of elements with one point: see SolidBlock.
template <int D>
JOUNCE_INLINE void hourglass(Batch& batch, const Lanes (&X)[kBoxNodes<D>][D],
                             const Lanes (&u)[kBoxNodes<D>][D], Lanes (&f)[kBoxNodes<D>][D]) {
  constexpr int N = kBoxNodes<D>;
  // signs of xi, eta, zeta at the corners, which are those of the hexahedron's lower face in the plane
  constexpr double kSign[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                  {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
  const Tensor<D> J = place_gradient<N, D>(batch.cells, batch.cells.dN, X);
  const Tensor<D> back = adjugate(J);
  const Lanes size = determinant(J), by = 1 / size;
  Lanes G[N][D], square = all(0);
  for (int a = 0; a < N; ++a)
    for (int i = 0; i < D; ++i) {
      Lanes sum = kSign[a][0] * back[0][i] + kSign[a][1] * back[1][i];
      if constexpr (D == 3) sum += kSign[a][2] * back[2][i];
      G[a][i] = 1.0 / N * by * sum;
      square += G[a][i] * G[a][i];
    }
  const Lanes c = batch.cells.hourglass * (batch.cells.weight[0] * size) * square;
  for (int m = 0; m < (D == 3 ? 4 : 1); ++m) {
    Lanes gamma[N], along[D];
    for (Lanes& sum : along) sum = all(0);
    for (int a = 0; a < N; ++a) {
      const double x = kSign[a][0], y = kSign[a][1], z = kSign[a][2];
      const double sign = D == 2 || m == 2 ? x * y : m == 0 ? y * z : m == 1 ? z * x : x * y * z;
      gamma[a] = all(sign);
      for (int i = 0; i < D; ++i) along[i] += sign * X[a][i];
    }
    Lanes amplitude[D];
    for (Lanes& sum : amplitude) sum = all(0);
    for (int a = 0; a < N; ++a) {
      Lanes affine = G[a][0] * along[0] + G[a][1] * along[1];
      if constexpr (D == 3) affine += G[a][2] * along[2];
      gamma[a] -= affine;
      for (int i = 0; i < D; ++i) amplitude[i] += gamma[a] * u[a][i];
    }
    for (int a = 0; a < N; ++a)
      for (int i = 0; i < D; ++i) f[a][i] += c * gamma[a] * amplitude[i];
    if (batch.energies.are_wanted)
      for (const Lanes& a : amplitude) batch.strain += 0.5 * c * a * a;
  }
}

}  // namespace jounce::batch::JOUNCE_BATCH_TARGET
