#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "params/key.h"

namespace jounce::params {

/// What a deck may write as [[kind]] with type = "type": the keys beside those of the kind.
struct Component {
  std::string kind;
  std::string type;
  std::string doc;
  std::vector<Key> keys = {};
  std::string same_keys_as = {};  ///< kind whose type of this name documents them
  int dimension = 0;              ///< model.dimension that it needs; 0: it goes with all
  std::string elsewhere = {};     ///< type that serves in models of another dimension, if one does
};

/// A top-level table [name], or a list of tables [[name]], of the deck. Entries of a list have a `name`, and
/// tables with types a `type`; neither is declared among the keys.
struct Kind {
  std::string name;
  bool is_list = false;
  std::string doc;
  std::vector<Key> keys = {};     ///< common to all types
  bool has_types = false;         ///< the components of this kind are its types
  std::string default_type = {};  ///< type of a table that names none; "" = a type has to be named
  bool name_required = true;      ///< entries of a list need a name
  bool is_required = false;       ///< the deck needs this table, or one entry of this list
};

/// All that a deck may contain, beside title, [units] and [parameters].
struct Schema {
  std::vector<Kind> kinds;
  std::vector<Component> components;

  const Kind* find(std::string_view kind) const;
  const Component* find(std::string_view kind, std::string_view type) const;
  std::vector<std::string> types_of(std::string_view kind) const;
};

}  // namespace jounce::params
