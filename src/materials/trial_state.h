#pragma once

#include <algorithm>
#include <array>

#include "materials/material.h"

namespace jounce {

/// What a law of small strain depends on when b_e is the trial state of a step (Multiplicative): no plastic
/// strain yet, and of the history what stands behind it.
struct TrialState {
  static constexpr int kMostHistory = 16;

  std::array<double, kMostHistory> history{};
  PointState at;

  TrialState(const PointState& from, int size) : at(from) {
    if (size == 0) return;
    std::copy_n(from.history + 6, size - 6, history.begin() + 6);
    at.history = history.data();
  }
  TrialState(const TrialState&) = delete;
  TrialState& operator=(const TrialState&) = delete;
};

}  // namespace jounce
