#pragma once

#include "keyword/input.h"
#include "params/node.h"

namespace jounce::keyword {

/// True for a pair that never parts nor slides (PRESSURE-OVERCLOSURE=TIED).
bool is_tied(const Interaction& interaction);

/// True for a pair of TYPE=NODE TO SURFACE, which is the default.
bool is_node_to_surface(const SurfacePair& pair);

/// Keys of a [[contact]] for the law of a pair: friction, and in static steps the law of pressures and the
/// stiffness of sticking. HARD is exact in a file of Abaqus; in CalculiX it is a linear law with 50 times the
/// first constant of the first material (manual, *SURFACE BEHAVIOR), and so it is here in static steps.
///
/// LINEAR of a pair of nodes and faces in CalculiX has a tension s at far nodes, and begins with half of its
/// stiffness k: p = k o (1/2 + atan(k o / (pi s)) / pi) at the overclosure o. That is a table here, for o >
/// 0.
params::Node contact_law_keys(const Input& input, const Interaction& interaction, bool is_static,
                              bool is_node_to_surface = false);

/// Areas that single nodes stand for, as CalculiX divides them: the outer faces around a node, each shared
/// alike among its nodes; of plane elements edges times the thickness (2 pi r where axisymmetric). One for
/// each node.
std::vector<double> node_areas(const Input& input, const std::vector<int>& nodes);

/// What is done differently from what the cards say.
std::vector<std::string> contact_law_notes(const Input& input, bool is_static);

}  // namespace jounce::keyword
