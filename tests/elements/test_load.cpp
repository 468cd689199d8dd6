#include "elements/load.h"

#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <vector>

#include "../support/markers.h"

namespace jounce {
namespace {

using namespace test;

struct CountingSink final : MatrixSink {
  void add(std::span<const Index> rows, std::span<const Index> columns, const double*) override {
    count += rows.size() * columns.size();
  }
  std::size_t count = 0;
};

PointLoad load_on(const MarkerPointer& marker, bool follower) {
  return {"load", marker, [](double t) { return Vector3(1 + t, -2, 0.5); },
          [](double t) { return Vector3(0.3, t, -0.8); }, follower};
}

TEST(PointLoad, TangentIsTheDerivativeOfTheForceForAllMarkers) {
  Random random(29);
  for (const auto& marker : all_markers(0))
    for (const bool follower : {false, true}) {
      SCOPED_TRACE(marker->name() + (follower ? " follower" : ""));
      const PointLoad load = load_on(marker, follower);
      const State state{0.4, random.vector(6), random.vector(6), {}};
      const auto force = [&](const Vector& q) {
        Vector f = Vector::Zero(6);
        load.add_force(with_q(state, q), f);
        return f;
      };
      DenseMatrix K = DenseMatrix::Zero(6, 6);
      DenseSink sink(K);
      load.add_tangent(state, 0, 1, sink);
      EXPECT_TRUE(close(K, -differences(force, state.q)));
      Powers powers;
      load.add_powers(state, powers);
      EXPECT_NEAR(powers.applied, force(state.q).dot(state.v), 1e-13);
    }
}

TEST(PointLoad, FollowerTurnsWithItsMarker) {
  const auto marker = std::make_shared<PlanarBodyMarker>("m", std::vector<Index>{0, 1, 2}, Vector3(2, 0, 0));
  State state{0, Vector(3), Vector::Zero(3), {}};
  state.q << 5, 6, M_PI / 2;
  Vector f = Vector::Zero(3);
  load_on(marker, true).add_force(state, f);
  EXPECT_TRUE(close(f, Vector3(2, 1, -0.8 + 2 * -2), 1e-13));
  f.setZero();
  load_on(marker, false).add_force(state, f);
  EXPECT_TRUE(close(f, Vector3(1, -2, -0.8 - 2 * 1), 1e-13));
}

/// Paths for models in which only shells and bodies turn look for entries in the rows of rotations.
TEST(PointLoad, ForceOnTheCentreOfABodyInSpaceHasNoTangent) {
  State state{0.4, Vector::Zero(10), Vector::Zero(6), {}};
  state.q.tail(4) << 0.5, 0.5, -0.5, 0.5;
  const auto force = [](double t) { return Vector3(1 + t, -2, 0.5); };
  const auto moment = [](double t) { return Vector3(0.3, t, -0.8); };
  const auto entries = [&](const Vector3& place, const PointLoad::Value& of_moment, bool follower) {
    const auto marker =
        std::make_shared<SpatialBodyMarker>("m", std::vector<Index>{0, 1, 2, 3, 4, 5}, 6, place);
    CountingSink sink;
    PointLoad("load", marker, force, of_moment, follower).add_tangent(state, 0, 1, sink);
    return sink.count;
  };
  EXPECT_EQ(entries(Vector3::Zero(), nullptr, false), 0);
  EXPECT_GT(entries({0.1, 0, 0}, nullptr, false), 0);
  EXPECT_GT(entries(Vector3::Zero(), nullptr, true), 0);
  EXPECT_GT(entries(Vector3::Zero(), moment, false), 0);
}

TEST(PointLoad, FollowerOnAPointIsAnOrdinaryForce) {
  const auto point = std::make_shared<PointMarker>("p", std::vector<Index>{0, 1});
  EXPECT_TRUE(load_on(point, true).is_linear());
  const auto centre = std::make_shared<PlanarBodyMarker>("c", std::vector<Index>{0, 1, 2}, Vector3::Zero());
  EXPECT_TRUE(load_on(centre, false).is_linear());
  EXPECT_FALSE(load_on(centre, true).is_linear());
}

}  // namespace
}  // namespace jounce
