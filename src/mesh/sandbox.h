#pragma once

#include <filesystem>
#include <vector>

namespace jounce {

/// Ends this process when it has used so much processor time (SIGXCPU) or address space (allocations fail),
/// and writes no memory images. Under sanitizers, whose shadow memory takes terabytes of addresses, the
/// address space is not limited.
void limit_process(double seconds, double bytes);

/// From here on this process can only compute, read files below some folders (and those of the system's
/// libraries), and write what is open: no other programs, no processes, no connections, no signals to others,
/// no file opened for writing, made, renamed or removed. Programs, processes, connections and signals end it
/// by SIGSYS, the others fail.
///
/// By the kernel's Landlock (folders) and seccomp (system calls), as far as it has them; what is not there is
/// left out. It cannot be taken back.
void confine_process(const std::vector<std::filesystem::path>& readable);

}  // namespace jounce
