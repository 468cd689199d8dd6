#pragma once

#include <filesystem>

#include "io/checkpoint.h"
#include "model/state.h"

namespace jounce {

/// Which bodies are there and what has passed, for a checkpoint: the degrees of freedom of bodies that are
/// not there as the ends of their intervals. Nothing in a model whose bodies stay.
void store_exchange(const State& state, io::CheckpointWriter& writer);

/// Throws CheckpointError when the checkpoint belongs to another model.
void restore_exchange(const io::CheckpointReader& reader, const std::filesystem::path& file, State& state);

}  // namespace jounce
