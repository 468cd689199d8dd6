#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>
#include <random>

#include "contact_problem/maximum_dissipation.h"
#include "contact_problem/one_contact_enumeration.h"

namespace jounce::contact_problem {
namespace {

using Vec3 = SmallVector<3>;
using Mat3 = SmallMatrix<3>;

#ifdef __SANITIZE_ADDRESS__
constexpr int kShare = 20;  // sanitizers look at the code, not at the mathematics
#else
constexpr int kShare = 1;
#endif

double energy(const Mat3& A, const Vec3& b, const Vec3& r) { return 0.5 * r.dot(A * r) + b.dot(r); }

/// Least value of a function with one minimum between low and high.
template <typename Function>
double golden_section(double low, double high, Function&& f) {
  constexpr double kGolden = 0.6180339887498949;
  double x = high - kGolden * (high - low), y = low + kGolden * (high - low);
  double at_x = f(x), at_y = f(y);
  for (int k = 0; k < 60; ++k) {
    if (at_x < at_y) {
      high = y, y = x, at_y = at_x;
      x = high - kGolden * (high - low), at_x = f(x);
    } else {
      low = x, x = y, at_x = at_y;
      y = low + kGolden * (high - low), at_y = f(y);
    }
  }
  return std::min(at_x, at_y);
}

/// The least energy over the cone's section u_N = 0 by search alone. In the section, r_T = rho e with rho
/// from 0 to mu beta / p(e) (without bound where p <= 0), E is a parabola in rho: its least value along each
/// direction is known, and the directions are sampled, then refined.
double least_by_search(const Mat3& A, double mu, const Vec3& b) {
  if (b[0] > 0) return 0;
  const double beta = -b[0], inverse = 1 / A(0, 0);
  const auto along = [&](double alpha) {
    const double c = std::cos(alpha), s = std::sin(alpha);
    const double slope = -(A(0, 1) * c + A(0, 2) * s) * inverse;  // r_N = beta / A_NN + slope rho
    const Vec3 start(beta * inverse, 0, 0), ray(slope, c, s);
    const double p = 1 - mu * slope;
    const double longest = p > 0 ? mu * beta * inverse / p : std::numeric_limits<double>::infinity();
    const double linear = ray.dot(A * start + b), square = ray.dot(A * ray);
    const double rho = std::clamp(-linear / square, 0.0, longest);
    return energy(A, b, start + rho * ray);
  };
  constexpr int kSamples = 180;
  const double step = 2 * std::numbers::pi / kSamples;
  std::array<double, kSamples> sampled;
  for (int i = 0; i < kSamples; ++i) sampled[i] = along(i * step);
  double least = std::numeric_limits<double>::infinity();
  const double best = *std::min_element(sampled.begin(), sampled.end());
  const double spread = *std::max_element(sampled.begin(), sampled.end()) - best;
  for (int i = 0; i < kSamples; ++i) {
    const double here = sampled[i];
    const double left = sampled[(i + kSamples - 1) % kSamples];
    const double right = sampled[(i + 1) % kSamples];
    if (here > left || here > right || here > best + 0.3 * spread) continue;
    least = std::min(least, golden_section((i - 1) * step, (i + 1) * step, along));
  }
  return least;
}

void expect_feasible(const Mat3& A, double mu, const Vec3& b, const Vec3& r) {
  ASSERT_TRUE(r.allFinite());
  const Vec3 u = A * r + b;
  const double size = b.norm() + A.norm() * r.norm();
  EXPECT_GE(r[0], 0);
  EXPECT_LE(r.tail<2>().norm(), mu * r[0] * (1 + 1e-14) + 1e-300);
  EXPECT_GE(u[0], -1e-13 * size);
  if (r[0] > 0) {
    EXPECT_LE(u[0], 1e-13 * size);
  }
}

class RandomContact {
 public:
  explicit RandomContact(unsigned seed) : random_(seed) {}
  double normal() { return normal_(random_); }
  double uniform() { return std::uniform_real_distribution<>(0, 1)(random_); }
  /// Of two rigid bodies touching far from their centres: condition numbers to some 1e4.
  Mat3 A() {
    Mat3 sum = 0.1 * Mat3::Identity();
    for (int i = 0; i < 2; ++i) {
      const Vec3 arm = Vec3::NullaryExpr([&] { return normal(); });
      Mat3 cross;
      cross << 0, -arm.z(), arm.y(), arm.z(), 0, -arm.x(), -arm.y(), arm.x(), 0;
      const Vec3 inverse_inertia = Vec3::NullaryExpr([&] { return std::pow(10, 2 * uniform() - 1); });
      sum += cross * inverse_inertia.asDiagonal() * cross.transpose();
    }
    return sum;
  }
  Vec3 b() {
    return Vec3::NullaryExpr([&] { return normal(); });
  }

