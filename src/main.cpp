#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>

#include "cli/arguments.h"

int main(int argc, char** argv) {
  try {
    return jounce::cli::main(argc, argv);
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "jounce: this needs more memory than there is\n");
    return 1;
  } catch (const std::length_error&) {  // of a container, which no memory would hold
    fmt::print(stderr, "jounce: this needs more memory than there is\n");
    return 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "jounce: {}\n", error.what());
    return 1;
  }
}
