#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "deck/diagnostics.h"
#include "deck/parameters.h"
#include "deck/tree.h"
#include "params/key.h"
#include "params/params.h"
#include "params/units.h"

namespace jounce::deck {

/// A name in the deck that has to be the name of an entry of one of the kinds "body|mesh".
struct Reference {
  std::string name;
  std::string kinds;
  std::string key;
  params::Location where;
};

/// A list of the deck that has as many numbers as the dimension of the model says.
struct SizedList {
  std::string key;
  params::Location where;
  bool is_place;  ///< of model.dimension numbers; otherwise a rotation: one in the plane, three in space
  bool fits;
  std::size_t count;    ///< numbers that it has
  std::string message;  ///< where it does not fit
};

/// What values are read against.
struct Context {
  const Parameters& parameters;
  params::Units units;
  int dimension = 0;  ///< of the model, 0 when unknown
  std::filesystem::path folder;
  Diagnostics& diagnostics;
  std::vector<Reference>& references;
  std::vector<SizedList>& vectors;  ///< whose lengths the reader judges
};

/// Turns nodes of the document into typed values; mistakes go to the diagnostics of the context.
class ValueReader {
 public:
  explicit ValueReader(const Context& context) : context_(context) {}

  /// Reads all keys of a table into `into`, with defaults; `title` names the table in messages ("material
  /// 'steel'"). Members named in `others` belong to somebody else, all further ones are mistakes.
  void read_table(const Node& table, const std::vector<const params::Key*>& keys,
                  const std::vector<std::string>& others, const std::string& title,
                  params::Params& into) const;

  /// Sets the defaults of keys that a table does not give; false when one of them is required.
  bool set_default(const params::Key& key, params::Params& into) const;

  /// What the key expects, with its unit and length in this deck.
  std::string expected(const params::Key& key) const;

 private:
  /// How messages call a value: 'key', or entry 3 of 'key'. Made into a text only when it is needed.
  struct Label {
    const std::string& key;
    std::size_t entry = 0;  // from 1; 0 for the whole value

    std::string text() const;
  };

  std::optional<params::Value> read_value(const params::Key& key, const Node& node) const;
  std::optional<double> read_number(const params::Key& key, const Node& node, const Label& label) const;
  std::optional<int> read_integer(const params::Key& key, const Node& node, const Label& label) const;
  std::optional<std::string> read_word(const params::Key& key, const Node& node, const Label& label) const;
  std::optional<params::TimeFunction> read_function(const params::Key& key, const Node& node,
                                                    const Label& label) const;
  std::optional<params::TimeFunction> read_expression(const params::Key& key, const Node& node,
                                                      const Label& label) const;
  std::optional<params::TimeFunction> read_time_function_table(const Node& node, const Label& label) const;
  template <class T>
  std::optional<params::Value> read_list(const params::Key& key, const Node& node, params::Type item_type,
                                         std::optional<T> (ValueReader::*read)(const params::Key&,
                                                                               const Node&, const Label&)
                                             const) const;
  void read_sub_tables(const params::Key& key, const Node& node, const std::string& title,
                       params::Params& into) const;

  /// Refuses a number with a unit behind it, "1 kg"; false when the text is something else.
  bool refuse_unit(const params::Key& key, const Node& node, const Label& label) const;
  bool uses_broken_parameter(const std::string& expression) const;
  int length_of(const params::Key& key) const;
  void refuse(const params::Key& key, const Node& node, const Label& label) const;
  void refuse(const params::Key& key, const Node& node, const Label& label, const std::string& got,
              const std::string& hint = {}) const;
  void refuse_names(const Node& table, const std::vector<const Node*>& unknown,
                    std::vector<const params::Key*> missing, const std::vector<std::string>& known,
                    const std::string& title) const;

  Context context_;
  mutable std::string title_;  ///< of the table whose keys are read
};

}  // namespace jounce::deck
