#include "io/gnuplot.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>

#include "io/atomic_file.h"
#include "io/output_error.h"
#include "io/picture_stamp.h"
#include "version.h"

namespace jounce::io {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// An unnamed temporary file; files instead of pipes, so that neither side can block the other.
File scratch_file(const std::filesystem::path& png) {
  File file(std::tmpfile());
  if (!file) fail_output(png, "draw", errno);
  fcntl(fileno(file.get()), F_SETFD, FD_CLOEXEC);
  return file;
}

std::string content(std::FILE* file) {
  std::string text;
  std::rewind(file);
  char block[1024];
  for (std::size_t count; (count = std::fread(block, 1, sizeof block, file)) > 0;) text.append(block, count);
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

/// Runs gnuplot with standard input and output connected to the files. @return its exit status, or -1
int run(const std::filesystem::path& png, std::FILE* input, std::FILE* messages) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(input), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(messages), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(messages), STDERR_FILENO);
  std::string name = "gnuplot";
  std::string script = "/dev/stdin";  // as a file: unless told so, gnuplot takes ten times as long to read it
  char* arguments[] = {name.data(), script.data(), nullptr};
  pid_t child = -1;
  const int error = posix_spawnp(&child, name.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error == ENOENT || error == EACCES) {
    throw OutputError(png,
                      fmt::format("cannot draw '{}': the program gnuplot was not found; install the package "
                                  "gnuplot-nox (apt-get install gnuplot-nox)",
                                  png.string()));
  }
  if (error != 0) fail_output(png, "run gnuplot for", error);
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) fail_output(png, "run gnuplot for", errno);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

std::string gnuplot_string(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') out += '\'';
    out += c == '\n' || c == '\r' ? ' ' : c;
  }
  return out + '\'';
}

void run_gnuplot(const std::filesystem::path& png,
                 const std::function<std::string(const std::filesystem::path& picture)>& script) {
  require_place_of_file(png);
  const std::filesystem::path temporary = temporary_name(png);
  const std::string text = script(temporary);
  const int probe = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (probe < 0) fail_output(png, "create", errno);
  ::close(probe);
  try {
    const File input = scratch_file(png);
    const File messages = scratch_file(png);
    if (std::fwrite(text.data(), 1, text.size(), input.get()) != text.size() ||
        std::fflush(input.get()) != 0) {
      fail_output(png, "draw", errno);
    }
    std::rewind(input.get());
    const int status = run(png, input.get(), messages.get());
    if (status != 0 || std::filesystem::file_size(temporary) == 0) {
      throw OutputError(png, fmt::format("cannot draw '{}': gnuplot failed (status {}): {}", png.string(),
                                         status, content(messages.get())));
    }
    stamp_picture(temporary, version_text());
    replace_file(temporary, png, false);
  } catch (...) {
    std::remove(temporary.c_str());
    throw;
  }
}

}  // namespace jounce::io
