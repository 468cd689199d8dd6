#pragma once

#include "elements/batch/lanes.h"
#include "elements/batch/sweep.h"

namespace jounce::batch::JOUNCE_BATCH_TARGET {

/// Adds the stresses at the nodes of each element, but of deleted ones, to the sums of the nodes.
inline void project(const Cells& cells, const Law& law, const Projection& of) {
  constexpr int kNumbers = 6;
  for (int b = 0; b < cells.batches; ++b) {
    const int first = b * kLanes;
    const int count = cells.elements - first < kLanes ? cells.elements - first : kLanes;
    const std::int32_t* const place = cells.place + first;
    const std::int32_t* const nodes = cells.nodes + static_cast<long>(of.nodes) * first;
    const double* const stress = of.stress + static_cast<long>(kNumbers) * cells.points * first;
    bool is_left[kLanes];
    for (int l = 0; l < count; ++l)
      is_left[l] =
          law.failure < 0 ||
          !(of.history[static_cast<long>(place[l]) * cells.points * law.history_size + law.failure] >= 1);
    for (int a = 0; a < of.nodes; ++a) {
      const double* const weight = of.weight + static_cast<long>(cells.points) * a;
      Lanes sum[kNumbers];
      for (Lanes& value : sum) value = all(0);
      for (int p = 0; p < cells.points; ++p)
#pragma GCC unroll 6
        for (int c = 0; c < kNumbers; ++c) {
          Lanes at;
          __builtin_memcpy(&at, stress + static_cast<long>(kNumbers * p + c) * kLanes, sizeof at);
          sum[c] += weight[p] * at;
        }
      for (int l = 0; l < count; ++l) {
        if (!is_left[l]) continue;
        double* const to = of.sum + static_cast<long>(kNumbers) * nodes[a * kLanes + l];
        for (int c = 0; c < kNumbers; ++c) to[c] += sum[c][l];
      }
    }
  }
}

}  // namespace jounce::batch::JOUNCE_BATCH_TARGET
