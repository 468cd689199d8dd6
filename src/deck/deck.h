#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "params/component.h"
#include "params/input_error.h"
#include "params/node.h"
#include "params/params.h"
#include "params/units.h"

namespace jounce::keyword {
struct Input;
}

namespace jounce::deck {

class Diagnostics;

/// A validated input deck: every value has its type, is in its range, and every reference leads somewhere.
class Deck {
 public:
  /// Content of a [kind] table; defaults where the deck has none. std::logic_error when the deck need not
  /// have the table and does not, or the kind is unknown or a list.
  const params::Params& table(std::string_view kind) const;

  /// True when table(kind) has a value, or the list has an entry.
  bool has(std::string_view kind) const;

  /// Entries of a [[kind]] list in the order of the deck; empty when there are none.
  std::vector<const params::Params*> entries(std::string_view kind) const;

  /// The same in all steps.
  std::vector<const params::Params*> entries_of_all_steps(std::string_view kind) const;

  /// Entry of a list by its name, or nullptr.
  const params::Params* find(std::string_view kind, std::string_view name) const;

  /// Types of [integrator], or of all [[step]].
  std::vector<std::string> schemes() const;
  /// Names of [[step]], in order; empty for a deck of one analysis.
  std::vector<std::string> step_names() const;
  /// The same deck in one of its steps: its type and keys stand in [analysis] or [integrator], and lists have
  /// what acts in it. What read_deck gives is in the first step.
  Deck at_step(std::size_t number) const;
  std::size_t step() const { return step_; }
  /// Whether an entry of this name acts in other steps, and in this one does not.
  bool acts_elsewhere(std::string_view name) const { return elsewhere_.contains(name); }

  const std::string& title() const { return title_; }
  const params::Units& units() const { return units_; }

  /// Names and values of [parameters] in the order of the deck.
  const std::vector<std::pair<std::string, double>>& parameters() const { return parameters_; }

  /// Those that no text of the deck names.
  const std::vector<std::pair<std::string, params::Location>>& unused_parameters() const {
    return unused_parameters_;
  }

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path folder() const {
    return path_.parent_path();
  }  ///< files of the deck are relative to it

  /// Whether a key of a kind is the path of a file.
  bool names_file(const std::string& kind, const std::string& key) const {
    return files_.contains({kind, key});
  }

  /// The deck with all defaults and evaluated numbers, as TOML that reads back to the same deck.
  /// @param at  folder to which paths of files are relative then; empty: that of the deck
  std::string resolved_toml(const std::filesystem::path& at = {}) const;

  /// The same without the defaults: what was given, by overrides too.
  std::string given_toml(const std::filesystem::path& at = {}) const;

  /// The input file of Abaqus or CalculiX that the deck stands for, so that its mesh is not read again;
  /// nullptr for a deck of its own.
  const keyword::Input* input() const { return input_.get(); }

 private:
  using Tables = std::map<std::string, std::vector<params::Params>, std::less<>>;

  std::string to_toml(bool with_defaults, const std::filesystem::path& at) const;
  /// What steps ask for beside the rules of their keys.
  void check_steps(Diagnostics& diagnostics) const;

  friend class DeckReader;

  std::filesystem::path path_;
  std::string title_;
  params::Units units_;
  std::vector<std::pair<std::string, double>> parameters_;
  std::vector<std::pair<std::string, params::Location>> unused_parameters_;
  std::vector<std::pair<std::string, bool>> kinds_;  ///< name, is_list; in the order of the schema
  Tables tables_;                                    ///< in the present step
  std::shared_ptr<const Tables> whole_;              ///< as written, of a deck with steps
  std::size_t step_ = 0;
  std::set<std::string, std::less<>> elsewhere_;         ///< entries that act in other steps alone
  std::set<std::string, std::less<>> absent_;            ///< tables that consist of defaults
  std::set<std::pair<std::string, std::string>> files_;  ///< kind and key of texts that are paths of files
  std::shared_ptr<const keyword::Input> input_;
};

/// Reads and validates a deck file. Overrides are "path.to.key=value", e.g. "contact.wall.restitution=0.5".
/// Throws params::InputError with all mistakes of the deck in the order of the file.
Deck read_deck(const std::filesystem::path& path, const params::Schema& schema,
               const std::vector<std::string>& overrides = {});

/// The same for a text; file_name is used in messages and to find files that the deck names.
Deck read_deck_text(std::string_view text, std::string_view file_name, const params::Schema& schema,
                    const std::vector<std::string>& overrides = {});

/// The same for a document that is already a tree; `input`: the input file that it was made from.
Deck read_deck_tree(params::Node document, std::string_view file_name, const params::Schema& schema,
                    const std::vector<std::string>& overrides = {},
                    std::shared_ptr<const keyword::Input> input = {});

/// JSON Schema (2020-12) of a deck, for editors. It is wider than read_deck: references, parameters and
/// expressions are only checked by the reader.
std::string json_schema(const params::Schema& schema);

/// Reference of all tables and keys as Markdown.
std::string deck_reference(const params::Schema& schema);

}  // namespace jounce::deck
