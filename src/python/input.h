#pragma once

#include <pybind11/pybind11.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "deck/deck.h"
#include "model/user_functions.h"

namespace jounce {
class PetscSession;
}

namespace jounce::python {

/// A deck as Python holds it.
class Input {
 public:
  Input(const std::filesystem::path& file, const pybind11::dict& set);
  static std::shared_ptr<Input> from_text(const std::string& text, const pybind11::dict& set);
  static std::shared_ptr<Input> from_tables(const pybind11::dict& tables, const pybind11::dict& set,
                                            const std::filesystem::path& folder);

  const deck::Deck& deck() const { return deck_; }

 private:
  explicit Input(deck::Deck deck) : deck_(std::move(deck)) {}
  deck::Deck deck_;
};

/// The deck that a user gives: a Deck, or the path of one. Throws TypeError for anything else.
std::shared_ptr<Input> input_of(const pybind11::object& deck);

using Functions = std::map<std::string, pybind11::function>;

/// Functions of users from those of Python; warns of those that nothing calls.
UserFunctions user_functions(const deck::Deck& deck, const Functions& forces, const Functions& gaps,
                             const Functions& masses);

/// MPI and PETSc, from the first call until end_session() and as long as someone holds them.
std::shared_ptr<PetscSession> begin_session();
void end_session();

}  // namespace jounce::python
