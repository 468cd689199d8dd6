#pragma once

#include <array>

#include "keyword/translation.h"

namespace jounce::keyword {

/// *TIME POINTS: a list, or with GENERATE first, last and distance. Throws params::InputError.
void read_time_points(const Card& card, Input& input);

/// Those that TIME POINTS of an output card names; null without it.
const TimePoints* find_time_points(const Card& card, const Input& input);

/// First time point of the prints of a step that begins at `start` that lies in (from, to].
std::optional<double> time_point(const Step& step, double start, double from, double to);

/// Into how many parts increments of this size are to be divided in some steps of a translation, [first,
/// last), so that time points of prints are ends of them: up to 100. Throws params::InputError where that
/// does not do.
int parts_for_time_points(const Input& input, const Translation& translation,
                          const std::array<std::size_t, 2>& steps, double size);

}  // namespace jounce::keyword
