#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "keyword/input.h"

namespace jounce::keyword {

/// What a job leaves for one that goes on from it (NAME.rout of *RESTART, WRITE, NAME.rin of *RESTART, READ):
/// its cards, with those of the files that it includes, and states behind some of its steps.
///
///   Jounce restart file, format 1
///   jounce 0.1.0 (1a2b3c4)
///   steps 1 2                     those with a state, in the order of the file
///   cards 5                       so many lines follow
///   @a.inp                        the file of the cards from here on
///   12*NODE,NSET=ALL              line of a card, and what it says; names of files once more as they are
///                                 written, behind a tabulator
///   13 1,0.,0.,0.                 line of data
///   states 123456                 so many bytes follow; this module does not look into them
///   checksum 0123456789abcdef     FNV-1a, 64 bits, of all bytes before this line
struct RestartFile {
  std::vector<int> steps;  ///< counted from 1
  std::vector<Card> cards;
  std::string states;
};

/// The lines of cards, as in a restart file.
std::string restart_lines(const std::vector<Card>& cards);
/// The content of a restart file. @param lines  restart_lines
std::string restart_text(const std::vector<int>& steps, const std::string& lines, const std::string& states);
/// Throws params::InputError at `card` where the file is missing, of another kind or format, or damaged.
RestartFile read_restart_file(const std::filesystem::path& file, const Card& card);

/// *RESTART, READ[, STEP=k] as the first card: the cards of NAME.rin beside the file up to the end of the
/// step take its place. What follows may name sets and amplitudes before its steps, but not change the model.
/// Cards must have their names. Throws params::InputError.
void go_on_from_restart_file(Input& input);

}  // namespace jounce::keyword
