#pragma once

#include <cstddef>

#include "contact_problem/body_problem.h"
#include "contact_problem/fast_clones.h"

namespace jounce::contact_problem {

/// The velocities w of two bodies in three packs: 0 to 3 of a; 4, 5 of a and 0, 1 of b; 2 to 5 of b. Rows are
/// twelve numbers: of a, then of b.
struct BodyPair {
  Pack w[3];

  JOUNCE_INLINE BodyPair(const double* all, const std::array<Index, 2>& bodies) {
    const double* a = all + place(bodies[0]);
    const double* b = all + place(bodies[1]);
    load(a, w[0]);
    w[1] = Pack{a[4], a[5], b[0], b[1]};
    load(b + 2, w[2]);
  }
  /// row . w
  JOUNCE_INLINE double dot(const double* row) const {
    Pack sum;
    load(row, sum);
    sum *= w[0];
    add_product(row + 4, w[1], sum);
    add_product(row + 8, w[2], sum);
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
  }
  /// w += row^T factor
  JOUNCE_INLINE void add(const double* row, double factor) {
    add_product(row, factor, w[0]);
    add_product(row + 4, factor, w[1]);
    add_product(row + 8, factor, w[2]);
  }
  /// u = H_c^T w + s_c
  JOUNCE_INLINE void relative_velocity(const double* H, const double* s, double* u) const {
    u[0] = dot(H) + s[0];
    u[1] = dot(H + 12) + s[1];
    u[2] = dot(H + 24) + s[2];
  }
  /// w += H_c d
  JOUNCE_INLINE void add_impulse(const double* H, const double* d) {
    add(H, d[0]);
    add(H + 12, d[1]);
    add(H + 24, d[2]);
  }
  JOUNCE_INLINE void store(double* all, const std::array<Index, 2>& bodies) const {
    double* a = all + place(bodies[0]);
    double* b = all + place(bodies[1]);
    contact_problem::store(w[0], a);
    a[4] = w[1][0];
    a[5] = w[1][1];
    b[0] = w[1][2];
    b[1] = w[1][3];
    contact_problem::store(w[2], b + 2);
  }

 private:
  static JOUNCE_INLINE std::ptrdiff_t place(Index body) {
    return BodyProblem::kBody * static_cast<std::ptrdiff_t>(body);
  }
};

}  // namespace jounce::contact_problem
