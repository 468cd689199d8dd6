#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "deck/deck.h"
#include "keyword/input.h"

namespace jounce {

/// True for input files of Abaqus and CalculiX (.inp).
bool is_keyword_file(const std::filesystem::path& file);

/// The deck in a file, or the one that an input file of Abaqus or CalculiX stands for. Throws
/// params::InputError.
/// @param options  of an input file
deck::Deck read_model_file(const std::filesystem::path& file, const std::vector<std::string>& overrides,
                           const keyword::InputOptions& options = {});

/// A deck that an input file stands for (keyword::Translation), with overrides. Its meshes come from `input`.
/// Throws params::InputError.
deck::Deck deck_of(const std::shared_ptr<const keyword::Input>& input, params::Node document,
                   const std::vector<std::string>& overrides);

}  // namespace jounce
