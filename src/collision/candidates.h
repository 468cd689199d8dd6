#pragma once

#include <array>
#include <limits>

#include "la/types.h"

namespace jounce::collision {

/// Point of an incident shape near a reference face.
struct Candidate {
  enum class Feature : unsigned char {
    incident_vertex,   ///< incident: vertex; reference: face
    crossing,          ///< incident: edge; reference: edge of the face
    reference_vertex,  ///< incident: face; reference: vertex of the reference face
  };

  Vector3 point;
  double gap = 0;
  Feature feature = Feature::incident_vertex;
  int incident = 0, reference = 0;
};

/// The points of one face contact, on the stack.
class Candidates {
 public:
  static constexpr int kCapacity = 64, kKept = 8;
  static constexpr double kSame = 1e-6;  ///< distance, relative to the size, of points that count as one

  /// @param size length of the shapes
  explicit Candidates(double size) : same2_(kSame * kSame * size * size), tie_(1e-9 * size) {}

  /// Ignores a point at the place of an earlier one. When there is no room, it takes the place of the one
  /// with the largest gap, if that is larger.
  void add(const Candidate& candidate) {
    for (int i = 0; i < size_; ++i)
      if ((entries_[i].point - candidate.point).squaredNorm() <= same2_) return;
    if (size_ < kCapacity) {
      entries_[size_++] = candidate;
      return;
    }
    int farthest = 0;
    for (int i = 1; i < size_; ++i)
      if (entries_[i].gap > entries_[farthest].gap) farthest = i;
    if (entries_[farthest].gap > candidate.gap) entries_[farthest] = candidate;
  }

  /// Keeps those for which keep(candidate) is true.
  template <typename Keep>
  void filter(Keep&& keep) {
    int kept = 0;
    for (int i = 0; i < size_; ++i)
      if (keep(entries_[i])) entries_[kept++] = entries_[i];
    size_ = kept;
  }

  /// Leaves at most eight: the deepest, then again and again the one with the largest
  /// (distance from those chosen, along the face)^2 (envelope - gap).
  void reduce(const Vector3& normal, double envelope) {
    if (size_ <= kKept) return;
    std::array<double, kCapacity> distance2;
    std::array<bool, kCapacity> is_chosen{};
    int next = 0;
    for (int i = 1; i < size_; ++i)
      if (entries_[i].gap < entries_[next].gap - tie_) next = i;
    distance2.fill(std::numeric_limits<double>::infinity());
    for (int chosen = 0; chosen < kKept && next >= 0; ++chosen) {
      is_chosen[next] = true;
      const int last = next;
      double best = 0;
      next = -1;
      for (int i = 0; i < size_; ++i) {
        const Vector3 d = entries_[i].point - entries_[last].point;
        const double along = normal.dot(d);
        distance2[i] = std::min(distance2[i], d.squaredNorm() - along * along);
        const double score = distance2[i] * (envelope - entries_[i].gap);
        if (!is_chosen[i] && score > best * (1 + 1e-9)) best = score, next = i;
      }
    }
    int kept = 0;
    for (int i = 0; i < size_; ++i)
      if (is_chosen[i]) entries_[kept++] = entries_[i];
    size_ = kept;
  }

  double least_gap() const {
    double least = std::numeric_limits<double>::infinity();
    for (const Candidate& candidate : *this) least = std::min(least, candidate.gap);
    return least;
  }
  bool empty() const { return size_ == 0; }
  void clear() { size_ = 0; }
  const Candidate* begin() const { return entries_.data(); }
  const Candidate* end() const { return entries_.data() + size_; }

 private:
  std::array<Candidate, kCapacity> entries_;
  int size_ = 0;
  double same2_, tie_;
};

}  // namespace jounce::collision
