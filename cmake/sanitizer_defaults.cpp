// Options of the sanitizer runtimes, linked into every program of a sanitizer build. Open MPI and hwloc keep
// memory until the process ends; only the slow unwinder sees the frames by which their leaks are told from
// ours. Gmsh forgets a few bytes when it reads a damaged file.

#define JOUNCE_RUNTIME_HOOK extern "C" __attribute__((visibility("default"), used)) const char*

// NOLINTBEGIN: the runtimes prescribe these names
JOUNCE_RUNTIME_HOOK __asan_default_options() { return "fast_unwind_on_malloc=0"; }
JOUNCE_RUNTIME_HOOK __ubsan_default_options() { return "print_stacktrace=1"; }
JOUNCE_RUNTIME_HOOK __lsan_default_options() { return "print_suppressions=0"; }
JOUNCE_RUNTIME_HOOK __lsan_default_suppressions() {
  return "leak:libmpi.so\nleak:libopen-pal.so\nleak:libopen-rte.so\nleak:libhwloc.so\nleak:libpmix.so\n"
         "leak:libevent\nleak:mca_\nleak:libgmsh\n";
}
// NOLINTEND
