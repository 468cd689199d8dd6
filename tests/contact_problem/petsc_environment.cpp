#include <gtest/gtest.h>

#include <memory>

#include "la/petsc.h"

namespace jounce {
namespace {

/// PETSc is up while the tests of this program run: large sparse systems are factorised through it.
class PetscEnvironment : public ::testing::Environment {
 public:
  void SetUp() override { session_ = std::make_unique<PetscSession>(); }
  void TearDown() override { session_.reset(); }

 private:
  std::unique_ptr<PetscSession> session_;
};

const ::testing::Environment* const kEnvironment = ::testing::AddGlobalTestEnvironment(new PetscEnvironment);

TEST(ContactProblem, HasItsEnvironment) { EXPECT_NE(kEnvironment, nullptr); }

}  // namespace
}  // namespace jounce
