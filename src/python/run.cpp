#include "python/run.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "deck/within_memory.h"
#include "python/fields.h"
#include "python/values.h"

namespace py = pybind11;

namespace jounce::python {

Run::Run(std::shared_ptr<Input> input, const RunChoice& choice, const Functions& forces,
         const Functions& gaps, const Functions& masses)
    : input_(std::move(input)), choice_(choice) {
  if (choice_.undo < 0) throw py::value_error("undo is a number of steps, 0 or more");
  if (choice_.undo > 0 && choice_.output)
    throw py::value_error("a run that writes results cannot go back: give either output or undo");
  options_.deck = input_->deck().path();
  options_.quiet = true;
  options_.write = choice_.output.has_value();
  if (choice_.output) options_.output = *choice_.output;
  if (choice_.restart) options_.restart = *choice_.restart;
  options_.changed_model = choice_.changed_model;
  UserFunctions functions = user_functions(input_->deck(), forces, gaps, masses);
  try {
    deck::within_memory(input_->deck(), [&] {
      steps_ = std::make_unique<StepSequence>(input_->deck(), options_, std::move(functions));
      begin();
    });
  } catch (const params::InputError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw RunError(error.what());
  }
  record();
}

Run::~Run() {
  try {
    if (steps_) close();
  } catch (const std::exception&) {  // results on a full disk: there is nobody to tell
  }
}

void Run::begin() {
  now().begin();
  const Setup& setup = now().setup();
  model_ = std::make_shared<ModelView>(input_, setup.deck, setup, now().state());
}

bool Run::step() {
  if (closed_) return false;
  if (calling_) throw RunError("a function that is called after each step cannot make steps");
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (stopped_) {
    close();
    return false;
  }
  std::optional<Snapshot> before;
  if (choice_.undo > 0) before = now().save();
  if (now().next()) {
    if (before) before_.push_back(std::move(*before));
    if (before_.size() > static_cast<std::size_t>(choice_.undo)) before_.pop_front();
    record();
    call_back();
    return true;
  }
  const bool is_last = steps_->is_last();
  close();
  if (is_last) return false;
  closed_ = false;
  steps_->go_on();
  before_.clear();
  begin();
  return step();
}

std::string Run::run() {
  while (step()) {
  }
  return summary_;
}

std::string Run::close() {
  if (closed_) return summary_;
  closed_ = true;
  const RunReport report = now().finish();
  summary_ = report.message;
  if (report.exit_status != 0) throw RunError(summary_);
  return summary_;
}

void Run::go_back_allowed() const {
  if (calling_) throw RunError("a function that is called after each step cannot move the run");
  if (!now().can_go_back())
    throw RunError("a run that writes results cannot go back; make it without output");
}

void Run::moved_back() {
  closed_ = stopped_ = false;
  while (!rows_.empty() && rows_.back().front() > time()) rows_.pop_back();
  if (rows_.empty()) record();
}

std::shared_ptr<SavedRun> Run::save() {
  go_back_allowed();
  return std::make_shared<SavedRun>(SavedRun{model(), now().save()});
}

void Run::restore(const SavedRun& saved) {
  go_back_allowed();
  if (&saved.model->model() != &now().model())
    throw py::value_error("the saved run is another one, or in another step of the deck");
  now().restore(saved.snapshot);
  before_.clear();
  moved_back();
}

void Run::restore_state(const StateView& state) {
  go_back_allowed();
  if (&state.model->model() != &now().model() &&
      state.model->deck().resolved_toml() != model()->deck().resolved_toml())
    throw py::value_error("the state belongs to the model of another deck, or of another step of this one");
  const Schedule& schedule = now().schedule();
  if (state.state.t < schedule.start || state.state.t > schedule.end)
    throw py::value_error(fmt::format("the time {:g} of the state is not in the run, from {:g} to {:g}",
                                      state.state.t, schedule.start, schedule.end));
  try {
    now().begin_at(state.state);
  } catch (const params::InputError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw RunError(error.what());
  }
  before_.clear();
  rows_.clear();
  moved_back();
}

void Run::undo() {
  go_back_allowed();
  if (before_.empty())
    throw RunError(choice_.undo > 0 ? "there is no step to take back"
                                    : "this run keeps no steps to take back; make it with undo=1 or more");
  now().restore(before_.back());
  before_.pop_back();
  moved_back();
}

py::function Run::after_step(py::function callback) {
  callbacks_.push_back(callback);
  return callback;
}

void Run::forget(const py::function& callback) {
  const auto at = std::find_if(callbacks_.begin(), callbacks_.end(),
                               [&](const py::function& known) { return known.equal(callback); });
  if (at == callbacks_.end()) throw py::value_error("this function is not called after steps");
  callbacks_.erase(at);
}

void Run::call_back() {
  if (callbacks_.empty()) return;
  const py::object self = py::cast(this);
  struct Calling {
    bool& flag;
    explicit Calling(bool& calling) : flag(calling) { flag = true; }
    ~Calling() { flag = false; }
  } const guard(calling_);
  const std::vector<py::function> callbacks = callbacks_;  // they may change the list
  for (const py::function& callback : callbacks) callback(self);
}

void Run::record() {
  if (!choice_.record) return;
  std::vector<double> row = {time()};
  const bool is_first = columns_.empty();
  if (is_first) columns_.emplace_back("time");
  now().observe([&](const std::string& name, double value) {
    if (is_first) columns_.push_back(name);
    row.push_back(value);
  });
  row.resize(columns_.size(), std::nan(""));
  rows_.push_back(std::move(row));
}

py::object Run::recorded() const {
  if (!choice_.record) throw RunError("this run does not record; make it with record=True");
  py::dict columns;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    py::array_t<double> column(static_cast<py::ssize_t>(rows_.size()));
    for (std::size_t k = 0; k < rows_.size(); ++k) column.mutable_data()[k] = rows_[k][i];
    columns[py::str(columns_[i])] = read_only(std::move(column));
  }
  return table_of(columns);
}

}  // namespace jounce::python
