#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <optional>

#include "python/input.h"
#include "run/setup.h"

namespace jounce::python {

class ModelView;

/// A step that failed for good, or results that could not be written.
struct RunError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A state as Python holds it: numbers of its own, and the model that they belong to.
struct StateView {
  std::shared_ptr<const ModelView> model;
  State state;

  void set_q(const pybind11::handle& q);
  void set_v(const pybind11::handle& v);
};

/// A model as Python holds it: it lives on when the run that it belongs to has ended.
class ModelView : public std::enable_shared_from_this<ModelView> {
 public:
  /// The model of a deck, or of its first step, at the start of a run.
  static std::shared_ptr<ModelView> of_deck(const std::shared_ptr<Input>& input, const Functions& forces,
                                            const Functions& gaps, const Functions& masses);
  ModelView(std::shared_ptr<const Input> input, deck::Deck deck, const Setup& setup, State start);

  const Model& model() const { return *model_; }
  const deck::Deck& deck() const { return deck_; }
  std::shared_ptr<StateView> state() const;  ///< at the start

  // Tables of parts: jounce.Table
  pybind11::object bodies() const;
  pybind11::object nodes() const;
  pybind11::object elements() const;
  pybind11::object joints() const;
  pybind11::object contacts() const;
  pybind11::object sensors() const;
  pybind11::object drawings() const;
  pybind11::list names() const;  ///< that `dofs`, `position` and `velocity` take
  pybind11::array cells(const std::string& element) const;

  pybind11::array dofs(const std::string& name) const;
  pybind11::array position(const std::string& name, const State& state) const;
  pybind11::array velocity(const std::string& name, const State& state) const;
  std::vector<std::string> notes() const { return notes_; }

 private:
  enum class Quantity { dof, position, velocity };
  /// A quantity of the nodes of a mesh or group; nothing where there is none of this name.
  std::optional<pybind11::array> of_mesh(const std::string& name, Quantity quantity,
                                         const State& state) const;
  pybind11::array of(const std::string& name, Quantity quantity, const State& state) const;

  std::shared_ptr<PetscSession> session_ = begin_session();  ///< first, so that it ends last
  std::shared_ptr<const Input> input_;
  deck::Deck deck_;
  std::shared_ptr<const Model> model_;
  State start_;
  std::vector<std::array<std::string, 3>> sensors_;  ///< name, unit, description
  std::vector<std::string> notes_;
};

/// The state that a function is asked about: that of the argument, or of the start. Throws ValueError for one
/// of another model.
const State& state_or_start(const ModelView& model, const std::shared_ptr<StateView>& state,
                            std::shared_ptr<StateView>& start);

/// Energies by name.
pybind11::dict energies_of(const Model& model, const State& state);

}  // namespace jounce::python
