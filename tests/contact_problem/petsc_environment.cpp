#include "../support/petsc_environment.h"

namespace jounce {
namespace {

/// Large sparse systems are factorised through PETSc.
TEST(ContactProblem, HasItsEnvironment) { EXPECT_NE(test::petsc_environment, nullptr); }

}  // namespace
}  // namespace jounce
