#include "deck/parameters.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "params/measure.h"

namespace jounce::deck {

namespace {

constexpr std::size_t most_parameters = 10000;

class Evaluation {
 public:
  Evaluation(const Node& table, Parameters& parameters, Diagnostics& diagnostics)
      : table_(table), parameters_(parameters), diagnostics_(diagnostics) {
    for (std::size_t i = 0; i < table.children.size(); ++i) index_[table.children[i].key] = i;
    states_.resize(table.children.size());
  }

  void run() {
    for (std::size_t i = 0; i < states_.size(); ++i) visit(i);
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (states_[i].is_good) parameters_.values.emplace_back(table_.children[i].key, states_[i].value);
    }
  }

 private:
  struct State {
    enum { fresh, open, done } progress = fresh;
    std::vector<std::size_t> needs;  // parameters that this one depends on
    std::size_t next = 0;            // of them to look at
    bool is_good = false;
    double value = 0.0;
  };

  /// Depth-first search with its own stack, so that a long chain of parameters does no harm.
  void visit(std::size_t first) {
    std::vector<std::size_t> stack;
    if (states_[first].progress == State::fresh) open(first, stack);
    while (!stack.empty()) {
      const std::size_t i = stack.back();
      State& state = states_[i];
      if (state.next == state.needs.size()) {
        evaluate(i);
        state.progress = State::done;
        stack.pop_back();
        continue;
      }
      const std::size_t needed = state.needs[state.next++];
      if (states_[needed].progress == State::fresh) {
        open(needed, stack);
      } else if (states_[needed].progress == State::open) {
        report_cycle(stack, needed);
      }
    }
  }

  void open(std::size_t i, std::vector<std::size_t>& stack) {
    const Node& node = table_.children[i];
    states_[i].progress = State::open;
    if (node.is(Node::Type::text)) {
      for (const std::string& name : params::names_in(node.text)) {
        if (const auto found = index_.find(name); found != index_.end())
          states_[i].needs.push_back(found->second);
      }
    }
    stack.push_back(i);
  }

  void report_cycle(const std::vector<std::size_t>& stack, std::size_t needed) {
    std::size_t begin = stack.size();
    while (stack[begin - 1] != needed) --begin;
    std::string chain;
    for (std::size_t k = begin - 1; k < stack.size(); ++k) {
      chain += table_.children[stack[k]].key + " -> ";
      parameters_.broken.insert(table_.children[stack[k]].key);
    }
    const Node& node = table_.children[needed];
    diagnostics_.add(node.where,
                     fmt::format("parameters depend on each other in a cycle: {}{}", chain, node.key));
  }

  void evaluate(std::size_t i) {
    const Node& node = table_.children[i];
    const bool is_known_bad = parameters_.broken.count(node.key) > 0;
    if (is_known_bad || depends_on_broken(i) || !compute(node, states_[i])) {
      parameters_.broken.insert(node.key);
      return;
    }
    states_[i].is_good = true;
  }

  bool depends_on_broken(std::size_t i) const {
    for (const std::size_t needed : states_[i].needs) {
      if (parameters_.broken.count(table_.children[needed].key) > 0) return true;
    }
    return false;
  }

  bool compute(const Node& node, State& state) {
    if (!node.is_number() && !node.is(Node::Type::text)) {
      diagnostics_.add(node.where, fmt::format("the parameter '{}' must be a number or an expression, not {}",
                                               node.key, describe(node)));
      return false;
    }
    if (node.is_number() && !std::isfinite(node.number)) {
      diagnostics_.add(node.where, fmt::format("the parameter '{}' must be a finite number, not {}", node.key,
                                               describe(node)));
      return false;
    }
    try {
      state.value = node.is_number() ? node.number : parameters_.scope.evaluate(node.text);
    } catch (const params::ExpressionError& error) {
      if (const auto measure = params::measure_of(node.text); measure && node.is(Node::Type::text))
        diagnostics_.add(node.where,
                         fmt::format("parameter '{}': numbers must not have units here, but {} has '{}'; "
                                     "write {:.12g}, in the units of the keys that use it",
                                     node.key, describe(node), measure->unit, measure->number));
      else
        diagnostics_.add(node.where, fmt::format("parameter '{}': {}", node.key, error.what()), error.hint());
      return false;
    }
    try {
      parameters_.scope.define(node.key, state.value);
    } catch (const params::ExpressionError& error) {
      diagnostics_.add(node.key_where, fmt::format("parameter '{}': {}", node.key, error.what()));
      return false;
    }
    return true;
  }

  const Node& table_;
  Parameters& parameters_;
  Diagnostics& diagnostics_;
  std::map<std::string, std::size_t, std::less<>> index_;
  std::vector<State> states_;
};

}  // namespace

Parameters read_parameters(const Node* table, Diagnostics& diagnostics) {
  Parameters parameters;
  if (table == nullptr) return parameters;
  if (!table->is(Node::Type::table)) {
    diagnostics.add(table->where, fmt::format("[parameters] must be a table, not {}", describe(*table)));
  } else if (table->children.size() > most_parameters) {
    diagnostics.add(table->where, fmt::format("[parameters] has {} entries, at most {} are allowed",
                                              table->children.size(), most_parameters));
  } else {
    Evaluation(*table, parameters, diagnostics).run();
  }
  return parameters;
}

}  // namespace jounce::deck
