#include "../support/petsc_environment.h"

#include <cstdlib>

namespace jounce {
namespace {

/// ctest runs the tests of this program alone and on several ranks, as many as JOUNCE_RANKS says.
TEST(Ranks, AreAsManyAsWereStarted) {
  const char* const ranks = std::getenv("JOUNCE_RANKS");
  EXPECT_NE(test::petsc_environment, nullptr);
  EXPECT_EQ(mpi_size(), ranks == nullptr ? 1 : std::atoi(ranks));
}

}  // namespace
}  // namespace jounce
