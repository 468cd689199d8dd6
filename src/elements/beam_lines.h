#pragma once

#include <array>
#include <vector>

#include "model/builder.h"
#include "params/key.h"

namespace jounce {

/// One line of a mesh that becomes a beam.
struct BeamLine {
  std::array<int, 2> nodes;  ///< numbers of the model's nodes
  std::array<Vector3, 2> points;
};

/// The lines named by key `mesh`. Throws params::InputError for lines without length.
std::vector<BeamLine> beam_lines(const params::Params& params, const ModelBuilder& builder);

/// Phase 1 of a beam: gives rotations to the nodes of its lines.
void prepare_beam(const params::Params& params, ModelBuilder& builder);

/// Keys that all beams share: mesh, material, section.
std::vector<params::Key> beam_keys();

}  // namespace jounce
