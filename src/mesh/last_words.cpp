#include "mesh/last_words.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

namespace jounce {
namespace {

constexpr int kDied = 97;

GmshReport* told = nullptr;
const int* parser_line = nullptr;
const std::string* parser_file = nullptr;
int own_pages = -1;
double most_bytes = 0;

/// Where Gmsh's parser is; it has read on to the end of the line.
void note_place() {
  if (parser_line != nullptr) told->line = std::max(1, *parser_line - 1);
  if (parser_file == nullptr) return;
  const std::size_t length = std::min(parser_file->size(), sizeof told->file - 1);
  std::memcpy(told->file, parser_file->data(), length);
  told->file[length] = '\0';
}

/// Much of what libraries do without memory ends in a wrong address.
bool is_memory_short() {
  std::array<char, 64> text{};
  if (own_pages < 0 || pread(own_pages, text.data(), text.size() - 1, 0) <= 0) return false;
  constexpr double kPage = 4096;
  return static_cast<double>(std::strtoul(text.data(), nullptr, 10)) * kPage > 0.8 * most_bytes;
}

[[noreturn]] void die(GmshReport::End end, int number) {
  told->end = end;
  told->number = number;
  note_place();
  _exit(kDied);
}

void on_signal(int signal, siginfo_t* info, void*) {
  if (signal == SIGXCPU) die(GmshReport::no_time, signal);
  if (signal == SIGSYS) die(GmshReport::forbidden, info->si_syscall);
  die(is_memory_short() ? GmshReport::no_memory : GmshReport::signal, signal);
}

void on_exit_of_process(int status, void*) {
  if (told->state != GmshReport::at_work) return;
  die(is_memory_short() ? GmshReport::no_memory : GmshReport::ended_itself, status);
}

}  // namespace

void prepare_last_words(GmshReport& report, double memory_limit) {
  told = &report;
  most_bytes = memory_limit;
  own_pages = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  // Names of Gmsh's parser, where the library shows them.
  parser_line = static_cast<const int*>(dlsym(RTLD_DEFAULT, "gmsh_yylineno"));
  parser_file = static_cast<const std::string*>(dlsym(RTLD_DEFAULT, "_Z11gmsh_yynameB5cxx11"));

  static std::array<char, 1 << 16> room;
  const stack_t stack{room.data(), 0, room.size()};
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU, SIGSYS})
    sigaction(signal, &action, nullptr);
  on_exit(on_exit_of_process, nullptr);
  std::set_new_handler([] { die(GmshReport::no_memory, 0); });
}

}  // namespace jounce
