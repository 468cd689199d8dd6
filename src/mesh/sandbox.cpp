#include "mesh/sandbox.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#if defined(__SANITIZE_ADDRESS__)
#define JOUNCE_HAS_SHADOW_MEMORY 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define JOUNCE_HAS_SHADOW_MEMORY 1
#endif
#endif

namespace jounce {
namespace {

void lower_limit(decltype(RLIMIT_AS) what, double value) {
  rlimit limit{};
  if (getrlimit(what, &limit) != 0) return;
  const rlim_t wanted = value < 1e18 ? static_cast<rlim_t>(value) : RLIM_INFINITY;
  limit.rlim_cur = std::min(wanted, limit.rlim_max);
  setrlimit(what, &limit);
}

/// The architecture of system calls, which a filter must ask for; 0: none known.
constexpr std::uint32_t kArchitecture =
#if defined(__x86_64__)
    AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
    AUDIT_ARCH_AARCH64;
#else
    0;
#endif

/// A program for the kernel that looks at one system call.
class Filter {
 public:
  Filter() {
    load(offsetof(seccomp_data, arch));
    add(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0);
    give(SECCOMP_RET_KILL_PROCESS);
    load(offsetof(seccomp_data, nr));
  }
  void rule(std::initializer_list<long> calls, std::uint32_t result) {
    for (const long call : calls) {
      if (call < 0) continue;
      add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1);
      give(result);
    }
  }
  /// `result` where an argument has a bit of `mask`, `otherwise` where it has none.
  void masked(long call, int argument, std::uint32_t mask, std::uint32_t result, std::uint32_t otherwise) {
    if (call < 0) return;
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 4);
    load_argument(argument);
    add(BPF_JMP | BPF_JSET | BPF_K, mask, 0, 1);
    give(result);
    give(otherwise);
  }
  /// `result` where an argument has this value, `otherwise` for others.
  void equal(long call, int argument, std::uint32_t value, std::uint32_t result, std::uint32_t otherwise) {
    if (call < 0) return;
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 4);
    load_argument(argument);
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    give(result);
    give(otherwise);
  }
  void apply(std::uint32_t default_result) {
    give(default_result);
    sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
  }

 private:
  void add(int code, std::uint32_t k, std::uint8_t jump_true = 0, std::uint8_t jump_false = 0) {
    code_.push_back({static_cast<std::uint16_t>(code), jump_true, jump_false, k});
  }
  void load(std::size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)); }
  void load_argument(int i) {  // the low half, as both architectures have it
    load(offsetof(seccomp_data, args) + 8 * static_cast<std::size_t>(i));
  }
  void give(std::uint32_t result) { add(BPF_RET | BPF_K, result); }

  std::vector<sock_filter> code_;
};

#if defined(__x86_64__)
#define JOUNCE_OLD_CALL(name) SYS_##name
#else
#define JOUNCE_OLD_CALL(name) (-1L)
#endif

/// Memory, time, and what is open.
void allow_memory_and_time(Filter& filter, std::uint32_t allow) {
  filter.rule({SYS_read,
               SYS_pread64,
               SYS_readv,
               SYS_preadv,
               SYS_write,
               SYS_pwrite64,
               SYS_writev,
               SYS_lseek,
               SYS_close,
               SYS_fstat,
               SYS_newfstatat,
               SYS_statx,
               SYS_mmap,
               SYS_munmap,
               SYS_mprotect,
               SYS_mremap,
               SYS_madvise,
               SYS_brk,
               SYS_futex,
               SYS_clock_gettime,
               SYS_clock_getres,
               SYS_clock_nanosleep,
               SYS_nanosleep,
               SYS_gettimeofday,
               SYS_times,
               SYS_rt_sigaction,
               SYS_rt_sigprocmask,
               SYS_rt_sigreturn,
               SYS_sigaltstack,
               SYS_restart_syscall,
               SYS_exit,
               SYS_exit_group,
               SYS_getrandom,
               SYS_sched_yield,
               SYS_sched_getaffinity,
               SYS_getcpu,
               SYS_getrusage,
               SYS_getpid,
               SYS_gettid,
               SYS_getppid,
               SYS_getuid,
               SYS_geteuid,
               SYS_getgid,
               SYS_getegid,
               SYS_uname,
               SYS_sysinfo,
               SYS_getcwd,
               SYS_readlinkat,
               SYS_faccessat,
               SYS_faccessat2,
               SYS_getdents64,
               SYS_fadvise64,
               SYS_dup,
               SYS_set_robust_list,
               SYS_rseq,
               SYS_set_tid_address,
               SYS_membarrier,
               SYS_ppoll},
              allow);
  filter.rule({JOUNCE_OLD_CALL(stat), JOUNCE_OLD_CALL(lstat), JOUNCE_OLD_CALL(access),
               JOUNCE_OLD_CALL(readlink), JOUNCE_OLD_CALL(getdents), JOUNCE_OLD_CALL(time),
               JOUNCE_OLD_CALL(arch_prctl), JOUNCE_OLD_CALL(poll), JOUNCE_OLD_CALL(select)},
              allow);
}

