#pragma once

#include "elements/batch/hexahedron.h"
#include "elements/batch/points.h"

namespace jounce::batch::JOUNCE_BATCH_TARGET {

template <int N>
JOUNCE_INLINE void gather(const double* values, const std::int32_t* nodes, Lanes (&x)[N][3]) {
  for (int a = 0; a < N; ++a)
    for (int i = 0; i < 3; ++i) x[a][i] = each([&](int l) { return values[4L * nodes[a * kLanes + l] + i]; });
}

/// Deleted elements are taken without displacement: there their law has no stress, and their hourglass modes
/// are at rest.
template <int N>
JOUNCE_INLINE void put_deleted_to_rest(const Batch& batch, Lanes (&u)[N][3]) {
  if (batch.law.failure < 0) return;
  for (int l = 0; l < kLanes; ++l) {
    const long first = static_cast<long>(batch.place[l]) * batch.cells.points * batch.law.history_size;
    if (!(batch.pass.history[first + batch.law.failure] >= 1)) continue;
    for (int a = 0; a < N; ++a)
      for (int i = 0; i < 3; ++i) u[a][i][l] = 0;
  }
}

/// f -= forces, element by element, as neighbours share nodes.
template <int N>
JOUNCE_INLINE void scatter(const Lanes (&f)[N][3], const std::int32_t* nodes, int count, double* to) {
  for (int a = 0; a < N; ++a)
    for (int l = 0; l < count; ++l) {
      double* const at = to + 4L * nodes[a * kLanes + l];
      for (int i = 0; i < 3; ++i) at[i] -= f[a][i][l];
    }
}

JOUNCE_INLINE void note_inverted(Batch& batch, const Lanes& J, int first) {
  const Mask bad = ~(J > 0);
  if (!any(bad)) return;
  for (int l = batch.count - 1; l >= 0; --l)
    if (bad[l] != 0 && (batch.pass.inverted < 0 || batch.pass.inverted >= first + l))
      batch.pass.inverted = first + l;
}

/// Elements whose points do not need each other.
template <int N, Kinematics K, class Law_>
JOUNCE_INLINE void by_points(Batch& batch, const Lanes (&X)[N][3], const Lanes (&u)[N][3], int first,
                             Lanes (&f)[N][3]) {
  MeanVolume none;
  for (int a = 0; a < N; ++a)
    for (int i = 0; i < 3; ++i) f[a][i] = all(0);
  for (int p = 0; p < batch.cells.points; ++p) {
    const double* const dN = batch.cells.dN + 3L * N * p;
    const PointGeometry point(gradient<N>(dN, X), gradient<N>(dN, u), batch.cells.weight[p]);
    if constexpr (K == Kinematics::finite) {
      note_inverted(batch, point.J, first);
      add_forces<N>(dN, finite_stress<Law_, false>(batch, point, p, all(1), none), f);
    } else {
      add_forces<N>(dN, small_stress<Law_, false>(batch, point, p, all(0), none), f);
    }
  }
}

/// Linear tetrahedra whose volume changes are given, see NodalVolumes.
template <Kinematics K, class Law_>
JOUNCE_INLINE void tetrahedra_by_nodes(Batch& batch, const Lanes (&X)[4][3], const Lanes (&u)[4][3],
                                       int first, Lanes (&f)[4][3]) {
  for (int a = 0; a < 4; ++a)
    for (int i = 0; i < 3; ++i) f[a][i] = all(0);
  const double* const dN = batch.cells.dN;
  const PointGeometry point(gradient<4>(dN, X), gradient<4>(dN, u), batch.cells.weight[0]);
  const Lanes change = each([&](int l) {
    const int element = first + l;
    return batch.pass.volume_change[element < batch.cells.elements ? element : batch.cells.elements - 1];
  });
  MeanVolume mean;
  if constexpr (K == Kinematics::finite) {
    note_inverted(batch, point.J, first);
    mean.theta = 1 + change;
    add_forces<4>(dN, finite_stress<Law_, true>(batch, point, 0, cube_root(mean.theta / point.J), mean), f);
  } else {
    add_forces<4>(dN, small_stress<Law_, true>(batch, point, 0, change, mean), f);
  }
  for (int l = 0; l < batch.count; ++l) batch.pass.pressure[first + l] = mean.pressure[l];
}

/// First-order hexahedra of 8 points, with the mean volume change or without.
template <Kinematics K, class Law_, bool is_mean>
JOUNCE_INLINE void hexahedra(Batch& batch, const Lanes (&X)[8][3], const Lanes (&u)[8][3], int first,
                             Lanes (&f)[8][3]) {
  Tensor of_X[8], of_u[8];
  hexahedron_gradients(X, of_X);
  hexahedron_gradients(u, of_u);
  MeanVolume mean;
  if constexpr (is_mean) {
    PointGeometry points[8];
    Lanes change = all(0);  // of the volume, with small strain its divergence
    for (int p = 0; p < 8; ++p) {
      points[p] = PointGeometry(of_X[p], of_u[p], 1);
      const PointGeometry& point = points[p];
      mean.volume += point.volume;
      if constexpr (K == Kinematics::finite) {
        note_inverted(batch, point.J, first);
        change += point.volume * point.J;
      } else {
        change += point.volume * (point.H[0][0] + point.H[1][1] + point.H[2][2]);
      }
    }
    mean.theta = change / mean.volume;
    for (int p = 0; p < 8; ++p) {
      if constexpr (K == Kinematics::finite)
        of_X[p] = finite_stress<Law_, true>(batch, points[p], p, cube_root(mean.theta / points[p].J), mean);
      else
        of_X[p] = small_stress<Law_, true>(batch, points[p], p, mean.theta, mean);
    }
    // The mean pressure works on the mean volume change.
    const Lanes pressure = mean.pressure / (K == Kinematics::finite ? change : mean.volume);
    for (int p = 0; p < 8; ++p) {
      const PointGeometry& point = points[p];
      if constexpr (K == Kinematics::finite) {
        // vol J F^-T (dX/dxi)^-T: F^-T J is the matrix of cofactors
        Tensor F = point.H, cofactor;
        for (int i = 0; i < 3; ++i) F[i][i] += 1;
        const Tensor adjugate_F = adjugate(F);
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j) cofactor[i][j] = adjugate_F[j][i];
        const Tensor part = product_transposed(cofactor, point.to_reference);
        for (int i = 0; i < 3; ++i)
          for (int k = 0; k < 3; ++k) of_X[p][i][k] += pressure * part[i][k];
      } else {
        for (int i = 0; i < 3; ++i)
          for (int k = 0; k < 3; ++k) of_X[p][i][k] += pressure * point.to_reference[k][i];
      }
    }
  } else {
    for (int p = 0; p < 8; ++p) {
      const PointGeometry point(of_X[p], of_u[p], 1);
      if constexpr (K == Kinematics::finite) {
        note_inverted(batch, point.J, first);
        of_X[p] = finite_stress<Law_, false>(batch, point, p, all(1), mean);
      } else {
        of_X[p] = small_stress<Law_, false>(batch, point, p, all(0), mean);
      }
    }
  }
  hexahedron_forces(of_X, f);
}

