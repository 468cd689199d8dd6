#include "mesh/gmsh_end.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <string_view>

namespace jounce {
namespace {

/// "part.geo:3", or the file alone.
std::string place_of(const GmshTask& task, const GmshReport& report) {
  const std::string_view named(report.file, strnlen(report.file, sizeof report.file));
  const bool is_known = report.line > 0 && report.meshing == 0;
  if (!is_known) return task.file.string();
  return fmt::format("{}:{}", named.empty() ? task.file.string() : std::string(named), report.line);
}

std::string_view name_of_signal(int number) {
  switch (number) {
    case SIGFPE:
      return "SIGFPE, an integer division by zero";
    case SIGSEGV:
      return "SIGSEGV, a wrong address";
    case SIGBUS:
      return "SIGBUS, a wrong address";
    case SIGABRT:
      return "SIGABRT, corrupted memory or an uncaught error";
    case SIGILL:
      return "SIGILL";
    case SIGTERM:
      return "SIGTERM";
    case SIGINT:
      return "SIGINT";
    case SIGKILL:
      return "SIGKILL, as when memory runs out";
    default:
      return {};
  }
}

}  // namespace

std::string message_of_end(const GmshTask& task, const GmshReport& report, const GmshReply& reply) {
  const std::string place = place_of(task, report);
  const std::string_view doing = report.meshing != 0 ? "meshed" : "read";
  if (reply.waited > 0)
    return fmt::format("{}: Gmsh was stopped because it was idle for {:.0f} s; the file makes it wait", place,
                       reply.waited);
  const bool signalled = WIFSIGNALED(reply.status);
  const int signal = signalled ? WTERMSIG(reply.status) : report.number;
  if (report.end == GmshReport::no_time || (signalled && signal == SIGXCPU))
    return fmt::format(
        "{}: Gmsh had not {} this file after {:g} s of processor time; the mesh may take more "
        "by time_limit",
        place, doing, task.time_limit);
  if (report.end == GmshReport::no_memory)
    return fmt::format(
        "{}: Gmsh needs more memory for this file than {:g} GB; the mesh may take more by "
        "memory_limit",
        place, task.memory_limit / 1e9);
  if (report.end == GmshReport::forbidden)
    return fmt::format(
        "{}: Gmsh was stopped because the file made it start a program, open a connection or send a signal, "
        "which only trusted scripts may do (trusted_script = true at this mesh)",
        place);
  if (report.end == GmshReport::ended_itself)
    return fmt::format("{}: Gmsh ended here with status {}, before there was a mesh", place, report.number);
  if (!signalled && report.end != GmshReport::signal)
    return fmt::format("{}: Gmsh ended with status {}, before there was a mesh", place,
                       WEXITSTATUS(reply.status));
  const std::string_view name = name_of_signal(signal);
  return fmt::format(
      "{}: Gmsh crashed when it {} this file ({}); the file is damaged, or requires something that Gmsh "
      "cannot do",
      place, doing, name.empty() ? fmt::format("signal {}", signal) : std::string(name));
}

}  // namespace jounce
