#pragma once

#include "keyword/input.h"

namespace jounce::keyword {

// What the cards of nodes, elements, sets, surfaces and equations say. Each throws params::InputError.
void read_nodes(const Card& card, Input& input);
void read_elements(const Card& card, Input& input);
void read_node_set(const Card& card, Input& input);
void read_element_set(const Card& card, Input& input);
void read_surface(const Card& card, Input& input);
/// A set of nodes stands for as many equations as it has nodes, in the order of their numbers.
void read_equations(const Card& card, Input& input);

/// The node that a parameter names, by its number or a set of one node.
int one_node(const Card& card, const Input& input, std::string_view parameter);

/// A name without the instance of an assembly in front: "TOP" of "BLOCK-1.TOP".
std::string plain_name(const std::string& name);

}  // namespace jounce::keyword
