#pragma once

#include <string>
#include <vector>

#include "keyword/cards.h"

namespace jounce::keyword {

/// Writes out the parts of a file of Abaqus for their instances, where a file has several of these, moves
/// them (*INSTANCE with data), or has nodes of the assembly beside them. Cards must have their full names and
/// parameters (InputReader::name_cards).
///
/// The cards of a part come once for each instance, and *PART itself goes.
///
/// Numbers of nodes and elements of an instance are those of the part plus a multiple of a power of ten, none
/// in the first instance; those of the assembly come behind all others.
///
/// Names of sets and surfaces of an instance become INSTANCE:NAME, here and where later cards name them
/// INSTANCE.NAME.
///
/// Coordinates are moved and then turned about the axis of the second line of *INSTANCE. Cards with
/// directions are refused in parts whose instances are turned.
///
/// @return what to tell of instances that have other numbers. Throws params::InputError.
std::vector<std::string> write_out_instances(std::vector<Card>& cards);

}  // namespace jounce::keyword
