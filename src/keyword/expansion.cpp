#include "keyword/expansion.h"

#include "keyword/beam_expansion.h"
#include "keyword/expansion_ties.h"
#include "keyword/shell_expansion.h"
#include "keyword/shell_params.h"
#include "keyword/shell_ties.h"

namespace jounce::keyword {

void expand_thin_elements(Input& input) {
  const ShellStations shells = expand_shells(input);
  if (std::string note = shell_note(input); !note.empty()) input.notes.push_back(std::move(note));
  const BeamStations beams = expand_beams(input);
  tie_expanded_nodes(input, beams, shells);
  tie_shell_nodes(input, shells);
}

}  // namespace jounce::keyword
