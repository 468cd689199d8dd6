#include "model/marker_row.h"

#include <gtest/gtest.h>

#include "../support/markers.h"
#include "model/constraint.h"

namespace jounce {
namespace {

using namespace test;
using Kind = MarkerRow::Kind;

constexpr Kind kKinds[] = {Kind::translation_global, Kind::translation_local, Kind::dot, Kind::distance};
constexpr Index kDofs = 12;

/// A row between two markers, with its quantities over all degrees of freedom.
struct RowProbe {
  const MarkerRow& row;
  const Marker& A;
  const Marker& B;
  std::vector<Index> dofs = joined_dofs(A, B);

  MarkerKinematics at(const Marker& marker, const State& state) const {
    MarkerKinematics k;
    marker.evaluate(state, Derivatives::second, k);
    return k;
  }
  Vector value(const State& state) const {
    return Vector::Constant(1, row.value(at(A, state), at(B, state)));
  }
  Vector jacobian(const State& state) const {
    Vector own(static_cast<Index>(dofs.size()));
    row.jacobian(at(A, state), at(B, state), own.data());
    Vector all = Vector::Zero(kDofs);
    for (std::size_t i = 0; i < dofs.size(); ++i) all[dofs[i]] += own[static_cast<Index>(i)];
    return all;
  }
  Vector velocity_gradient(const State& state, double w) const {
    Vector own = Vector::Zero(static_cast<Index>(dofs.size()));
    row.add_velocity_gradient(at(A, state), at(B, state), w, own.data());
    Vector all = Vector::Zero(kDofs);
    for (std::size_t i = 0; i < dofs.size(); ++i) all[dofs[i]] += own[static_cast<Index>(i)];
    return all;
  }
  DenseMatrix reaction_gradient(const State& state, double lambda, double w) const {
    const auto n = static_cast<Index>(dofs.size());
    DenseMatrix own = DenseMatrix::Zero(n, n), all = DenseMatrix::Zero(kDofs, kDofs);
    row.add_reaction_gradient(state, A, B, at(A, state), at(B, state), lambda, w, own);
    DenseSink(all).add(dofs, dofs, own.data());
    return all;
  }
};

/// Runs `check(probe, state)` for all kinds of rows between all pairs of markers at random states.
template <class Check>
void for_all_rows(const Check& check) {
  Random random(11);
  for (const Kind kind : kKinds)
    for (const auto& A : all_markers(0))
      for (const auto& B : all_markers(6)) {
        SCOPED_TRACE(std::to_string(static_cast<int>(kind)) + " between " + A->name() + " and " + B->name());
        MarkerRow row;
        row.kind = kind;
        row.a = random.vector(3);
        row.b = random.vector(3);
        row.offset = 0.3;
        State state{0.2, random.vector(kDofs), random.vector(kDofs), {}};
        state.q[6] += 2.5;  // apart, so that the distance is smooth
        const RowProbe probe{row, *A, *B};
        if (kind == Kind::distance && probe.value(state)[0] < -0.1) continue;
        check(probe, state);
      }
}

TEST(MarkerRow, JacobianIsTheDerivativeOfTheValue) {
  for_all_rows([](const RowProbe& probe, const State& state) {
    const auto value = [&](const Vector& q) { return probe.value(with_q(state, q)); };
    EXPECT_TRUE(close(probe.jacobian(state).transpose(), differences(value, state.q)));
  });
}

TEST(MarkerRow, VelocityGradientIsTheDerivativeOfTheRate) {
  for_all_rows([](const RowProbe& probe, const State& state) {
    const auto rate = [&](const Vector& q) {
      return Vector::Constant(1, probe.jacobian(with_q(state, q)).dot(state.v)).eval();
    };
    EXPECT_TRUE(close(probe.velocity_gradient(state, 1.3).transpose(), 1.3 * differences(rate, state.q)));
  });
}

TEST(MarkerRow, ReactionGradientIsTheDerivativeOfTheReaction) {
  for_all_rows([](const RowProbe& probe, const State& state) {
    const auto reaction = [&](const Vector& q) { return Vector(0.7 * probe.jacobian(with_q(state, q))); };
    EXPECT_TRUE(close(probe.reaction_gradient(state, 0.7, -1.9), -1.9 * differences(reaction, state.q)));
  });
}

TEST(MarkerRow, ValuesAreThoseOfTheirDefinition) {
  MarkerKinematics A, B;
  A.x = {1, 2, 0};
  B.x = {4, 6, 0};
  A.R = Eigen::AngleAxisd(M_PI / 2, Vector3::UnitZ()).toRotationMatrix();
  B.R.setIdentity();
  MarkerRow row;
  row.offset = 0.5;
  row.a = Vector3::UnitX();
  row.b = {0.6, 0.8, 0};
  EXPECT_NEAR(row.value(A, B), 3 - 0.5, 1e-15);
  row.kind = Kind::translation_local;
  EXPECT_NEAR(row.value(A, B), 4 - 0.5, 1e-15);
  row.kind = Kind::dot;
  EXPECT_NEAR(row.value(A, B), 0.8, 1e-15);
  row.kind = Kind::distance;
  EXPECT_NEAR(row.value(A, B), 5 - 0.5, 1e-15);
}

}  // namespace
}  // namespace jounce
