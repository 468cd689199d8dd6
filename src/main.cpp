#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "cli/arguments.h"

int main(int argc, char** argv) {
  try {
    return jounce::cli::main(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "jounce: {}\n", error.what());
    return 1;
  }
}
