#pragma once

#include <memory>
#include <vector>

#include "model/element.h"

namespace jounce {

/// The blocks that are of type Block, in their order.
template <class Block>
std::vector<Block*> blocks_of(const std::vector<std::unique_ptr<ElementBlock>>& blocks) {
  std::vector<Block*> list;
  for (const auto& block : blocks)
    if (auto* const found = dynamic_cast<Block*>(block.get())) list.push_back(found);
  return list;
}

}  // namespace jounce