void filter_calls() {
  if (kArchitecture == 0) return;
  constexpr std::uint32_t allow = SECCOMP_RET_ALLOW, end = SECCOMP_RET_TRAP,
                          refuse = SECCOMP_RET_ERRNO | EACCES, absent = SECCOMP_RET_ERRNO | ENOSYS;
  const auto self = static_cast<std::uint32_t>(getpid());
  Filter filter;
  allow_memory_and_time(filter, allow);
  // Files for reading.
  constexpr std::uint32_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
  filter.masked(SYS_openat, 2, writing, refuse, allow);
  filter.masked(JOUNCE_OLD_CALL(open), 1, writing, refuse, allow);
  // Threads, no processes. The call whose flags cannot be seen is taken for absent, as in older kernels.
  filter.masked(SYS_clone, 0, CLONE_THREAD, allow, end);
  filter.rule({SYS_clone3}, absent);
  // Limits are asked for, not set; a signal goes to nobody else.
  filter.equal(SYS_prlimit64, 2, 0, allow, refuse);
  filter.equal(SYS_tgkill, 0, self, allow, end);
  filter.rule({JOUNCE_OLD_CALL(fork), JOUNCE_OLD_CALL(vfork), SYS_execve, SYS_execveat, SYS_socket,
               SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_sendto, SYS_sendmsg, SYS_kill,
               SYS_tkill, SYS_ptrace, SYS_process_vm_writev, SYS_rt_sigqueueinfo, SYS_pidfd_send_signal},
              end);
  filter.apply(refuse);
}

void allow_folders(const std::vector<std::filesystem::path>& readable) {
  const auto handled = static_cast<std::uint64_t>(
      LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_FILE |
      LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
      LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
      LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
      LANDLOCK_ACCESS_FS_MAKE_SYM);
  landlock_ruleset_attr attributes{};
  attributes.handled_access_fs = handled;
  const auto rules =
      static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0));
  if (rules < 0) return;
  for (const std::filesystem::path& path : readable) {
    const int folder = open(path.c_str(), O_PATH | O_CLOEXEC);
    if (folder < 0) continue;
    std::error_code ignored;
    landlock_path_beneath_attr rule{};
    rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE;
    if (std::filesystem::is_directory(path, ignored)) rule.allowed_access |= LANDLOCK_ACCESS_FS_READ_DIR;
    rule.parent_fd = folder;
    syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(folder);
  }
  syscall(SYS_landlock_restrict_self, rules, 0);
  close(rules);
}

}  // namespace

void limit_process(double seconds, double bytes) {
  constexpr double kOpenFiles = 256;  // a script that includes itself would open as many as the machine has
  lower_limit(RLIMIT_CORE, 0);
  lower_limit(RLIMIT_NOFILE, kOpenFiles);
  lower_limit(RLIMIT_CPU, std::max(1.0, std::ceil(seconds)));
#ifndef JOUNCE_HAS_SHADOW_MEMORY
  lower_limit(RLIMIT_AS, bytes);
#else
  static_cast<void>(bytes);
#endif
}

void confine_process(const std::vector<std::filesystem::path>& readable) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return;
  allow_folders(readable);
  filter_calls();
}

}  // namespace jounce
