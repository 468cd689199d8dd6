#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "la/petsc.h"

namespace jounce::test {

/// Keeps PETSc up during all tests of a program that includes this file.
class PetscEnvironment : public ::testing::Environment {
 public:
  void SetUp() override {
    session_ = std::make_unique<PetscSession>();
    start_petsc();
  }
  void TearDown() override { session_.reset(); }

 private:
  std::unique_ptr<PetscSession> session_;
};
inline const auto* const petsc_environment = ::testing::AddGlobalTestEnvironment(new PetscEnvironment);

}  // namespace jounce::test
