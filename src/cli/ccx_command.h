#pragma once

#include <string>
#include <vector>

namespace jounce::cli {

struct CcxOptions {
  std::string job;       ///< STEM or STEM.inp
  std::string name;      ///< the same without -i
  std::string umat;      ///< library for *USER MATERIAL
  bool shells = false;   ///< shells are not made solids
  bool version = false;  ///< of the interface
};

/// The words of the command line as `jounce ccx ...` has them, where the program is called by the name
/// jounce-ccx or ccx. Blanks around words of this command are removed: FreeCAD gives "-i ".
std::vector<std::string> ccx_words(int argc, const char* const* argv);

/// `jounce ccx`: a job as CalculiX' program takes and leaves it. Messages go to the standard output alone,
/// because programs that start it take any other output for a failure.
int ccx_command(const CcxOptions& options);

}  // namespace jounce::cli