/// Hexahedra of one point with the mean gradients, see solid::element_point.
template <Kinematics K, class Law_>
JOUNCE_INLINE void one_point_hexahedra(Batch& batch, const Lanes (&X)[8][3], const Lanes (&u)[8][3],
                                       int first, Lanes (&f)[8][3]) {
  Tensor at[8];
  hexahedron_gradients(X, at);
  MeanVolume none;
  PointGeometry point;
  point.volume = all(0);
  for (Tensor& t : at) {
    const Tensor back = adjugate(t);
    point.volume += t[0][0] * back[0][0] + t[0][1] * back[1][0] + t[0][2] * back[2][0];
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) t[i][k] = back[k][i];
  }
  Lanes G[8][3];  // times the volume
  hexahedron_forces(at, G);
  const Lanes by = 1 / point.volume;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) {
      Lanes sum = all(0);
      for (int a = 0; a < 8; ++a) sum += u[a][i] * G[a][k];
      point.H[i][k] = by * sum;
      point.to_reference[i][k] = i == k ? all(1) : all(0);
    }
  Tensor T;  // P
  if constexpr (K == Kinematics::finite) {
    Tensor F = point.H;
    for (int i = 0; i < 3; ++i) F[i][i] += 1;
    point.J = determinant(F);
    note_inverted(batch, point.J, first);
    T = finite_stress<Law_, false>(batch, point, 0, all(1), none);
  } else {
    T = small_stress<Law_, false>(batch, point, 0, all(0), none);
  }
  for (int a = 0; a < 8; ++a)
    for (int i = 0; i < 3; ++i) f[a][i] = T[i][0] * G[a][0] + T[i][1] * G[a][1] + T[i][2] * G[a][2];
}

