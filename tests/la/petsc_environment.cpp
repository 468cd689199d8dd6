#include <gtest/gtest.h>

#include <memory>

#include "la/petsc.h"

namespace jounce {
namespace {

/// PETSc is up while the tests of this program run (and not when they are only listed).
class PetscEnvironment : public ::testing::Environment {
 public:
  void SetUp() override { session_ = std::make_unique<PetscSession>(); }
  void TearDown() override { session_.reset(); }

 private:
  std::unique_ptr<PetscSession> session_;
};

const ::testing::Environment* const kEnvironment = ::testing::AddGlobalTestEnvironment(new PetscEnvironment);

TEST(Petsc, SessionsNest) {
  ASSERT_NE(kEnvironment, nullptr);
  { const PetscSession inner; }
  EXPECT_EQ(mpi_rank(), 0) << "the outer session is still open";
  EXPECT_EQ(mpi_size(), 1);
  EXPECT_EQ(petsc_version_text().substr(0, 6), "PETSc ");
}

}  // namespace
}  // namespace jounce
