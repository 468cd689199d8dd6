#include <gmock/gmock.h>

// Read by the sanitizer runtimes; unused in other builds. Open MPI and hwloc keep memory until the process
// ends, and only the slow unwinder sees the frames that identify them.
extern "C" {
__attribute__((visibility("default"), used)) const char* __asan_default_options() {
  return "fast_unwind_on_malloc=0";
}
__attribute__((visibility("default"), used)) const char* __ubsan_default_options() {
  return "print_stacktrace=1";
}
__attribute__((visibility("default"), used)) const char* __lsan_default_suppressions() {
  return "leak:libmpi.so\nleak:libopen-pal.so\nleak:libopen-rte.so\nleak:libhwloc.so\nleak:libpmix.so\n"
         "leak:libevent\nleak:mca_\n";
}
}

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}