/// Forces of the stiffness against hourglass modes of hexahedra with one point: see SolidBlock.
JOUNCE_INLINE void hourglass(Batch& batch, const Lanes (&X)[8][3], const Lanes (&u)[8][3], Lanes (&f)[8][3]) {
  // signs of xi, eta, zeta at the corners
  constexpr double kSign[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                  {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
  const Tensor J = gradient<8>(batch.cells.dN, X);
  const Tensor back = adjugate(J);
  const Lanes size = determinant(J), by = 1 / size;
  Lanes G[8][3], square = all(0);
  for (int a = 0; a < 8; ++a)
    for (int i = 0; i < 3; ++i) {
      G[a][i] = 0.125 * by * (kSign[a][0] * back[0][i] + kSign[a][1] * back[1][i] + kSign[a][2] * back[2][i]);
      square += G[a][i] * G[a][i];
    }
  const Lanes c = batch.cells.hourglass * (batch.cells.weight[0] * size) * square;
  for (int m = 0; m < 4; ++m) {
    Lanes gamma[8], along[3] = {all(0), all(0), all(0)};
    for (int a = 0; a < 8; ++a) {
      const double x = kSign[a][0], y = kSign[a][1], z = kSign[a][2];
      const double sign = m == 0 ? y * z : m == 1 ? z * x : m == 2 ? x * y : x * y * z;
      gamma[a] = all(sign);
      for (int i = 0; i < 3; ++i) along[i] += sign * X[a][i];
    }
    Lanes amplitude[3] = {all(0), all(0), all(0)};
    for (int a = 0; a < 8; ++a) {
      gamma[a] -= G[a][0] * along[0] + G[a][1] * along[1] + G[a][2] * along[2];
      for (int i = 0; i < 3; ++i) amplitude[i] += gamma[a] * u[a][i];
    }
    for (int a = 0; a < 8; ++a)
      for (int i = 0; i < 3; ++i) f[a][i] += c * gamma[a] * amplitude[i];
    if (batch.energies.are_wanted)
      for (const Lanes& a : amplitude) batch.strain += 0.5 * c * a * a;
  }
}

/// The kernel of elements of N nodes.
template <int N, Kinematics K, class Law_, bool is_mean>
void kernel(const Cells& cells, const Law& law, Pass& pass) {
  for (int b = 0; b < cells.batches; ++b) {
    const std::int32_t* const nodes = cells.nodes + static_cast<long>(N) * kLanes * b;
    const int first = b * kLanes;
    Batch batch(cells, law, pass);
    batch.count = cells.elements - first < kLanes ? cells.elements - first : kLanes;
    batch.place = cells.place + first;
    batch.energies.are_wanted = pass.wants_energies;
    Lanes X[N][3], u[N][3], f[N][3];
    gather<N>(cells.X, nodes, X);
    gather<N>(pass.u, nodes, u);
    put_deleted_to_rest<N>(batch, u);
    bool is_done = false;
    if constexpr (N == 8) {
      is_done = cells.points == 8 || cells.hourglass > 0;
      if (cells.points == 8)
        hexahedra<K, Law_, is_mean>(batch, X, u, first, f);
      else if (cells.hourglass > 0)
        one_point_hexahedra<K, Law_>(batch, X, u, first, f);
    }
    if constexpr (N == 4 && is_mean) {
      is_done = true;
      tetrahedra_by_nodes<K, Law_>(batch, X, u, first, f);
    }
    if (!is_done) by_points<N, K, Law_>(batch, X, u, first, f);
    if constexpr (N == 8)
      if (cells.hourglass > 0) hourglass(batch, X, u, f);
    if (pass.force != nullptr) scatter<N>(f, nodes, batch.count, pass.force);
    for (int l = 0; l < batch.count && pass.wants_energies; ++l) {
      pass.strain += batch.strain[l];
      pass.plastic += batch.plastic[l];
    }
  }
}

template <int N, Kinematics K, bool is_mean>
Kernel find_law(LawKind law) {
  if constexpr (K == Kinematics::finite) {
    if (law == LawKind::neo_hookean) return kernel<N, K, NeoHookeanLaw, is_mean>;
    if (law == LawKind::multiplicative) return kernel<N, K, MultiplicativeLaw, is_mean>;
  }
  if (law == LawKind::elastic) return kernel<N, K, ElasticLaw, is_mean>;
  if (law == LawKind::plastic) return kernel<N, K, PlasticLaw, is_mean>;
  return kernel<N, K, PointLaw, is_mean>;
}

template <int N>
Kernel find_nodes(Kinematics kinematics, LawKind law, bool mean_volume) {
  const bool finite = kinematics == Kinematics::finite;
  if constexpr (N == 4 || N == 8)
    if (mean_volume)
      return finite ? find_law<N, Kinematics::finite, true>(law) : find_law<N, Kinematics::small, true>(law);
  return finite ? find_law<N, Kinematics::finite, false>(law) : find_law<N, Kinematics::small, false>(law);
}

inline Kernel find(int nodes, Kinematics kinematics, LawKind law, bool mean_volume) {
  switch (nodes) {
    case 4:
      return find_nodes<4>(kinematics, law, mean_volume);
    case 6:
      return find_nodes<6>(kinematics, law, mean_volume);
    case 8:
      return find_nodes<8>(kinematics, law, mean_volume);
    case 10:
      return find_nodes<10>(kinematics, law, mean_volume);
    case 15:
      return find_nodes<15>(kinematics, law, mean_volume);
    case 20:
      return find_nodes<20>(kinematics, law, mean_volume);
    default:
      return nullptr;
  }
}

}  // namespace jounce::batch::JOUNCE_BATCH_TARGET
