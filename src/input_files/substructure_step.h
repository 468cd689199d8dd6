#pragma once

#include <functional>
#include <string>

#include "keyword/translation.h"
#include "linear_dynamics/linearisation.h"
#include "model/model.h"

namespace jounce {

/// What *SUBSTRUCTURE GENERATE leaves: the stiffness at the degrees of freedom of *RETAINED NODAL DOFS with
/// the others free of forces (static_condensation), as a *USER ELEMENT of Abaqus in a file of text.
struct Substructure {
  std::string name;  ///< of the file
  std::string text;
  int size = 0;  ///< retained degrees of freedom
};

/// Throws params::InputError: where a retained degree of freedom is held, or none that the model solves for.
Substructure substructure(const keyword::Input& input, const keyword::Step& step,
                          const keyword::Translation& translation, const Model& model,
                          const std::function<Linearisation()>& linearise);

}  // namespace jounce
