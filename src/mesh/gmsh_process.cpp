#include "mesh/gmsh_process.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>
#include <mutex>
#include <sstream>
#include <utility>

#include "mesh/gmsh_end.h"
#include "mesh/gmsh_import.h"
#include "mesh/gmsh_protocol.h"

extern char** environ;

namespace jounce {
namespace {

namespace fs = std::filesystem;

/// A file descriptor that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close_now(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }
  int release() { return std::exchange(number_, -1); }
  void close_now() {
    if (number_ >= 0) close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

std::string system_message() { return std::strerror(errno); }

fs::path find_reader(const std::vector<fs::path>& folders) {
  std::string searched;
  for (const fs::path& folder : folders) {
    const fs::path candidate = (folder / kMeshReader).lexically_normal();
    std::error_code ignored;
    if (fs::is_regular_file(candidate, ignored)) return candidate;
    searched += fmt::format("{}{}", searched.empty() ? "" : ", ", candidate.parent_path().string());
  }
  throw MeshError(fmt::format(
      "mesh files are read by the program {}, which is not in {}; build it with the target 'jounce_gmsh' "
      "(Debian package libgmsh-dev) or install it with the program",
      kMeshReader, searched));
}

/// Starts the reader with the socket as its descriptor 3 and its messages into `errors`.
int spawn_reader(const fs::path& program, int socket, int errors) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, errors, 2);
  posix_spawn_file_actions_adddup2(&actions, socket, kGmshSocket);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::string name = program.string();
  std::array<char*, 2> arguments = {name.data(), nullptr};
  pid_t child = -1;
  const int failed = posix_spawn(&child, name.c_str(), &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  errno = failed;
  return failed == 0 ? child : -1;
}

template <class Message>
bool receive(int socket, Message& message) {
  ssize_t got = 0;
  do got = recv(socket, &message, sizeof message, 0);
  while (got < 0 && errno == EINTR);
  return got == static_cast<ssize_t>(sizeof message);
}

/// Sends a request together with the file that is to be filled.
bool send_request(int socket, GmshRequest& request, int memory) {
  iovec part{&request, sizeof request};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> room{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = room.data();
  message.msg_controllen = room.size();
  cmsghdr* const control = CMSG_FIRSTHDR(&message);
  control->cmsg_level = SOL_SOCKET;
  control->cmsg_type = SCM_RIGHTS;
  control->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(control), &memory, sizeof memory);
  ssize_t sent = 0;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(sizeof request);
}

std::string read_memory(int memory, std::size_t from, std::size_t size) {
  std::string bytes(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = pread(memory, bytes.data() + done, size - done, static_cast<off_t>(from + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  bytes.resize(done);
  return bytes;
}

/// What the file has from `kGmshPayload` on; its length is not believed.
std::string payload(int memory, const GmshReport& report) {
  const off_t end = lseek(memory, 0, SEEK_END);
  if (end < static_cast<off_t>(kGmshPayload) || report.size > static_cast<std::uint64_t>(end) - kGmshPayload)
    return {};
  return read_memory(memory, kGmshPayload, report.size);
}

}  // namespace

GmshProcess::GmshProcess(const std::vector<fs::path>& folders) : program_(find_reader(folders)) { start(); }

GmshProcess::~GmshProcess() { stop(); }

void GmshProcess::start() {
  std::array<int, 2> sockets{}, pipes{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets.data()) != 0)
    throw MeshError(fmt::format("the reader of meshes cannot be started: {}", system_message()));
  Descriptor own(sockets[0]), its(sockets[1]);
  if (pipe2(pipes.data(), O_CLOEXEC) != 0)
    throw MeshError(fmt::format("the reader of meshes cannot be started: {}", system_message()));
  const Descriptor said(pipes[0]);
  Descriptor says(pipes[1]);
  child_ = spawn_reader(program_, its.get(), says.get());
  if (child_ < 0)
    throw MeshError(fmt::format("{} cannot be started: {}", program_.string(), system_message()));
  owner_ = getpid();
  its.close_now();
  says.close_now();
  GmshHello hello{};
  if (receive(own.get(), hello) && hello.protocol == kGmshProtocol) {
    socket_ = own.release();
    return;
  }
  const bool is_other = hello.protocol != 0;
  own.close_now();
  std::string text;
  std::array<char, 1000> part{};
  for (ssize_t got = 0; (got = ::read(said.get(), part.data(), part.size())) > 0 && text.size() < 4000;)
    text.append(part.data(), static_cast<std::size_t>(got));
  stop();
  if (is_other)
    throw MeshError(fmt::format("{} is not the reader of this version of the program; build both again",
                                program_.string()));
  throw MeshError(
      fmt::format("the program that reads mesh files, {}, does not run{}{} (it needs Gmsh, Debian package "
                  "libgmsh4.8 or libgmsh-dev)",
                  program_.string(), text.empty() ? "" : ": ", text.substr(0, text.find('\n'))));
}

void GmshProcess::stop() {
  if (socket_ >= 0) close(socket_);
  socket_ = -1;
  if (child_ >= 0 && owner_ == getpid()) {
    kill(child_, SIGKILL);
    while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  child_ = -1;
}

/// @return false where the reader is gone, which it is after some idle seconds
bool GmshProcess::ask(const GmshTask& task, int memory, GmshReply& reply) {
  GmshRequest request{};
  request.protocol = kGmshProtocol;
  request.order = task.order;
  request.size = task.size;
  request.time_limit = task.time_limit;
  request.memory_limit = task.memory_limit;
  request.trusted = task.trusted ? 1 : 0;
  const std::string file = task.file.string(), folder = fs::current_path().string();
  if (file.size() >= sizeof request.file || folder.size() >= sizeof request.folder)
    throw MeshError(fmt::format("the path '{}' is too long", file));
  file.copy(request.file, file.size());
  folder.copy(request.folder, folder.size());
  return send_request(socket_, request, memory) && receive(socket_, reply);
}

GmshMesh GmshProcess::read(const GmshTask& task) {
  if (socket_ >= 0 && owner_ != getpid()) stop();
  const Descriptor memory(memfd_create("jounce mesh", MFD_CLOEXEC));
  if (memory.get() < 0 || ftruncate(memory.get(), static_cast<off_t>(kGmshPayload)) != 0)
    throw MeshError(fmt::format("not enough memory for a mesh: {}", system_message()));
  GmshReply reply{};
  GmshReport report{};
  for (int attempt = 0;; ++attempt) {
    pollfd gone{socket_, POLLIN, 0};
    if (socket_ < 0 || poll(&gone, 1, 0) != 0) {
      stop();
      start();
    }
    const bool answered = ask(task, memory.get(), reply);
    const std::string head = read_memory(memory.get(), 0, sizeof report);
    if (head.size() == sizeof report) std::memcpy(&report, head.data(), sizeof report);
    if (answered) break;
    stop();
    if (report.state == GmshReport::untouched && attempt == 0) continue;  // it went just then
    throw MeshError(
        fmt::format("'{}' has not been read: the program that reads meshes was killed", task.file.string()));
  }
  const bool complete = WIFEXITED(reply.status) && WEXITSTATUS(reply.status) == 0;
  if (complete && report.state == GmshReport::refused) throw MeshError(payload(memory.get(), report));
  if (complete && report.state == GmshReport::mesh) {
    if (auto mesh = unpacked(payload(memory.get(), report))) return std::move(*mesh);
    throw MeshError(fmt::format("'{}' made Gmsh return an invalid mesh", task.file.string()));
  }
  throw MeshError(message_of_end(task, report, reply));
}

GmshMesh read_by_gmsh(const GmshTask& task) {
  static std::mutex mutex;
  static std::unique_ptr<GmshProcess> reader;
  const std::lock_guard lock(mutex);
  if (!reader) reader = std::make_unique<GmshProcess>(gmsh_folders());
  return reader->read(task);
}

std::vector<fs::path> gmsh_folders() {
  std::error_code ignored;
  // The file that holds this code: the program, or the Python module.
  fs::path file = fs::read_symlink("/proc/self/exe", ignored);
  Dl_info info;
  if (dladdr(reinterpret_cast<const void*>(&gmsh_folders), &info) != 0)
    if (const fs::path library = fs::weakly_canonical(info.dli_fname, ignored); library.extension() == ".so")
      file = library;
  const fs::path program = file.parent_path();
  std::vector<fs::path> folders;
  std::istringstream list(JOUNCE_GMSH_FOLDERS);
  for (std::string folder; std::getline(list, folder, ':');) folders.push_back(program / folder);
  return folders;
}

}  // namespace jounce
