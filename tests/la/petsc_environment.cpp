#include "../support/petsc_environment.h"

namespace jounce {
namespace {

TEST(Petsc, SessionsNest) {
  ASSERT_NE(test::petsc_environment, nullptr);
  { const PetscSession inner; }
  EXPECT_EQ(mpi_rank(), 0) << "the outer session is still open";
  EXPECT_EQ(mpi_size(), 1);
  EXPECT_EQ(petsc_version_text().substr(0, 6), "PETSc ");
}

}  // namespace
}  // namespace jounce