 private:
  std::mt19937 random_;
  std::normal_distribution<> normal_;
};

TEST(MaximumDissipation, IsTheLeastEnergyOfRandomContacts) {
  RandomContact random(7);
  int slides = 0, hyperbolas = 0;
  for (int i = 0; i < 60000 / kShare; ++i) {
    const Mat3 A = random.A();
    const double mu = i % 10 == 0 ? 0 : 4 * random.uniform();
    Vec3 b = random.b();
    b[0] = -std::abs(b[0]) * (i % 3 == 0 ? 1e-3 : 1);
    const Vec3 r = maximum_dissipation(A, mu, b);
    ASSERT_NO_FATAL_FAILURE(expect_feasible(A, mu, b, r)) << i;
    const double found = energy(A, b, r), least = least_by_search(A, mu, b);
    ASSERT_NEAR(found, least, 1e-12 * (1 + std::abs(least))) << i;
    const Vec3 u = A * r + b;
    slides += mu > 0 && u.tail<2>().norm() > 1e-9;
    hyperbolas += mu * std::hypot(A(0, 1), A(0, 2)) > A(0, 0);
  }
  EXPECT_GT(slides, 5000 / kShare);
  EXPECT_GT(hyperbolas, 5000 / kShare);
}

TEST(MaximumDissipation, IsTheLeastEnergyOfDegenerateContacts) {
  RandomContact random(11);
  int moves = 0;
  for (int i = 0; i < 40000 / kShare; ++i) {
    const Mat3 A = random.A();
    const double coupling = std::hypot(A(0, 1), A(0, 2));
    double mu = 6 * random.uniform();
    if (i % 4 == 0) mu = A(0, 0) / coupling;  // parabola
    Vec3 b = random.b();
    b[0] = 0;
    const Vec3 r = maximum_dissipation(A, mu, b);
    ASSERT_NO_FATAL_FAILURE(expect_feasible(A, mu, b, r)) << i;
    const double found = energy(A, b, r);
    if (i % 4 == 0) {
      // the only feasible direction is -A_NT: E is a parabola along it
      Vec3 ray(0, -A(0, 1) / coupling, -A(0, 2) / coupling);
      ray[0] = 1 / mu;
      const double linear = std::min(0.0, ray.dot(b));
      const Vec3 unbounded = A.llt().solve(-b);
      ASSERT_GT(unbounded.tail<2>().norm(), mu * unbounded[0] * (1 - 1e-9));
      // mu is rounded, and the ray opens to a wedge with its square root
      const double least = -0.5 * linear * linear / ray.dot(A * ray);
      ASSERT_NEAR(found, least, 1e-6 * (1 + std::abs(least))) << i;
    } else {
      double least = 0;
      const double cosine = -A(0, 0) / (mu * coupling);
      if (cosine > -1) {
        const double centre = std::atan2(A(0, 2), A(0, 1)), half = std::acos(cosine);
        // directions with p <= 0: from centre + half over centre + pi to centre - half
        const double first = centre + half, width = 2 * std::numbers::pi - 2 * half;
        const auto along = [&](double part) {
          const double alpha = first + std::clamp(part, 0.0, 1.0) * width;
          Vec3 ray(0, std::cos(alpha), std::sin(alpha));
          ray[0] = -(A(0, 1) * ray[1] + A(0, 2) * ray[2]) / A(0, 0);
          const double linear = std::min(0.0, ray.dot(b));
          return -0.5 * linear * linear / ray.dot(A * ray);
        };
        constexpr int kRays = 360;
        std::array<double, kRays + 1> sampled;
        for (int k = 0; k <= kRays; ++k) sampled[k] = along(1.0 * k / kRays);
        least = std::min(sampled.front(), sampled.back());
        for (std::size_t k = 0; k <= kRays; ++k) {
          const std::size_t left = k == 0 ? 0 : k - 1, right = std::min<std::size_t>(k + 1, kRays);
          if (sampled[k] == 0 || sampled[k] > sampled[left] || sampled[k] > sampled[right]) continue;
          least = std::min(least, golden_section(1.0 * left / kRays, 1.0 * right / kRays, along));
        }
      }
      ASSERT_NEAR(found, least, 1e-12 * (1 + std::abs(least))) << i;
    }
    moves += r.norm() > 0;
  }
  EXPECT_GT(moves, 3000 / kShare);
}

TEST(MaximumDissipation, NearlyDegenerateContactsAreContinuous) {
  RandomContact random(13);
  for (int i = 0; i < 3000; ++i) {
    const Mat3 A = random.A();
    const double mu = 5 * random.uniform();
    Vec3 b = random.b();
    b[0] = 0;
    const double at_zero = energy(A, b, maximum_dissipation(A, mu, b));
    for (const double approach : {1e-15, 1e-13, 1e-11, 1e-9}) {
      b[0] = -approach;
      const Vec3 r = maximum_dissipation(A, mu, b);
      ASSERT_NO_FATAL_FAILURE(expect_feasible(A, mu, b, r)) << i << ' ' << approach;
      ASSERT_NEAR(energy(A, b, r), at_zero, 1e-12 + 1e5 * approach) << i << ' ' << approach;
    }
  }
}

TEST(MaximumDissipation, OpeningContactsKeepTheirVelocity) {
  RandomContact random(17);
  for (int i = 0; i < 1000; ++i) {
    Vec3 b = random.b();
    b[0] = std::abs(b[0]) + 1e-6;
    EXPECT_EQ(maximum_dissipation(random.A(), 3, b), Vec3::Zero());
  }
}

/// Preclik, Eibl, Ruede, section 4.1: six point masses on massless rods hit a plane.
struct AcademicContact {
  Mat3 A;
  Vec3 b;
  double mu = 3.7;

