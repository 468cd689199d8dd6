// Time of one pair of shapes in the narrow phase: random places near contact.
//
//   cmake --preset release -DJOUNCE_BENCHMARKS=ON && cmake --build build --target collision_pairs
//   build/benchmarks/collision_pairs
//
// Counter: contact points of a pair.

#include <benchmark/benchmark.h>

#include <Eigen/Geometry>
#include <random>
#include <vector>

#include "collision/collide.h"
#include "collision/polyhedron.h"
#include "collision/triangle_surface.h"

namespace jounce::collision {
namespace {

std::mt19937 generator(1);

double between(double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(generator);
}

Matrix3 rotation() {
  std::normal_distribution<double> normal;
  return Eigen::Quaterniond(normal(generator), normal(generator), normal(generator), normal(generator))
      .normalized()
      .toRotationMatrix();
}

/// A rock: corners on the unit sphere.
Shape rock(int corners) {
  std::vector<Vector3> points;
  for (int i = 0; i < corners; ++i) points.emplace_back(rotation().col(0));
  return make_hull(points, Vector3::Zero());
}

Shape flat_floor() {
  constexpr int n = 40;
  std::vector<Vector3> vertices;
  std::vector<std::array<int, 3>> triangles;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) vertices.emplace_back(0.5 * i - 0.25 * n, 0.5 * j - 0.25 * n, 0);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const int a = j * (n + 1) + i, b = a + n + 1;
      triangles.push_back({a, a + 1, b + 1});
      triangles.push_back({a, b + 1, b});
    }
  return make_surface(vertices, triangles);
}

/// B at random rotations, its centre at the distance `distance` from that of A (give or take a tenth).
void run(benchmark::State& state, const Shape& A, const Shape& B, double distance, bool is_upright = false) {
  std::vector<Pose> poses_a(256), poses_b(256);
  for (int i = 0; i < 256; ++i) {
    if (!is_upright) poses_a[i].R = rotation();
    poses_b[i].R = is_upright ? Matrix3(Eigen::AngleAxisd(between(0, 6), Vector3::UnitZ())) : rotation();
    const Vector3 direction =
        is_upright ? Vector3(between(-0.2, 0.2), between(-0.2, 0.2), 1) : Vector3(rotation().col(0));
    poses_b[i].x = distance * (is_upright ? 1 : between(0.9, 1.1)) * direction;
  }
  std::vector<ContactPoint> points;
  points.reserve(256 * 64);
  std::size_t i = 0, found = 0;
  for (auto _ : state) {
    points.clear();
    collide(A, poses_a[i % 256], B, poses_b[i % 256], 0.02, points);
    benchmark::DoNotOptimize(points.data());
    found += points.size();
    ++i;
  }
  state.counters["points"] = static_cast<double>(found) / static_cast<double>(i);
}

const Shape unit_box = make_box({1, 1, 1});

BENCHMARK_CAPTURE(run, sphere_sphere, make_sphere(1), make_sphere(1), 2);
BENCHMARK_CAPTURE(run, box_sphere, unit_box, make_sphere(1), 2.2);
BENCHMARK_CAPTURE(run, capsule_capsule, make_capsule(0.5, 1), make_capsule(0.5, 1), 1.3);
BENCHMARK_CAPTURE(run, box_capsule, unit_box, make_capsule(0.5, 1), 1.8);
BENCHMARK_CAPTURE(run, box_box, unit_box, unit_box, 2.4);
BENCHMARK_CAPTURE(run, box_on_box, unit_box, unit_box, 2, true);
BENCHMARK_CAPTURE(run, rock20_rock20, rock(20), rock(20), 1.75);
BENCHMARK_CAPTURE(run, rock50_rock50, rock(50), rock(50), 1.9);
BENCHMARK_CAPTURE(run, floor_sphere, flat_floor(), make_sphere(1), 1, true);
BENCHMARK_CAPTURE(run, floor_box, flat_floor(), unit_box, 1, true);

}  // namespace
}  // namespace jounce::collision

BENCHMARK_MAIN();
