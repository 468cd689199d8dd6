#pragma once

namespace jounce {

/// Number of allocations by operator new of this thread since its start.
int allocations();

}  // namespace jounce
