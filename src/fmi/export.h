#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace jounce::fmi {

struct ExportRequest {
  std::filesystem::path deck;
  std::vector<std::string> overrides;  ///< as given with --set
  std::vector<std::string>
      inputs;                    ///< paths of functions of time; empty: all that the deck gives as constants
  std::string version = "3";     ///< of the standard: "2" or "3"
  std::filesystem::path output;  ///< empty: DECK.fmu in the current folder
};

struct Export {
  std::filesystem::path file;
  int inputs = 0, outputs = 0, parameters = 0;
};

/// Writes a deck as an FMU for co-simulation, while a PetscSession is open. Throws params::InputError for
/// decks that cannot be one and names of inputs that the deck does not have, io::OutputError for files.
Export write_fmu(const ExportRequest& request);

}  // namespace jounce::fmi
