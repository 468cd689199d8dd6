#pragma once

#include <string>

namespace jounce {

/// Lets PETSc (and with it MPI) be used while analyses run, and ends it; create one in the commands that
/// solve, nowhere else. They start at once in a process that a launcher of MPI started. A process that is
/// alone starts them at the first `start_petsc`, which most small models never need. The user's rc files are
/// ignored so that a run depends on its deck only; PETSC_OPTIONS still applies.
class PetscSession {
 public:
  PetscSession();
  ~PetscSession();
  PetscSession(const PetscSession&) = delete;
  PetscSession& operator=(const PetscSession&) = delete;

 private:
  bool is_outer_;  ///< false when another session was already open
};

/// To be called before anything else of PETSc, while a session is open: starts it where nobody has.
void start_petsc();

int mpi_rank();  ///< 0 when PETSc has not started
int mpi_size();  ///< 1 when PETSc has not started

/// "PETSc 3.18.5, ..." for --version and for result files.
std::string petsc_version_text();

}  // namespace jounce
