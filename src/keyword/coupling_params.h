#pragma once

#include <string>

#include "keyword/deck_tree.h"

namespace jounce::keyword {

/// *COUPLING (which *KINEMATIC or *DISTRIBUTING must follow) or *RIGID BODY. Throws params::InputError.
Coupling read_coupling(const Card& card, const Input& input);
/// *KINEMATIC or *DISTRIBUTING, which belong to the coupling read last.
void take_coupling_kind(const Card& card, Input& input);

/// Makes reference nodes of rigid couplings nodes of the mesh where elements and equations have them, or
/// where their supports begin or end in later steps.
void hold_references(Input& input);

/// Whether a support of, or a force on, a degree of freedom is up to the marker of a coupling, and not to a
/// node of the mesh.
bool is_of_marker(const Input& input, int node, int dof);

/// True for a support of, or a force on, a reference or rotational node: add_couplings has it. Throws
/// params::InputError where such a node is one of several.
bool acts_on_coupling(const Input& input, const NodeLoad& load);

/// What to say of a support that begins in an analysis about a state that others have left.
std::string begins_late(int dof, int node);

/// Entries of [[marker]] for the reference nodes, with [[load]] and [[joint]] (drivers) for what acts on
/// them.
void add_couplings(const Input& input, const Translation& translation, DeckTree& deck);

/// Whether a step after the first ends supports (OP=NEW) and there are couplings: those of rotations of
/// reference nodes may be among them.
bool coupling_supports_end(const Input& input, const Translation& translation);

/// Name of the marker of a coupling.
inline std::string coupling_name(int number) { return fmt::format("coupling_{}", number + 1); }

/// What the cards of couplings say that is followed in another way.
std::vector<std::string> coupling_notes(const Input& input);

}  // namespace jounce::keyword
