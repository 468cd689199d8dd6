#pragma once

#include <filesystem>
#include <ostream>
#include <vector>

#include "verify/case.h"
#include "verify/figure_reader.h"

namespace jounce::verify {

/// Writes the verification manual in Markdown: for every case the claim, decks, a picture where there is one,
/// and its figures with kind and source of the reference, tolerance and its reason, and the computed value
/// where it is recorded. Links are relative to the folder `verification` of @param data_folder.
void write_manual(const std::vector<Case>& cases, const RecordedFigures& recorded,
                  const std::filesystem::path& data_folder, std::ostream& out);

}  // namespace jounce::verify
