#include "la/petsc.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <stdio_ext.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "la/petsc_check.h"

namespace jounce {
namespace {

/// A process that no launcher started is alone. Open MPI would start a daemon beside it and look for
/// networks, which takes a third of a second and fails where neither ssh nor rsh is installed. Without the
/// daemon all lone processes of a user would share one folder of temporary files, and one that ends removes
/// it while another one creates it: they need none.
void settle_for_one_process() {
  const char* const launchers[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"};
  if (std::any_of(std::begin(launchers), std::end(launchers),
                  [](const char* name) { return std::getenv(name) != nullptr; }))
    return;
  constexpr int keep = 0;  // what the user has set
  setenv("OMPI_MCA_ess_singleton_isolated", "1", keep);
  setenv("OMPI_MCA_orte_create_session_dirs", "0", keep);
  setenv("OMPI_MCA_pml", "ob1", keep);
  setenv("OMPI_MCA_btl", "self", keep);
}

/// OpenBLAS starts a thread for every core and CHOLMOD four, and in matrices of some thousand rows they wait
/// for each other most of the time: a third more time in all. One thread, unless the user asks for more.
/// (OpenBLAS reads the variable when it is loaded, before anything here runs; CHOLMOD does not look at
/// OpenMP's, so that no parallel region at all must be active.)
void settle_for_one_thread() {
  using SetNumber = void (*)(int);
  const auto call = [](const char* name, int number) {
    if (auto* const set = reinterpret_cast<SetNumber>(dlsym(RTLD_DEFAULT, name))) set(number);
  };
  if (std::getenv("OPENBLAS_NUM_THREADS") == nullptr) call("openblas_set_num_threads", 1);
  const char* const openmp = std::getenv("OMP_NUM_THREADS");
  if (openmp == nullptr || std::string_view(openmp) == "1") call("omp_set_max_active_levels", 0);
}

}  // namespace

PetscSession::PetscSession() {
  PetscBool initialised = PETSC_FALSE;
  PetscInitialized(&initialised);
  if (initialised == PETSC_TRUE) return;
  settle_for_one_process();
  settle_for_one_thread();
  // A file-less start: no rc file of the user may change a run, and SIGPIPE stays an ordinary signal.
  const char* arguments[] = {"jounce", "-skip_petscrc", "-no_signal_handler", nullptr};
  int argc = 3;
  char** argv = const_cast<char**>(arguments);
  JOUNCE_PETSC(PetscInitialize(&argc, &argv, nullptr, nullptr));
  owns_ = true;
}

PetscSession::~PetscSession() {
  if (!owns_) return;
  // PETSc flushes the standard output and fails with pages of its own where that cannot be written. What
  // cannot be written is dropped here; the stream keeps its mark of failure, which main reports.
  if (std::fflush(stdout) != 0) __fpurge(stdout);
  PetscFinalize();
}

int mpi_rank() {
  PetscBool initialised = PETSC_FALSE;
  PetscInitialized(&initialised);
  if (initialised != PETSC_TRUE) return 0;
  PetscMPIInt rank = 0;
  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  return rank;
}

int mpi_size() {
  PetscBool initialised = PETSC_FALSE;
  PetscInitialized(&initialised);
  if (initialised != PETSC_TRUE) return 1;
  PetscMPIInt size = 1;
  MPI_Comm_size(PETSC_COMM_WORLD, &size);
  return size;
}

std::string petsc_version_text() {
  return fmt::format("PETSc {}.{}.{}", PETSC_VERSION_MAJOR, PETSC_VERSION_MINOR, PETSC_VERSION_SUBMINOR);
}

}  // namespace jounce
