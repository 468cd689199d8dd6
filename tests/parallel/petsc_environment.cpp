#include <gtest/gtest.h>

#include <memory>

#include "la/petsc.h"

namespace jounce {
namespace {

/// MPI is up while the tests of this program run; ctest runs them alone and on four ranks.
class PetscEnvironment : public ::testing::Environment {
 public:
  void SetUp() override { session_ = std::make_unique<PetscSession>(); }
  void TearDown() override { session_.reset(); }

 private:
  std::unique_ptr<PetscSession> session_;
};

const ::testing::Environment* const kEnvironment = ::testing::AddGlobalTestEnvironment(new PetscEnvironment);

TEST(Ranks, AreOneOrFour) {
  EXPECT_NE(kEnvironment, nullptr);
  EXPECT_TRUE(mpi_size() == 1 || mpi_size() == 4) << mpi_size();
}

}  // namespace
}  // namespace jounce
