#include "run/transition_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/csv.h"

namespace jounce {
namespace {

constexpr double kBound = 1 - 1e-6;  ///< part of mu Lambda_N from which friction has reached its bound
constexpr std::size_t kEntry = 4;    ///< numbers of a contact in the store

}  // namespace

void TransitionFile::open(io::LineFile::Start start) {
  file_ = std::make_unique<io::LineFile>(path_, start);
  if (start == io::LineFile::Start::fresh) file_->line("time,contact,event,slip_velocity,friction,impulse");
  file_->flush();
}

void TransitionFile::step(const System& system, const StepResult& result, double time) {
  contacts_.clear();
  Index at = 0;
  for (std::size_t i = 0; i < result.rows.size(); ++i) {
    const ContactRow& row = result.rows[i];
    const int tangents = row.law->tangents;
    const Index first = at;
    at += tangents;
    const double impulse = result.impulse[static_cast<Index>(i)];
    if (tangents == 0 || !(impulse > 0) || at > result.friction_impulse.size()) continue;
    const auto friction = result.friction_impulse.segment(first, tangents);
    const auto slip = result.slip_velocity.segment(first, tangents);
    const double speed = slip.norm();
    const bool slips =
        friction.norm() >= kBound * std::max(0.0, row.law->mu(speed)) * impulse && slip.dot(friction) < 0;
    contacts_.push_back({row.pair, row.point, slips, speed});
    compare(system, row, contacts_.back(), friction.norm(), impulse, time);
  }
  std::sort(contacts_.begin(), contacts_.end(), [](const Contact& a, const Contact& b) {
    return a.pair < b.pair || (a.pair == b.pair && a.point < b.point);
  });
  store_.clear();
  for (const Contact& contact : contacts_)
    store_.insert(store_.end(), {static_cast<double>(contact.pair), static_cast<double>(contact.point),
                                 contact.slips ? 1.0 : 0.0, contact.speed});
  file_->poll_clock();
}

void TransitionFile::compare(const System& system, const ContactRow& row, const Contact& now, double friction,
                             double impulse, double time) {
  const std::array<double, 2> wanted = {static_cast<double>(now.pair), static_cast<double>(now.point)};
  std::size_t low = 0, high = store_.size() / kEntry;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    const double* const entry = store_.data() + kEntry * middle;
    if (entry[0] < wanted[0] || (entry[0] == wanted[0] && entry[1] < wanted[1]))
      low = middle + 1;
    else
      high = middle;
  }
  const double* const entry = store_.data() + kEntry * low;
  if (kEntry * low == store_.size() || entry[0] != wanted[0] || entry[1] != wanted[1]) return;
  const bool slipped = entry[2] != 0;
  if (slipped == now.slips) return;
  file_->line(fmt::format("{},{},{},{},{},{}", time, io::csv_cell(system.describe(row)),
                          now.slips ? "slip" : "stick", now.slips ? now.speed : entry[3], friction, impulse));
}

}  // namespace jounce
