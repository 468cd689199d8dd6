// All problems of a public collection, which nobody here wrote.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "contact_problem/residual.h"
#include "contact_problem/solvers.h"
#include "io/contact_problem_file.h"

namespace jounce::contact_problem {
namespace {

namespace fs = std::filesystem;

/// Problems of the Siconos test suite; none of them is part of this repository.
TEST(FrictionProblems, AreSolved) {
  const fs::path folder = fs::path(JOUNCE_SOURCE_DIR) / ".." / "shared" / "data" / "friction-problems";
  if (!fs::is_directory(folder)) GTEST_SKIP() << "no reference data in " << folder;
  int files = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const io::ContactProblemFile file = io::read_contact_problem(entry.path());
    const Problem p = formed(file.problem);
    check(p);
    const auto result = solve(p, {}, {.tolerance = 1e-8});
    EXPECT_EQ(result.status, Status::solved) << entry.path() << " " << result.residual;
    EXPECT_LE(residual(p, result.r), 1e-8) << entry.path();
    // The natural map with step 1 in the units of the file, as the collection measures it.
    double sum = 0;
    for (Index c = 0; c < p.contacts(); ++c) {
      const int d = p.dimension;
      Vector r = result.r.segment(d * c, d), u = result.u.segment(d * c, d);
      const double mu = p.mu[static_cast<std::size_t>(c)];
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
}

}  // namespace
}  // namespace jounce::contact_problem
