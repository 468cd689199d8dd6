#pragma once

#include "la/petsc.h"

namespace jounce::test {

/// Starts PETSc, which cannot be started twice, and keeps it up to the end of the program. Tests that fork
/// do without it: their children start their own.
inline void keep_petsc() { static const PetscSession session; }

}  // namespace jounce::test
