// The program that links Gmsh. It is started by gmsh_process.cpp when a deck names a mesh file, and makes a
// process for every file, which has its limits and may do no more than read it.

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <string>

#include "mesh/gmsh_protocol.h"
#include "mesh/gmsh_work.h"

namespace jounce {
namespace {

/// The request and the file that comes with it; -1: nobody asks any more.
int receive_request(GmshRequest& request) {
  iovec part{&request, sizeof request};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> room{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = room.data();
  message.msg_controllen = room.size();
  ssize_t got = 0;
  do got = recvmsg(kGmshSocket, &message, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  const cmsghdr* const control = CMSG_FIRSTHDR(&message);
  if (got != static_cast<ssize_t>(sizeof request) || request.protocol != kGmshProtocol || control == nullptr)
    return -1;
  int memory = -1;
  std::memcpy(&memory, CMSG_DATA(control), sizeof memory);
  request.file[sizeof request.file - 1] = request.folder[sizeof request.folder - 1] = '\0';
  return memory;
}

/// In a process of its own.
[[noreturn]] void work(const GmshRequest& request, int memory) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  close(kGmshSocket);
  const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nothing >= 0) dup2(nothing, 2);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (chdir(request.folder) != 0) _exit(1);
  void* const page = mmap(nullptr, kGmshPayload, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  if (page == MAP_FAILED) _exit(1);
  read_mesh_file(request, memory, *static_cast<GmshReport*>(page));
  _exit(0);
}

double seconds_of(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Ends a process, which may say before where it is.
void end_process(pid_t child, const sigset_t& ends) {
  kill(child, SIGXCPU);
  const timespec second{1, 0};
  sigtimedwait(&ends, nullptr, &second);
  kill(child, SIGKILL);
}

/// Waits for the process as long as it computes (its processor time is limited by the kernel), and for some
/// seconds in which it does not.
GmshReply wait_for(pid_t child, double idle_limit) {
  GmshReply reply{};
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGCHLD);
  clockid_t clock{};
  const bool has_clock = clock_getcpuclockid(child, &clock) == 0;
  double used = 0, since = seconds_of(CLOCK_MONOTONIC);
  while (waitpid(child, &reply.status, WNOHANG) == 0) {
    const timespec second{1, 0};
    if (sigtimedwait(&ends, nullptr, &second) >= 0) continue;
    const double now = seconds_of(CLOCK_MONOTONIC), uses = has_clock ? seconds_of(clock) : 0;
    constexpr double kLeast = 1e-3;  // of a second: what computes has more in a second of any machine
    if (uses > used + kLeast) {
      used = uses;
      since = now;
    }
    if (now - since < idle_limit) continue;
    reply.waited = now - since;
    end_process(child, ends);
    waitpid(child, &reply.status, 0);
    break;
  }
  return reply;
}

int serve() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  syscall(SYS_close_range, kGmshSocket + 1, ~0U, 0);
  const GmshHello hello{kGmshProtocol};
  if (send(kGmshSocket, &hello, sizeof hello, MSG_NOSIGNAL) != static_cast<ssize_t>(sizeof hello)) {
    std::fputs("jounce_gmsh reads meshes for jounce; do not run it directly\n", stderr);
    return 2;
  }
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGCHLD);
  sigprocmask(SIG_BLOCK, &ends, nullptr);
  signal(SIGPIPE, SIG_IGN);
  start_gmsh();
  for (;;) {
    constexpr int kIdle = 5000;  // ms, after which the program gives its memory back
    pollfd asked{kGmshSocket, POLLIN, 0};
    const int ready = poll(&asked, 1, kIdle);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return 0;
    GmshRequest request{};
    const int memory = receive_request(request);
    if (memory < 0) return 0;
    const pid_t child = fork();
    if (child == 0) work(request, memory);
    close(memory);
    GmshReply reply{};
    reply.status = 1 << 8;
    if (child > 0) reply = wait_for(child, std::clamp(request.time_limit, 5.0, 60.0));
    if (send(kGmshSocket, &reply, sizeof reply, MSG_NOSIGNAL) < 0) return 0;
  }
}

}  // namespace
}  // namespace jounce

int main() {
  // Without its exit functions: Gmsh's libraries have nothing to put in order here.
  _exit(jounce::serve());
}