  explicit AcademicContact(bool is_orthonormal) {
    const Vec3 d(10, 1, 1), m(0.03, 65, 50), x = Vec3::UnitX();
    const Vec3 n = Vec3(0.25, 0.36, -0.9).normalized();
    Vec3 t = n.cross(x);
    if (is_orthonormal) t.normalize();  // the paper leaves |t| = 0.968
    Mat3 Q;
    Q << n, t, n.cross(t);
    const Vec3 inertia =
        2 * Vec3(m[1] * d[1] * d[1] + m[2] * d[2] * d[2], m[0] * d[0] * d[0] + m[2] * d[2] * d[2],
                 m[0] * d[0] * d[0] + m[1] * d[1] * d[1]);
    Mat3 cross;
    cross << 0, 0, 0, 0, 0, -1, 0, 1, 0;
    const Mat3 inverse = inertia.cwiseInverse().asDiagonal();
    A = Q.transpose() * (Mat3::Identity() / (2 * m.sum()) - d[0] * d[0] * cross * inverse * cross) * Q;
    b = -Q.transpose() * Vec3(0.06, 0.7, 0.23);
  }
};

void expect_solutions(const AcademicContact& contact, std::vector<Vec3> coulomb, const Vec3& dissipative) {
  std::vector<Vec3> found = one_contact_solutions(contact.A, contact.mu, contact.b);
  ASSERT_EQ(found.size(), coulomb.size());
  std::sort(found.begin(), found.end(), [](const Vec3& x, const Vec3& y) { return x[0] < y[0]; });
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_LT((found[i] - coulomb[i]).cwiseAbs().maxCoeff(), 1e-9 * coulomb[i].norm())
        << i << ": " << found[i].transpose();
  const Vec3 r = maximum_dissipation(contact.A, contact.mu, contact.b);
  EXPECT_LT((r - dissipative).cwiseAbs().maxCoeff(), 1e-9 * r.norm()) << r.transpose();
  EXPECT_LT(energy(contact.A, contact.b, r), energy(contact.A, contact.b, found.back()));
}

// Fifteen digits from the definitions in 40-digit arithmetic; Table 1 of the paper has two of them.
TEST(MaximumDissipation, AcademicContactInThePapersFrame) {
  const AcademicContact contact(false);
  expect_solutions(contact,
                   {{0.119945381214712, -0.439016255809304, -0.0649716283804333},
                    {0.291972786535451, -0.887089126754522, -0.616538304383279},
                    {1.55812457394267, -0.992911088997826, -5.67891319021737}},
                   {1.60309776368512, -1.0818613451421, -5.83196486894081});
  EXPECT_NEAR(energy(contact.A, contact.b, maximum_dissipation(contact.A, contact.mu, contact.b)),
              -0.634007416674, 1e-10);
}

TEST(MaximumDissipation, AcademicContactInAnOrthonormalFrame) {
  const AcademicContact contact(true);
  expect_solutions(contact,
                   {{0.124494754154951, -0.455091160197144, -0.0712220239679458},
                    {0.26071447710587, -0.835212831858983, -0.482655916318048},
                    {2.67798214191241, -0.967186634514282, -9.86121668752884}},
                   {2.77828682795632, -1.05090307395711, -10.2258025807358});
  EXPECT_NEAR(energy(contact.A, contact.b, maximum_dissipation(contact.A, contact.mu, contact.b)),
              -0.74831715535, 1e-10);
}

}  // namespace
}  // namespace jounce::contact_problem
