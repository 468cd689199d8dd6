#include "la/petsc.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <stdio_ext.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <stdexcept>
#include <string_view>

#include "la/petsc_check.h"

namespace jounce {
namespace {

bool session_is_open = false, session_has_started = false;

bool is_started() {
  PetscBool initialised = PETSC_FALSE;
  PetscInitialized(&initialised);
  return initialised == PETSC_TRUE;
}

bool has_launcher() {
  const char* const launchers[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"};
  return std::any_of(std::begin(launchers), std::end(launchers),
                     [](const char* name) { return std::getenv(name) != nullptr; });
}

/// A process that no launcher started is alone. Open MPI would start a daemon beside it and look for
/// networks, which takes a third of a second and fails where neither ssh nor rsh is installed. Without the
/// daemon all lone processes of a user would share one folder of temporary files, and one that ends removes
/// it while another one creates it: they need none.
void settle_for_one_process() {
  constexpr int keep = 0;  // what the user has set
  setenv("OMPI_MCA_ess_singleton_isolated", "1", keep);
  setenv("OMPI_MCA_orte_create_session_dirs", "0", keep);
  setenv("OMPI_MCA_pml", "ob1", keep);
  setenv("OMPI_MCA_btl", "self", keep);
}

/// OpenBLAS starts a thread for every core and CHOLMOD four, and in matrices of some thousand rows they wait
/// for each other most of the time: a third more time in all. One thread, unless the user asks for more.
/// Libraries that are there have read their variables before anything here runs; those that are loaded later
/// will read them. (CHOLMOD does not look at OpenMP's number of threads: no parallel region at all must be
/// active.)
void settle_for_one_thread() {
  using SetNumber = void (*)(int);
  const auto settle = [](const char* variable, const char* value, const char* function) {
    setenv(variable, value, 0);
    if (auto* const set = reinterpret_cast<SetNumber>(dlsym(RTLD_DEFAULT, function))) set(std::atoi(value));
  };
  if (std::getenv("OPENBLAS_NUM_THREADS") == nullptr)
    settle("OPENBLAS_NUM_THREADS", "1", "openblas_set_num_threads");
  const char* const openmp = std::getenv("OMP_NUM_THREADS");
  if (openmp == nullptr || std::string_view(openmp) == "1")
    settle("OMP_MAX_ACTIVE_LEVELS", "0", "omp_set_max_active_levels");
}

/// OpenBLAS knows the processors of its own year. On newer ones of Intel it takes kernels for SSE3, and
/// factorisations take twice the time: it gets the name of kernels for the instructions that are there,
/// unless the user has set one. Those of AMD are left to it.
void settle_for_processor() {
#ifdef __x86_64__
  __builtin_cpu_init();
  if (!__builtin_cpu_is("intel") || !__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return;
  const bool is_wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                       __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
  setenv("OPENBLAS_CORETYPE", is_wide ? "SkylakeX" : "Haswell", 0);
#endif
}

}  // namespace

PetscSession::PetscSession() : is_outer_(!session_is_open) {
  if (!is_outer_) return;
  session_is_open = true;
  settle_for_one_thread();
  settle_for_processor();
  if (has_launcher()) start_petsc();
}

PetscSession::~PetscSession() {
  if (!is_outer_) return;
  session_is_open = false;
  if (!session_has_started) return;
  session_has_started = false;
  // PETSc flushes the standard output and fails with pages of its own where that cannot be written. What
  // cannot be written is dropped here; the stream keeps its mark of failure, which main reports.
  if (std::fflush(stdout) != 0) __fpurge(stdout);
  PetscFinalize();
}

void start_petsc() {
  if (is_started()) return;
  if (!session_is_open) throw std::logic_error("PETSc is needed where no PetscSession is open");
  if (!has_launcher()) settle_for_one_process();
  // A file-less start: no rc file of the user may change a run, and SIGPIPE stays an ordinary signal.
  const char* arguments[] = {"jounce", "-skip_petscrc", "-no_signal_handler", nullptr};
  int argc = 3;
  char** argv = const_cast<char**>(arguments);
  JOUNCE_PETSC(PetscInitialize(&argc, &argv, nullptr, nullptr));
  session_has_started = true;
}

int mpi_rank() {
  PetscMPIInt rank = 0;
  if (is_started()) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int mpi_size() {
  PetscMPIInt size = 1;
  if (is_started()) MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

std::string petsc_version_text() {
  return fmt::format("PETSc {}.{}.{}", PETSC_VERSION_MAJOR, PETSC_VERSION_MINOR, PETSC_VERSION_SUBMINOR);
}

}  // namespace jounce
