#include <gtest/gtest.h>

#include "contact_problem/maximum_dissipation.h"
#include "contact_problem/residual.h"
#include "contact_problem/solvers.h"
#include "random_bodies.h"

namespace jounce::contact_problem {
namespace {

using Vec3 = SmallVector<3>;
using Mat3 = SmallMatrix<3>;

constexpr BodyMethod kSweeps[] = {BodyMethod::gauss_seidel, BodyMethod::accelerated_gauss_seidel};
constexpr ContactLawKind kLaws[] = {ContactLawKind::coulomb, ContactLawKind::cone,
                                    ContactLawKind::maximum_dissipation};

struct Solved {
  BodyResult result;
  Vector r, lambda, w;
};

Solved solved(const BodyProblem& problem, const BodyOptions& options) {
  Solved s;
  s.result = solve(problem, options, s.r, s.lambda, s.w);
  return s;
}

double kinetic(const Vector& w) { return 0.5 * w.squaredNorm(); }

/// Every contact obeys its law to `tolerance`, every joint its row, and w belongs to the impulses.
void expect_laws(const RandomBodies& bodies, ContactLawKind law, const Solved& s, double tolerance) {
  EXPECT_LE((s.w - bodies.velocities(s.r, s.lambda)).norm(), 1e-12 * (1 + s.w.norm()));
  const Vector u = bodies.H.transpose() * s.w + bodies.problem.s;
  EXPECT_LE((bodies.B.transpose() * s.w + bodies.problem.c).norm(), tolerance);
  for (std::size_t c = 0; c < bodies.problem.contacts.size(); ++c) {
    const Index row = 3 * static_cast<Index>(c);
    const double mu = bodies.problem.mu[c];
    const Vec3 r = s.r.segment<3>(row), v = u.segment<3>(row);
    const DenseMatrix columns = bodies.H.middleCols(row, 3);
    const Mat3 A = columns.transpose() * columns;
    const double scale = A.trace() / 3;
    EXPECT_LE(r.tail<2>().norm(), mu * r[0] * (1 + 1e-12) + tolerance / scale);
    switch (law) {
      case ContactLawKind::coulomb:
        EXPECT_GE(v[0], -tolerance);
        EXPECT_LE(std::min(v[0], scale * r[0]), tolerance);
        if (r.tail<2>().norm() < mu * r[0] - 2 * tolerance / scale) {
          EXPECT_LE(v.tail<2>().norm(), tolerance);
        } else if (scale * mu * r[0] > 1e-3 && v.tail<2>().norm() > 1e-3) {
          EXPECT_LE((r.tail<2>().normalized() + v.tail<2>().normalized()).norm(), 1e4 * tolerance);
        }
        break;
      case ContactLawKind::cone:
        EXPECT_LE((scale * r - project_cone<3>(mu, Vec3(scale * r - v))).norm(), tolerance);
        break;
      case ContactLawKind::maximum_dissipation:
        EXPECT_LE(scale * (r - maximum_dissipation(A, mu, v - A * r)).norm(), tolerance);
        break;
    }
  }
}

TEST(BodyGaussSeidel, RandomBodiesObeyTheLaws) {
  RandomProblems random(11);
  int slow = 0;
  for (int k = 0; k < 40; ++k) {
    const RandomBodies bodies(random, random.integer(2, 8), random.integer(1, 14), random.integer(0, 2), 0.5,
                              k % 4 == 0);
    for (const BodyMethod method : kSweeps)
      for (const ContactLawKind law : kLaws) {
        const Solved s = solved(bodies.problem,
                                {.method = method, .law = law, .tolerance = 1e-10, .max_iterations = 50000});
        if (method == BodyMethod::gauss_seidel && !s.result.converged) {
          EXPECT_LE(s.result.residual, 1e-4);
          ++slow;
          continue;
        }
        ASSERT_TRUE(s.result.converged)
            << k << " law " << static_cast<int>(law) << " e " << s.result.residual;
        expect_laws(bodies, law, s, 1e-8);
        EXPECT_NEAR(residual(bodies.problem, law, s.r, s.lambda, s.w), s.result.residual, 1e-13);
        if (law == ContactLawKind::coulomb) {
          EXPECT_LE(residual(bodies.formed(), s.r), 1e-8);
        }
        // s_N >= 0 only tells contacts how much they may close: impulses never push a body faster.
        EXPECT_LE(kinetic(s.w), kinetic(bodies.problem.w) * (1 + 1e-9));
      }
  }
  EXPECT_LE(slow, 2);  // plain sweeps may creep where many contacts share few bodies
}

TEST(BodyGaussSeidel, SameVelocitiesAsTheFormedProblem) {
  RandomProblems random(12);
  for (int k = 0; k < 20; ++k) {
    const RandomBodies bodies(random, 6, 10, k % 3, 0.3);
    const Problem formed = bodies.formed();
    const Result reference = solve(formed, Vector(), {.tolerance = 1e-11});
    ASSERT_EQ(reference.status, Status::solved);
    for (const BodyMethod method : kSweeps) {
      const Solved s =
          solved(bodies.problem, {.method = method, .tolerance = 1e-11, .max_iterations = 100000});
      ASSERT_TRUE(s.result.converged) << k;
      const Vector u = bodies.H.transpose() * s.w + bodies.problem.s;
      EXPECT_LE((u - reference.u).norm(), 1e-7 * reference.u.norm()) << k;
    }
  }
}

/// The convex problem by projected gradients with a fixed step over the dense W: nothing in common but the
/// projection.
TEST(BodyGaussSeidel, ConeAgainstProjectedGradient) {
  RandomProblems random(13);
  for (int k = 0; k < 8; ++k) {
    const RandomBodies bodies(random, 5, 8, 0, 0.8);
    const DenseMatrix W = bodies.H.transpose() * bodies.H;
    const Vector q = bodies.H.transpose() * bodies.problem.w + bodies.problem.s;
    const double step = 1 / W.norm();
    Vector r = Vector::Zero(q.size());
    for (int i = 0; i < 200000; ++i) {
      r -= step * (W * r + q);
      for (Index c = 0; c < 8; ++c)
        r.segment<3>(3 * c) = project_cone<3>(bodies.problem.mu[c], Vec3(r.segment<3>(3 * c)));
    }
    const auto objective = [&](const Vector& x) { return 0.5 * x.dot(W * x) + q.dot(x); };
    for (const BodyMethod method : kSweeps) {
      const Solved s = solved(
          bodies.problem,
          {.method = method, .law = ContactLawKind::cone, .tolerance = 1e-12, .max_iterations = 200000});
      EXPECT_NEAR(objective(s.r), objective(r), 1e-10 * std::abs(objective(r))) << k;
      EXPECT_LE((s.w - bodies.velocities(r, Vector::Zero(0))).norm(), 1e-5 * s.w.norm()) << k;
    }
  }
}

TEST(BodyGaussSeidel, OneContactIsTheLocalLaw) {
  RandomProblems random(14);
  for (int k = 0; k < 200; ++k) {
    const RandomBodies bodies(random, 2, 1, 0, 2.0);
    const Solved s = solved(bodies.problem, {.law = ContactLawKind::maximum_dissipation, .tolerance = 1e-13});
    const Mat3 A = bodies.H.transpose() * bodies.H;
    const Vec3 b = bodies.H.transpose() * bodies.problem.w + bodies.problem.s;
    const Vec3 expected = maximum_dissipation(A, bodies.problem.mu[0], b);
    EXPECT_LE((s.r - expected).norm(), 1e-12 * (1 + expected.norm()));
  }
}

/// Contacts twice over share the load; joint rows twice over change nothing.
TEST(BodyGaussSeidel, RedundantRows) {
  RandomProblems random(15);
  for (int k = 0; k < 10; ++k) {
    const RandomBodies once(random, 5, 6, 1, 0.3);
    RandomBodies twice = once;
    BodyProblem& p = twice.problem;
    p.contacts.insert(p.contacts.end(), once.problem.contacts.begin(), once.problem.contacts.end());
    p.mu.insert(p.mu.end(), once.problem.mu.begin(), once.problem.mu.end());
    p.joints.insert(p.joints.end(), once.problem.joints.begin(), once.problem.joints.end());
    p.s = once.problem.s.replicate(2, 1);
    p.c = once.problem.c.replicate(2, 1);
    twice.assemble();
    for (const ContactLawKind law : {ContactLawKind::coulomb, ContactLawKind::cone}) {
      const BodyOptions options{.law = law, .tolerance = 1e-11, .max_iterations = 100000};
      const Solved a = solved(once.problem, options), b = solved(p, options);
      ASSERT_TRUE(a.result.converged && b.result.converged);
      expect_laws(twice, law, b, 1e-8);
      EXPECT_LE((a.w - b.w).norm(), 1e-7 * a.w.norm()) << k;
    }
  }
}

BodyProblem::ContactRows point_rows(Index a, Index b, double inverse_root_a, double inverse_root_b) {
  BodyProblem::ContactRows rows{};
  rows.bodies = {a, b};
  const std::size_t axis[3] = {2, 0, 1};  // normal z, tangents x, y
  for (std::size_t i = 0; i < 3; ++i) {
    rows.H[12 * i + axis[i]] = inverse_root_a;
    rows.H[12 * i + 6 + axis[i]] = -inverse_root_b;
  }
  return rows;
}

TEST(BodyGaussSeidel, StackCarriesTheWeightsAbove) {
  constexpr Index kSpheres = 10;
  const double weight = 9.81e-3;  // impulse of a step, mass 1
  BodyProblem p;
  p.w = Vector::Zero(6 * (kSpheres + 1));
  p.s = Vector::Zero(3 * kSpheres);
  p.mu.assign(kSpheres, 0.3);
  for (Index b = 0; b < kSpheres; ++b) {
    p.w[6 * b + 2] = -weight;
    p.contacts.push_back(point_rows(b, b == 0 ? kSpheres : b - 1, 1, b == 0 ? 0 : 1));
  }
  for (const BodyMethod method : kSweeps)
    for (const ContactLawKind law : kLaws) {
      const Solved s = solved(p, {.method = method, .law = law, .tolerance = 1e-11});
      ASSERT_TRUE(s.result.converged);
      for (Index b = 0; b < kSpheres; ++b)
        EXPECT_NEAR(s.r[3 * b], static_cast<double>(kSpheres - b) * weight, 1e-8 * 10 * weight);
    }
}

/// Sweeps under a column grow with its height, not with its square, also where the residual is measured
/// often.
TEST(BodyGaussSeidel, DeepColumn) {
  constexpr Index kSpheres = 80;
  BodyProblem p;
  p.w = Vector::Zero(6 * (kSpheres + 1));
  p.s = Vector::Zero(3 * kSpheres);
  p.mu.assign(kSpheres, 0.3);
  for (Index b = 0; b < kSpheres; ++b) {
    p.w[6 * b + 2] = -1;
    p.contacts.push_back(point_rows(b, b == 0 ? kSpheres : b - 1, 1, b == 0 ? 0 : 1));
  }
  for (const ContactLawKind law : kLaws) {
    const Solved s = solved(p, {.law = law, .tolerance = 1e-6, .max_iterations = 8 * kSpheres});
    EXPECT_TRUE(s.result.converged) << s.result.residual;
    EXPECT_NEAR(s.r[0], static_cast<double>(kSpheres), 0.01);
  }
}

/// A mass point that slides fast leaves the ground with the cone problem and stays with the true laws.
TEST(BodyGaussSeidel, LiftOffOfTheRelaxation) {
  const double mu = 0.4, fall = 0.01, slide = 2;
  BodyProblem p;
  p.w = Vector::Zero(12);
  p.w[0] = slide;
  p.w[2] = -fall;
  p.contacts = {point_rows(0, 1, 1, 0)};
  p.mu = {mu};
  p.s = Vector::Zero(3);
  Solved s = solved(p, {.law = ContactLawKind::cone, .tolerance = 1e-14});
  EXPECT_NEAR(s.w[2], mu * (slide - mu * fall) / (1 + mu * mu), 1e-14);
  for (const ContactLawKind law : {ContactLawKind::coulomb, ContactLawKind::maximum_dissipation}) {
    s = solved(p, {.law = law, .tolerance = 1e-14});
    EXPECT_NEAR(s.w[2], 0, 1e-16);
    EXPECT_NEAR(s.w[0], slide - mu * fall, 1e-14);
  }
}

TEST(BodyGaussSeidel, ContactsThatCannotMove) {
  RandomProblems random(16);
  const RandomBodies bodies(random, 4, 6, 0, 0.5);
  BodyProblem p = bodies.problem;
  BodyProblem::ContactRows fixed{};
  fixed.bodies = {4, 4};
  p.contacts.push_back(fixed);
  p.mu.push_back(0.3);
  p.s.conservativeResize(21);
  p.s.tail(3) << 0.1, 0, 0;
  for (const ContactLawKind law : kLaws) {
    const BodyOptions options{.law = law, .tolerance = 1e-10};
    const Solved with = solved(p, options), without = solved(bodies.problem, options);
    EXPECT_TRUE(with.result.converged);
    EXPECT_EQ(with.r.tail<3>(), Vec3::Zero());
    EXPECT_EQ(with.w, without.w);
    // One that must close cannot be solved: the rest still is, and nothing is thrown.
    p.s[18] = -0.1;
    const Solved stuck = solved(p, {.law = law, .tolerance = 1e-10, .max_iterations = 2000});
    EXPECT_FALSE(stuck.result.converged);
    EXPECT_EQ(stuck.r.tail<3>(), Vec3::Zero());
    EXPECT_LE((stuck.w - without.w).norm(), 1e-6 * without.w.norm());
    p.s[18] = 0.1;
  }
}

/// A body that moves along one axis only: A has rank one.
TEST(BodyGaussSeidel, SingularContact) {
  BodyProblem p;
  p.w = Vector::Zero(12);
  p.w[2] = -1;
  BodyProblem::ContactRows rows = point_rows(0, 1, 1, 0);
  rows.H[12] = rows.H[25] = 0;
  p.contacts = {rows};
  p.mu = {0.5};
  p.s = Vector::Zero(3);
  for (const BodyMethod method : kSweeps)
    for (const ContactLawKind law : kLaws) {
      const Solved s = solved(p, {.method = method, .law = law, .tolerance = 1e-10});
      EXPECT_TRUE(s.result.converged);
      EXPECT_NEAR(s.r[0], 1, 1e-9);
      EXPECT_NEAR(s.w[2], 0, 1e-9);
    }
}

TEST(BodyGaussSeidel, StartsBestIterateAndRepetition) {
  RandomProblems random(17);
  const RandomBodies bodies(random, 8, 20, 2, 0.5);
  for (const BodyMethod method : kSweeps) {
    const BodyOptions options{.method = method, .tolerance = 1e-9, .max_iterations = 50000};
    const Solved first = solved(bodies.problem, options);
    ASSERT_TRUE(first.result.converged);
    const Solved again = solved(bodies.problem, options);
    EXPECT_EQ(first.r, again.r);
    EXPECT_EQ(first.w, again.w);
    // From the solution: nothing to do. From nonsense: as from zero.
    Vector r = first.r, lambda = first.lambda, w;
    EXPECT_EQ(solve(bodies.problem, options, r, lambda, w).iterations, 0);
    EXPECT_EQ(r, first.r);
    EXPECT_EQ(w, first.w);
    r = Vector::Constant(first.r.size(), std::nan(""));
    lambda = Vector::Zero(3);
    solve(bodies.problem, options, r, lambda, w);
    EXPECT_EQ(r, first.r);
    // Stopped early: the number it gives is that of what it gives, and not above that of the start.
    const Solved few = solved(bodies.problem, {.method = method, .tolerance = 1e-12, .max_iterations = 7});
    EXPECT_FALSE(few.result.converged);
    EXPECT_EQ(few.result.iterations, 7);
    const Vector zero = Vector::Zero(few.r.size()), none = Vector::Zero(few.lambda.size());
    EXPECT_LE(few.result.residual,
              residual(bodies.problem, ContactLawKind::coulomb, zero, none, bodies.problem.w));
    EXPECT_NEAR(few.result.residual,
                residual(bodies.problem, ContactLawKind::coulomb, few.r, few.lambda, few.w), 1e-14);
  }
}

TEST(BodyGaussSeidel, Relaxation) {
  RandomProblems random(18);
  const RandomBodies bodies(random, 6, 10, 1, 0.4);
  const Solved reference = solved(bodies.problem, {.law = ContactLawKind::cone, .tolerance = 1e-11});
  for (const double relaxation : {0.6, 0.9, 1.2}) {
    const Solved s = solved(bodies.problem, {.method = BodyMethod::gauss_seidel,
                                             .law = ContactLawKind::cone,
                                             .tolerance = 1e-11,
                                             .max_iterations = 50000,
                                             .relaxation = relaxation});
    EXPECT_TRUE(s.result.converged) << relaxation;
    EXPECT_LE((s.w - reference.w).norm(), 1e-8 * s.w.norm());
  }
}

/// Over-relaxed sweeps and the extrapolation of such may diverge; what comes back is never worse than zero.
TEST(BodyGaussSeidel, DivergenceGivesTheBestIterate) {
  RandomProblems random(19);
  for (int k = 0; k < 5; ++k) {
    const RandomBodies bodies(random, 6, 20, 1, 2.0);
    const Vector zero = Vector::Zero(60), none = Vector::Zero(3);
    const double start = residual(bodies.problem, ContactLawKind::coulomb, zero, none, bodies.problem.w);
    for (const BodyMethod method : kSweeps) {
      const Solved s = solved(
          bodies.problem, {.method = method, .tolerance = 1e-12, .max_iterations = 3000, .relaxation = 1.99});
      EXPECT_TRUE(s.r.allFinite() && s.w.allFinite());
      EXPECT_LE(s.result.residual, start);
      EXPECT_NEAR(residual(bodies.problem, ContactLawKind::coulomb, s.r, s.lambda, s.w), s.result.residual,
                  1e-12);
    }
  }
}

}  // namespace
}  // namespace jounce::contact_problem
