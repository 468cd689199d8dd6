#include "run_deck.h"

#include "deck/within_memory.h"
#include "input_files/keyword_run.h"
#include "la/petsc.h"
#include "run/model_file.h"
#include "run/step_sequence.h"

namespace jounce {

RunReport run_deck(const RunOptions& options) {
  const PetscSession petsc;
  RunReport report = reported([&] {
    if (is_keyword_file(options.deck)) return run_keyword_file(options);
    if (!options.umat.empty())
      throw params::InputError(
          {options.deck.string(), 0, 0},
          "--umat is for input files of Abaqus and CalculiX; a deck names the library by 'file' of "
          "a material of type 'umat'");
    if (options.shells)
      throw params::InputError(
          {options.deck.string(), 0, 0},
          "--shells is for input files of Abaqus and CalculiX; a deck has elements of type "
          "'shell'");
    const deck::Deck deck = read_model_file(options.deck, options.overrides);
    return deck::within_memory(deck, [&] {
      RunOptions in_parts = options;
      in_parts.in_parts = true;
      StepSequence steps(deck, in_parts);
      return steps.run();
    });
  });
  if (report.output.empty()) report.output = options.output;
  return report;
}

}  // namespace jounce
