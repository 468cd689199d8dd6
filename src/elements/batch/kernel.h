#pragma once

#include "elements/batch/boxes.h"

namespace jounce::batch::JOUNCE_BATCH_TARGET {

template <int N, int D>
JOUNCE_INLINE void gather(const double* values, const std::int32_t* nodes, Lanes (&x)[N][D]) {
  for (int a = 0; a < N; ++a)
    for (int i = 0; i < D; ++i) x[a][i] = each([&](int l) { return values[4L * nodes[a * kLanes + l] + i]; });
}

/// Deleted elements are taken without displacement: there their law has no stress, and their hourglass modes
/// are at rest.
template <int N, int D>
JOUNCE_INLINE void put_deleted_to_rest(const Batch& batch, Lanes (&u)[N][D]) {
  if (batch.law.failure < 0) return;
  for (int l = 0; l < kLanes; ++l) {
    const long at = static_cast<long>(batch.place[l]) * batch.cells.points * batch.law.history_size;
    if (!(batch.pass.history[at + batch.law.failure] >= 1)) continue;
    for (int a = 0; a < N; ++a)
      for (int i = 0; i < D; ++i) u[a][i][l] = 0;
  }
}

/// f -= forces, element by element, as neighbours share nodes.
template <int N, int D>
JOUNCE_INLINE void scatter(const Lanes (&f)[N][D], const std::int32_t* nodes, int count, double* to) {
  for (int a = 0; a < N; ++a)
    for (int l = 0; l < count; ++l) {
      double* const at = to + 4L * nodes[a * kLanes + l];
      for (int i = 0; i < D; ++i) at[i] -= f[a][i][l];
    }
}

/// Elements whose points do not need each other.
template <int N, int D, Kinematics K, class Law_>
JOUNCE_INLINE void by_points(Batch& batch, const Lanes (&X)[N][D], const Lanes (&u)[N][D],
                             const Lanes (&v)[N][D], Lanes (&f)[N][D]) {
  for (int a = 0; a < N; ++a)
    for (int i = 0; i < D; ++i) f[a][i] = all(0);
  for (int p = 0; p < batch.cells.points; ++p) {
    const double* const dN = batch.cells.dN + 3L * N * p;
    PointGeometry<D> point(place_gradient<N, D>(batch.cells, dN, X), gradient<N, D>(dN, u),
                           batch.cells.weight[p]);
    if constexpr (K == Kinematics::damping) point.take_rate(gradient<N, D>(dN, v));
    add_forces<N, D>(dN, point_stress<K, Law_>(batch, point, p), f);
  }
}

/// Linear tetrahedra whose volume changes are given, see NodalVolumes.
template <Kinematics K, class Law_>
JOUNCE_INLINE void tetrahedra_by_nodes(Batch& batch, const Lanes (&X)[4][3], const Lanes (&u)[4][3],
                                       Lanes (&f)[4][3]) {
  for (auto& of_node : f)
    for (Lanes& component : of_node) component = all(0);
  const double* const dN = batch.cells.dN;
  const PointGeometry<3> point(gradient<4, 3>(dN, X), gradient<4, 3>(dN, u), batch.cells.weight[0]);
  const Lanes change = each([&](int l) {
    const int element = batch.first + l;
    return batch.pass.volume_change[element < batch.cells.elements ? element : batch.cells.elements - 1];
  });
  MeanVolume mean;
  if constexpr (K == Kinematics::finite) {
    batch.note_inverted(point);
    mean.theta = 1 + change;
    add_forces<4, 3>(dN, finite_stress<Law_, 3>(batch, point, 0, cube_root(mean.theta / point.J), mean), f);
  } else {
    add_forces<4, 3>(dN, small_stress<Law_, 3>(batch, point, 0, change, mean), f);
  }
  for (int l = 0; l < batch.count; ++l) batch.pass.pressure[batch.first + l] = mean.pressure[l];
}

/// The kernel of elements of N nodes in D dimensions.
/// @tparam n  directions that share the mean volume change of the element; 0: every point has its own
template <int N, int D, Kinematics K, class Law_, int n>
void kernel(const Cells& cells, const Law& law, Pass& pass) {
  for (int b = 0; b < cells.batches; ++b) {
    const std::int32_t* const nodes = cells.nodes + static_cast<long>(N) * kLanes * b;
    Batch batch(cells, law, pass);
    batch.first = b * kLanes;
    batch.count = cells.elements - batch.first < kLanes ? cells.elements - batch.first : kLanes;
    batch.place = cells.place + batch.first;
    batch.energies.are_wanted = pass.wants_energies;
    Lanes X[N][D], u[N][D], v[N][D], f[N][D];
    gather<N, D>(cells.X, nodes, X);
    gather<N, D>(pass.u, nodes, u);
    put_deleted_to_rest<N, D>(batch, u);
    if constexpr (K == Kinematics::damping) {
      gather<N, D>(pass.v, nodes, v);
      put_deleted_to_rest<N, D>(batch, v);
    }
    bool is_done = false;
    if constexpr (N == kBoxNodes<D>) {
      is_done = cells.points == N || cells.hourglass > 0;
      if (cells.points == N)
        boxes<D, K, Law_, n>(batch, X, u, v, f);
      else if (cells.hourglass > 0)
        one_point_boxes<D, K, Law_>(batch, X, u, v, f);
    }
    if constexpr (N == 4 && D == 3 && n > 0) {
      is_done = true;
      tetrahedra_by_nodes<K, Law_>(batch, X, u, f);
    }
    if (!is_done) by_points<N, D, K, Law_>(batch, X, u, v, f);
    if constexpr (N == kBoxNodes<D>)
      if (cells.hourglass > 0) hourglass<D>(batch, X, K == Kinematics::damping ? v : u, f);
    if (pass.force != nullptr) scatter<N, D>(f, nodes, batch.count, pass.force);
    for (int l = 0; l < batch.count && pass.wants_energies; ++l) {
      pass.strain += batch.strain[l];
      pass.plastic += batch.plastic[l];
    }
  }
}

template <int N, int D, Kinematics K, int n>
Kernel find_law(LawKind law) {
  if constexpr (K == Kinematics::finite) {
    if (law == LawKind::neo_hookean) return kernel<N, D, K, NeoHookeanLaw, n>;
    if (law == LawKind::multiplicative) return kernel<N, D, K, MultiplicativeLaw, n>;
  }
  if (law == LawKind::elastic) return kernel<N, D, K, ElasticLaw, n>;
  if (law == LawKind::plastic) return kernel<N, D, K, PlasticLaw, n>;
  return kernel<N, D, K, PointLaw, n>;
}

template <int N, int D, int n>
Kernel find_kinematics(Kinematics kinematics, LawKind law) {
  if (kinematics == Kinematics::small) return find_law<N, D, Kinematics::small, n>(law);
  if (kinematics == Kinematics::finite) return find_law<N, D, Kinematics::finite, n>(law);
  if constexpr (n == 0)
    return kernel<N, D, Kinematics::damping, ElasticLaw, 0>;
  else
    return nullptr;
}

template <int N, int D>
Kernel find_nodes(Kinematics kinematics, LawKind law, int mean_directions) {
  if constexpr (N == kBoxNodes<D> || N == 4) {
    if (mean_directions == 3) return find_kinematics<N, D, 3>(kinematics, law);
    if constexpr (D == 2)
      if (mean_directions == 2) return find_kinematics<N, D, 2>(kinematics, law);
  }
  return find_kinematics<N, D, 0>(kinematics, law);
}

/// visit.operator()<N, D>() for elements of N nodes in D dimensions; null where there are no such.
template <class Visit>
auto for_elements(int nodes, int dimension, const Visit& visit)
    -> decltype(visit.template operator()<3, 2>()) {
  switch (10 * nodes + dimension) {
    case 32:
      return visit.template operator()<3, 2>();
    case 42:
      return visit.template operator()<4, 2>();
    case 62:
      return visit.template operator()<6, 2>();
    case 82:
      return visit.template operator()<8, 2>();
    case 43:
      return visit.template operator()<4, 3>();
    case 63:
      return visit.template operator()<6, 3>();
    case 83:
      return visit.template operator()<8, 3>();
    case 103:
      return visit.template operator()<10, 3>();
    case 153:
      return visit.template operator()<15, 3>();
    case 203:
      return visit.template operator()<20, 3>();
    default:
      return nullptr;
  }
}

inline Kernel find(int nodes, int dimension, Kinematics kinematics, LawKind law, int mean_directions) {
  return for_elements(nodes, dimension,
                      [&]<int N, int D>() { return find_nodes<N, D>(kinematics, law, mean_directions); });
}

}  // namespace jounce::batch::JOUNCE_BATCH_TARGET
