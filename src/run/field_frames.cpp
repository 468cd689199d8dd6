#include "run/field_frames.h"

#include <algorithm>
#include <cmath>

#include "run/drawn_scene.h"
#include "version.h"

namespace jounce {

namespace {

/// Contacts of all steps of a deck.
DrawnContacts contacts_of_run(const deck::Deck& deck) {
  DrawnContacts contacts;
  for (const params::Params* entry : deck.entries_of_all_steps("contact")) {
    contacts.any = true;
    const params::TimeFunction& mu = entry->function("friction");
    contacts.slide = contacts.slide || !mu.is_constant() || mu(0) > 0;
  }
  return contacts;
}

}  // namespace

void FieldFrames::begin() {
  if (frames_ > 0) results_.emplace(*setup_.model, setup_.units(), contacts_of_run(setup_.deck));
}

void FieldFrames::open(const std::filesystem::path& file, double time, bool restart) {
  if (!results_) return;
  const Schedule& schedule = setup_.schedule;
  auto to_come = static_cast<double>(frames_);
  if (restart)
    to_come = std::ceil(
        std::max(0.0, schedule.length() > 0 ? (schedule.end - time) / schedule.length() : 0.0) * to_come);
  results_->open(file, static_cast<std::size_t>(to_come) + 1,
                 io::FieldWriter::Metadata{{"program", version_line()},
                                           {"build", version_text()},
                                           {"title", setup_.deck.title()},
                                           {"time_unit", setup_.units().time},
                                           {"deck", setup_.deck.resolved_toml()}},
                 drawn_scene(*setup_.model, setup_.deck),
                 restart ? std::optional(time + schedule.time_tolerance) : std::nullopt);
}

double FieldFrames::time_of(long frame) const {
  return setup_.schedule.start +
         static_cast<double>(frame) * setup_.schedule.length() / static_cast<double>(frames_);
}

void FieldFrames::evaluate(const RunState& run) {
  results_->evaluate(*setup_.model, run.state, run.result, run.h);
  skip_to(run.state.t);  // on all ranks alike, whether the frame can be written or not
}

void FieldFrames::write(const RunState& run) { results_->write(run.state.t); }

void FieldFrames::skip_to(double time) {
  while (next_ <= frames_ && time_of(next_) <= time + slack()) ++next_;
}

}  // namespace jounce
