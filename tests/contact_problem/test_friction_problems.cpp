// All problems of a public collection, which nobody here wrote.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "contact_problem/residual.h"
#include "contact_problem/solvers.h"
#include "io/contact_problem_file.h"

namespace jounce::contact_problem {
namespace {

namespace fs = std::filesystem;

/// u = W r + q with the numbers of a text file as they stand there: dense matrices and blocks column after
/// column. Empty for other files.
Vector velocities_of_the_text(const fs::path& file, const Vector& r) {
  std::ifstream in(file);
  if (file.extension() != ".dat") return {};
  const auto next = [&in] {
    double value = 0;
    in >> value;
    return value;
  };
  const auto whole = [&next] { return static_cast<int>(next()); };
  const int d = whole(), contacts = whole(), storage = whole(), n = whole();
  Vector u = Vector::Zero(n);
  whole();
  if (storage == 0) {
    whole(), whole();
    for (int k = 0; k < n * n; ++k) u[k % n] += next() * r[k / n];
  } else if (storage == 1) {
    const int blocks = whole();
    for (int k = 0; k < 2 + 2 * contacts + 2; ++k) whole();
    std::vector<int> starts, columns;
    for (int k = 0; k <= contacts; ++k) starts.push_back(whole());
    for (int k = 0; k < blocks; ++k) columns.push_back(whole());
    for (int row = 0; row < contacts; ++row)
      for (int k = starts[row]; k < starts[row + 1]; ++k) {
        EXPECT_EQ(whole(), k);
        for (int e = 0; e < d * d; ++e) u[d * row + e % d] += next() * r[d * columns[k] + e / d];
      }
  } else {
    return {};
  }
  for (double& value : u) value += next();
  EXPECT_TRUE(in.good());
  return u;
}

/// Problems of the Siconos test suite; none of them is part of this repository.
TEST(FrictionProblems, AreSolved) {
  const fs::path folder = fs::path(JOUNCE_SOURCE_DIR) / ".." / "shared" / "data" / "friction-problems";
  if (!fs::is_directory(folder)) GTEST_SKIP() << "no reference data in " << folder;
  int files = 0, texts = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const io::ContactProblemFile file = io::read_contact_problem(entry.path());
    const Problem p = formed(file.problem);
    check(p);
    const auto result = solve(p, {}, {.tolerance = 1e-8});
    EXPECT_EQ(result.status, Status::solved) << entry.path() << " " << result.residual;
    EXPECT_LE(residual(p, result.r), 1e-8) << entry.path();
    if (const Vector u = velocities_of_the_text(entry.path(), result.r); u.size() > 0) {
      EXPECT_LE((u - result.u).norm(), 1e-13 * (u.norm() + p.q.norm())) << entry.path();
      ++texts;
    }
    // The natural map with step 1 in the units of the file, as the collection measures it.
    double sum = 0;
    for (Index c = 0; c < p.contacts(); ++c) {
      const int d = p.dimension;
      Vector r = result.r.segment(d * c, d), u = result.u.segment(d * c, d);
      const double mu = p.mu[c];
      u[0] += mu * u.tail(d - 1).norm();
      Vector nearest = r - u;
      const double t = nearest.tail(d - 1).norm();
      if (t > mu * nearest[0] || nearest[0] < 0) {
        nearest[0] = std::max(0.0, (nearest[0] + mu * t) / (1 + mu * mu));
        if (t > 0) nearest.tail(d - 1) *= mu * nearest[0] / t;
      }
      sum += (r - nearest).squaredNorm();
    }
    EXPECT_LE(std::sqrt(sum) / p.q.norm(), 1e-8) << entry.path();
    ++files;
  }
  EXPECT_GE(files, 13);
  EXPECT_GE(texts, 10);
}

}  // namespace
}  // namespace jounce::contact_problem
