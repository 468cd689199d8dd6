#pragma once

#include <petscsys.h>

#include <stdexcept>
#include <string>

namespace jounce {

/// A PETSc call failed; the message names the call.
class PetscFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws PetscFailure when a PETSc call returns an error code. Only files of src/la use it.
inline void petsc_check(PetscErrorCode code, const char* call) {
  if (code == 0) return;
  const char* text = nullptr;
  PetscErrorMessage(code, &text, nullptr);
  throw PetscFailure(std::string(call) + " failed: " + (text != nullptr ? text : "unknown PETSc error"));
}

}  // namespace jounce

#define JOUNCE_PETSC(call) ::jounce::petsc_check((call), #call)
