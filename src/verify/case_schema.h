#pragma once

#include "params/component.h"

namespace jounce::verify {

/// Everything a case.toml may contain; the measures are the types of [[value]] and [[check]].
params::Schema case_schema();

}  // namespace jounce::verify
