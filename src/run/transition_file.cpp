#include "run/transition_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/csv.h"

namespace jounce {
namespace {

constexpr std::size_t kEntry = 4;  ///< numbers of a place in the store

/// Entry of a place in an ascending store, or null.
const double* find(const std::vector<double>& store, int pair, std::int64_t point) {
  const auto wanted_pair = static_cast<double>(pair), wanted_point = static_cast<double>(point);
  std::size_t low = 0, high = store.size() / kEntry;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    const double* const entry = store.data() + kEntry * middle;
    if (entry[0] < wanted_pair || (entry[0] == wanted_pair && entry[1] < wanted_point))
      low = middle + 1;
    else
      high = middle;
  }
  if (kEntry * low == store.size()) return nullptr;
  const double* const entry = store.data() + kEntry * low;
  return entry[0] == wanted_pair && entry[1] == wanted_point ? entry : nullptr;
}

}  // namespace

void TransitionFile::open(io::LineFile::Start start) {
  file_ = std::make_unique<io::LineFile>(path_, start);
  if (start == io::LineFile::Start::fresh) file_->line("time,kind,name,event,slip_velocity,friction,impulse");
  file_->flush();
}

void TransitionFile::step(const System& system, const StepResult& result, double time) {
  places_.clear();
  if (!result.friction_state.empty()) {
    add_contacts(system, result, time);
    add_joints(system, result, time);
  }
  std::sort(places_.begin(), places_.end(), [](const Place& a, const Place& b) {
    return a.pair < b.pair || (a.pair == b.pair && a.point < b.point);
  });
  store_.clear();
  for (const Place& place : places_)
    store_.insert(store_.end(), {static_cast<double>(place.pair), static_cast<double>(place.point),
                                 place.slips ? 1.0 : 0.0, place.speed});
  file_->poll_clock();
}

void TransitionFile::add_contacts(const System& system, const StepResult& result, double time) {
  Index first = 0;
  std::size_t place = 0;
  for (std::size_t i = 0; i < result.rows.size(); ++i) {
    const ContactRow& row = result.rows[i];
    const int tangents = row.law->tangents;
    if (tangents == 0) continue;
    const FrictionState state = result.friction_state[place++];
    if (state != FrictionState::open)
      add(
          {row.pair, row.point, state == FrictionState::slips,
           result.slip_velocity.segment(first, tangents).norm(),
           result.friction_impulse.segment(first, tangents).norm(), result.impulse[static_cast<Index>(i)]},
          "contact", [&] { return system.contacts().describe(row); }, time);
    first += tangents;
  }
}

void TransitionFile::add_joints(const System& system, const StepResult& result, double time) {
  const auto& joints = system.contacts().joint_frictions();
  std::size_t place = result.friction_state.size() - joints.size();
  Index first = result.friction_impulse.size();  // the rows of joints are the last ones
  for (const auto& joint : joints) first -= joint->size();
  int number = static_cast<int>(system.contacts().all().size());
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const JointFriction& joint = *joints[i];
    const double normal = result.joint_normal_impulse[static_cast<Index>(i)];
    // A joint that nothing presses has no friction: it neither sticks nor slips.
    if (normal > 0 || joint.preload() > 0)
      add(
          {number, 0, result.friction_state[place] == FrictionState::slips,
           result.slip_velocity.segment(first, joint.size()).norm(),
           result.friction_impulse.segment(first, joint.size()).norm(), normal},
          "joint", [&] { return joint.name(); }, time);
    first += joint.size();
    ++number;
    ++place;
  }
}

template <class Name>
void TransitionFile::add(const Place& now, const char* kind, const Name& name, double time) {
  places_.push_back(now);
  const double* const before = find(store_, now.pair, now.point);
  if (before == nullptr || (before[2] != 0) == now.slips) return;
  file_->line(fmt::format("{},{},{},{},{},{},{}", time, kind, io::csv_cell(name()),
                          now.slips ? "slip" : "stick", now.slips ? now.speed : before[3], now.friction,
                          now.impulse));
}

}  // namespace jounce
