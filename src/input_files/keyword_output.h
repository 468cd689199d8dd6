#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include "input_files/frd_results.h"
#include "input_files/keyword_print.h"

namespace jounce {

/// What a run of an input file leaves of its states: the text of the .dat, and of a job of CalculiX the .frd.
class KeywordOutput {
 public:
  /// @param frd  file of results at nodes; empty: none
  KeywordOutput(const keyword::Input& input, const keyword::Translation& translation, const Model& model,
                const std::filesystem::path& frd)
      : values_(std::make_unique<KeywordValues>(input, translation, model)), print_(*values_) {
    if (!frd.empty()) frd_.emplace(input, frd);
  }
  /// What follows is about another model of the same mesh, which begins at this state.
  void go_on(const Model& model, const State& state) {
    auto next = std::make_unique<KeywordValues>(values_->input(), values_->translation(), model);
    next->references().set_rotations(values_->references().rotations());
    next->references().follow(state);
    KeywordPrint print(*next);
    print.go_on_from(*print_);
    print_.emplace(std::move(print));
    values_ = std::move(next);
  }

  /// A state of a step that another job has printed.
  void pass(const State& state) { values_->references().follow(state); }
  ReferenceNodes& references() { return values_->references(); }

  const KeywordPrint& print() const { return *print_; }
  KeywordPrint& print() { return *print_; }

  void begin_step(std::size_t number) {
    step_ = number;
    print_->begin_step(number);
  }
  /// Points of contacts, where the step prints them.
  std::vector<ContactPoint> contacts(const State& state, const StepResult& result, double h) const {
    const auto& prints = values_->input().steps[step_].prints;
    const bool asks = std::ranges::any_of(
        prints, [](const keyword::Print& print) { return print.card->name.starts_with("CONTACT"); });
    return asks ? values_->contacts().points(state, result, h) : std::vector<ContactPoint>{};
  }
  /// A state of the step at the end of an increment.
  void state(int increment, const KeywordMoment& moment, const State& state,
             const KeywordValues::Forces& forces) {
    print_->state(values_->input().steps[step_], increment, moment, state, forces);
    if (frd_) frd_->state(*values_, step_, increment, moment, state, forces);
  }
  /// @param time  as it is printed
  void modes(double time, const State& base, const EigenPairs& pairs, const KeywordPrint::ModesKind& kind) {
    print_->modes(values_->input().steps[step_], time, base, pairs, kind);
    if (frd_) frd_->modes(*values_, step_, base, pairs);
  }
  /// @param of_step  values of the model with the loads of the step
  void buckling(const KeywordValues& of_step, const State& base, const Buckling& found) {
    print_->buckling(found.pairs.values);
    if (frd_) frd_->buckling(of_step, step_, base, found);
  }
  void close() {
    if (frd_) frd_->close();
  }

 private:
  std::unique_ptr<KeywordValues> values_;
  std::optional<KeywordPrint> print_;
  std::optional<FrdResults> frd_;
  std::size_t step_ = 0;
};

}  // namespace jounce
