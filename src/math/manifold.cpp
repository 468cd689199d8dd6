#include "math/manifold.h"

#include <algorithm>
#include <array>

#include "math/rotation.h"

namespace jounce {

Manifold::Manifold(Index tangent_size, const std::vector<Index>& rotation_tangents)
    : tangent_size_(tangent_size) {
  rotations_.reserve(rotation_tangents.size());
  for (const Index tangent : rotation_tangents)
    rotations_.push_back({tangent, tangent_size + 4 * static_cast<Index>(rotations_.size())});
  if (rotations_.empty()) return;
  rotation_of_.assign(tangent_size, -1);
  for (std::size_t r = 0; r < rotations_.size(); ++r)
    std::fill_n(rotation_of_.begin() + rotations_[r].tangent, 3, static_cast<int>(r));
}

void Manifold::retract(const Vector& q, const Vector& increment, Vector& result) const {
  result.resize(size());
  if (is_flat()) {
    result = q + increment;
    return;
  }
  for (const Rotation& rotation : rotations_) {
    const Quaternion old(q[rotation.quaternion], q[rotation.quaternion + 1], q[rotation.quaternion + 2],
                         q[rotation.quaternion + 3]);
    const Quaternion turned =
        (old * rotation_exponential(increment.segment<3>(rotation.tangent))).normalized();
    result[rotation.quaternion] = turned.w();
    result.segment<3>(rotation.quaternion + 1) = turned.vec();
  }
  result.head(tangent_size_) = q.head(tangent_size_) + increment;
  for (const Rotation& rotation : rotations_) result.segment<3>(rotation.tangent).setZero();
}

void Manifold::tangent_blocks(const Vector& increment, std::vector<Matrix3>& blocks) const {
  blocks.resize(rotations_.size());
  for (std::size_t r = 0; r < rotations_.size(); ++r)
    blocks[r] = rotation_tangent(increment.segment<3>(rotations_[r].tangent));
}

void Manifold::turn(const std::vector<Matrix3>& blocks, Eigen::Ref<Vector> d) const {
  for (std::size_t r = 0; r < rotations_.size(); ++r)
    if (const Index at = rotations_[r].tangent; at + 3 <= d.size())
      d.segment<3>(at) = (blocks[r] * d.segment<3>(at)).eval();
}

void Manifold::turn_back(const std::vector<Matrix3>& blocks, Eigen::Ref<Vector> d) const {
  for (std::size_t r = 0; r < rotations_.size(); ++r)
    if (const Index at = rotations_[r].tangent; at + 3 <= d.size())
      d.segment<3>(at) = (blocks[r].inverse() * d.segment<3>(at)).eval();
}

void IncrementSink::add(std::span<const Index> rows, std::span<const Index> cols, const double* values) {
  if (manifold_.is_flat()) {
    target_.add(rows, cols, values);
    return;
  }
  constexpr std::size_t kMaxRows = 128;
  std::array<double, 3 * kMaxRows> turned;
  for (std::size_t j = 0; j < cols.size();) {
    const int r = rotation_at(cols[j]);
    if (r < 0) {  // columns without rotation pass through, neighbours together
      std::size_t end = j + 1;
      while (end < cols.size() && rotation_at(cols[end]) < 0) ++end;
      target_.add(rows, cols.subspan(j, end - j), values + j * rows.size());
      j = end;
      continue;
    }
    // Column c of a rotation spreads over its three columns: d/d(increment)_k = sum_c d/dq_c T_ck. The
    // columns of one rotation mostly come together.
    const Index first = manifold_.rotations()[r].tangent;
    const Matrix3& T = blocks_[r];
    const std::array<Index, 3> three = {first, first + 1, first + 2};
    std::size_t end = j + 1;
    while (end < cols.size() && end - j < 3 && rotation_at(cols[end]) == r) ++end;
    for (std::size_t start = 0; start < rows.size(); start += kMaxRows) {
      const std::size_t n = std::min(kMaxRows, rows.size() - start);
      std::fill_n(turned.begin(), 3 * n, 0.0);
      for (std::size_t column = j; column < end; ++column)
        for (std::size_t k = 0; k < 3; ++k) {
          const double factor = T(cols[column] - first, static_cast<Index>(k));
          for (std::size_t i = 0; i < n; ++i)
            turned[k * n + i] += values[column * rows.size() + start + i] * factor;
        }
      target_.add(rows.subspan(start, n), three, turned.data());
    }
    j = end;
  }
}

}  // namespace jounce
