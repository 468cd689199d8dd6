#include "run/contact_reach.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "math/rotation.h"
#include "stepping/stepper.h"

namespace jounce {
namespace {

constexpr double kTolerance = 0.1, kOfFaces = 0.01;  ///< depth over the envelope

/// The state with the mean velocities of a step to `end`: those that lead there when they stay.
State with_mean_velocity(const System& system, const State& begin, double h, const State& end) {
  State mean = begin;
  const Manifold& manifold = system.manifold();
  mean.v = (end.q.head(manifold.tangent_size()) - begin.q.head(manifold.tangent_size())) / h;
  for (const Manifold::Rotation& rotation : manifold.rotations()) {
    const auto at = [&](const Vector& q) {
      const double* const p = q.data() + rotation.quaternion;
      return Quaternion(p[0], p[1], p[2], p[3]);
    };
    mean.v.segment<3>(rotation.tangent) =
        rotation_logarithm((at(begin.q).conjugate() * at(end.q)).normalized()) / h;
  }
  return mean;
}

}  // namespace

ContactReach::ContactReach(const System& system, double envelope) : system_(&system) {
  constexpr double none = std::numeric_limits<double>::infinity();
  int number = 0;
  for (const auto& pair : system.contacts().all()) {
    const auto* const reach = pair->limited_reach();
    const double least = std::min(envelope < 0 ? none : envelope, reach != nullptr ? reach->reach() : none);
    if (std::isfinite(least)) pairs_.push_back({number, least, reach});
    if (reach != nullptr && reach->looks_for_crossings()) passable_.push_back(number);
    ++number;
  }
}

void ContactReach::look_on_the_way(const Pair& pair, const State& begin, const State& mean, double h,
                                   const State& end, std::vector<ContactRow>& rows,
                                   std::vector<double>& depths) const {
  const ContactPair& contact = *system_->contacts().all()[pair.number];
  std::vector<ContactRow> passed;
  contact.search(mean, {pair.envelope, h}, pair.number, passed);
  // These come before those of the end: they know from which side of a surface a body came.
  RowJacobian W;
  Vector rate;
  system_->contacts().jacobian(passed, begin, W);
  W.multiply(mean.v, rate);
  for (std::size_t i = 0; i < passed.size(); ++i) {
    const double way = contact.gap(begin, passed[i]) + h * rate[static_cast<Index>(i)];
    depths.push_back(-std::min(way, contact.gap(end, passed[i])));
    rows.push_back(std::move(passed[i]));
  }
}

void ContactReach::look_at_end(const Pair& pair, const State& end, std::vector<ContactRow>& rows,
                               std::vector<double>& depths) const {
  const ContactPair& contact = *system_->contacts().all()[pair.number];
  std::vector<ContactRow> closed;
  contact.search(end, SearchRange(0), pair.number, closed);
  for (ContactRow& row : closed) {
    depths.push_back(-contact.gap(end, row));
    rows.push_back(std::move(row));
  }
}

ContactReach::Missed ContactReach::missed(const State& begin, double h, const State& end,
                                          const std::vector<ContactRow>& known) const {
  Missed missed;
  State mean;
  std::unordered_set<ContactIdentity, ContactIdentity::Hash> identities;
  bool is_wrong = false;
  for (const Pair& pair : pairs_) {
    const bool strayed = pair.reach == nullptr || pair.reach->stray(begin, h, end) > pair.envelope;
    const bool has_faces = pair.reach != nullptr && pair.reach->has_faces();
    if (!strayed && !(has_faces && !known.empty())) continue;
    if (identities.empty())
      for (const ContactRow& row : known) identities.insert(row.identity());
    std::vector<ContactRow> rows;
    std::vector<double> depths;
    if (strayed) {
      if (mean.v.size() == 0) mean = with_mean_velocity(*system_, begin, h, end);
      look_on_the_way(pair, begin, mean, h, end, rows, depths);
    }
    look_at_end(pair, end, rows, depths);
    std::vector<ContactRow> found;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!(depths[i] > 0) || identities.count(rows[i].identity()) > 0) continue;
      is_wrong = is_wrong || depths[i] > (has_faces ? kOfFaces : kTolerance) * pair.envelope;
      if (depths[i] > missed.depth) {
        missed.depth = depths[i];
        missed.name = system_->contacts().describe(rows[i]);
      }
      found.push_back(rows[i]);
    }
    const auto before = [](const ContactRow& a, const ContactRow& b) { return a.point < b.point; };
    std::stable_sort(found.begin(), found.end(), before);
    join_rows(missed.rows, found);
  }
  if (!is_wrong) missed = {};
  add_crossing(begin, h, end, known, missed);
  return missed;
}

void ContactReach::add_crossing(const State& begin, double h, const State& end,
                                const std::vector<ContactRow>& known, Missed& missed) const {
  for (const int number : passable_) {
    const ContactPair& contact = *system_->contacts().all()[number];
    const std::optional<Crossing> crossing = contact.limited_reach()->crossing(begin, end);
    if (!crossing) continue;
    missed.crossing = fmt::format("contact '{}': {}", contact.name(), crossing->place);
    State there = begin;
    const Vector way = crossing->time * h * with_mean_velocity(*system_, begin, h, end).v;
    system_->manifold().retract(begin.q, way, there.q);
    std::vector<ContactRow> rows;
    contact.search(there, SearchRange(contact.limited_reach()->reach()), number, rows);
    std::unordered_set<ContactIdentity, ContactIdentity::Hash> identities;
    for (const ContactRow& row : known) identities.insert(row.identity());
    std::erase_if(rows, [&](const ContactRow& row) { return identities.count(row.identity()) > 0; });
    join_rows(missed.rows, rows);
    return;
  }
}

}  // namespace jounce
