#include "parallel/bisection.h"

#include <algorithm>
#include <numeric>

namespace jounce::parallel {
namespace {

class Bisection {
 public:
  Bisection(std::span<const Eigen::Vector3d> points, std::span<const double> weights)
      : points_(points), weights_(weights), parts_(points.size(), 0) {}

  void cut(std::span<int> own, int first, int count) {
    if (count == 1 || own.empty()) {
      for (const int i : own) part(i) = first;
      return;
    }
    const int axis = longest_side(own);
    std::sort(own.begin(), own.end(), [&](int i, int j) {
      const double x = point(i)[axis], y = point(j)[axis];
      return x < y || (x == y && i < j);
    });
    const int low_parts = count / 2;
    double whole = 0;
    for (const int i : own) whole += weight(i);
    const double target = whole * low_parts / count;
    std::size_t low = 0;
    double sum = 0;
    while (low < own.size() && sum + 0.5 * weight(own[low]) < target) sum += weight(own[low++]);
    cut(own.first(low), first, low_parts);
    cut(own.subspan(low), first + low_parts, count - low_parts);
  }
  std::vector<int> take() { return std::move(parts_); }

 private:
  const Eigen::Vector3d& point(int i) const { return points_[i]; }
  double weight(int i) const { return weights_[i]; }
  int& part(int i) { return parts_[i]; }
  int longest_side(std::span<const int> own) const {
    Eigen::Vector3d low = point(own.front()), high = low;
    for (const int i : own) {
      low = low.cwiseMin(point(i));
      high = high.cwiseMax(point(i));
    }
    int axis = 0;
    (high - low).maxCoeff(&axis);
    return axis;
  }

  std::span<const Eigen::Vector3d> points_;
  std::span<const double> weights_;
  std::vector<int> parts_;
};

}  // namespace

std::vector<int> bisect(std::span<const Eigen::Vector3d> points, std::span<const double> weights, int parts) {
  Bisection bisection(points, weights);
  std::vector<int> all(points.size());
  std::iota(all.begin(), all.end(), 0);
  bisection.cut(all, 0, parts);
  return bisection.take();
}

}  // namespace jounce::parallel
