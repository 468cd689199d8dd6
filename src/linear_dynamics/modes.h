#pragma once

#include "run/run.h"

namespace jounce {

struct ModesOptions {
  std::filesystem::path deck;
  std::vector<std::string> overrides;
  std::filesystem::path output;  ///< folder; empty: deck name + ".modes" in the current folder
  int count = 10;                ///< modes wanted, the lowest ones
};

/// Eigenfrequencies and shapes of a deck's model about its initial state: a table as message, modes.csv
/// (number, frequency, omega^2, share of the effective mass in each direction) and modes.vtkhdf with
/// modes.xdmf (frame k is mode k, displaced by its shape). Wrong decks and failures are reported, not thrown.
RunReport compute_modes(const ModesOptions& options);

struct MatricesOptions {
  std::filesystem::path deck;
  std::vector<std::string> overrides;
  std::filesystem::path output;  ///< folder; empty: deck name + ".matrices" in the current folder
};

/// Writes M, C, K (free degrees of freedom) and G of the initial state as Matrix Market files, and dofs.csv
/// with the part that each row belongs to.
RunReport write_matrices(const MatricesOptions& options);

}  // namespace jounce
