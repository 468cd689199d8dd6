#pragma once

#include <string>

namespace jounce {

/// Holds PETSc (and with it MPI) up while analyses run; create one in the commands that solve, nowhere else.
/// The user's rc files are ignored so that a run depends on its deck only; PETSC_OPTIONS still applies.
class PetscSession {
 public:
  PetscSession();
  ~PetscSession();
  PetscSession(const PetscSession&) = delete;
  PetscSession& operator=(const PetscSession&) = delete;

 private:
  bool owns_ = false;  ///< false when an outer session is already open
};

int mpi_rank();  ///< 0 when PETSc is not initialised
int mpi_size();  ///< 1 when PETSc is not initialised

/// "PETSc 3.18.5, ..." for --version and for result files.
std::string petsc_version_text();

}  // namespace jounce
