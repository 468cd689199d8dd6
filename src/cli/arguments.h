#pragma once

namespace jounce::cli {

/// Parses the command line and runs the sub-command; returns the exit status.
int main(int argc, char** argv);

}  // namespace jounce::cli
