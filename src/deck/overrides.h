#pragma once

#include <string>

#include "deck/diagnostics.h"
#include "deck/tree.h"
#include "params/component.h"

namespace jounce::deck {

/// Changes the document as "path.to.key=value" says, e.g. "integrator.step=2e-3", "parameters.L=12" or, with
/// an entry of a list by its name, "contact.wall.restitution=0.5". Names with dots are quoted. The value is a
/// TOML value, or else a text. Tables and keys that the schema knows may be new. The place of the new value
/// is "--set path.to.key".
void apply_override(const std::string& assignment, Node& document, const params::Schema& schema,
                    Diagnostics& diagnostics);

/// The path "kind.name.key" of a value, with a name that is no plain word in quotes.
std::string override_path(const std::string& kind, const std::string& name, const std::string& key);

/// True for places that apply_override makes.
bool is_override(const params::Location& where);

/// The path of the override without its last name, with a dot: "contact.wall.".
std::string override_folder(const params::Location& where);

}  // namespace jounce::deck
