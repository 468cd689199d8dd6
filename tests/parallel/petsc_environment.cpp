#include "../support/petsc_environment.h"

namespace jounce {
namespace {

/// ctest runs the tests of this program alone and on four ranks.
TEST(Ranks, AreOneOrFour) {
  EXPECT_NE(test::petsc_environment, nullptr);
  EXPECT_TRUE(mpi_size() == 1 || mpi_size() == 4) << mpi_size();
}

}  // namespace
}  // namespace jounce
