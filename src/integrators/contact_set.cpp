#include "integrators/contact_set.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace jounce {
namespace {

/// Round-off that a gap may have gathered over thousands of steps, relative to the coordinates it is made of.
constexpr double kRoundOff = 1e-12;

}  // namespace

bool ContactSet::begin(const System& system, const State& state, const Scales& scales, double envelope,
                       double activation) {
  system.search(state, envelope < 0 ? std::numeric_limits<double>::infinity() : envelope, found_);
  const auto same = [](const ContactRow& a, const ContactRow& b) { return a.identity() == b.identity(); };
  const bool changed = !std::equal(found_.begin(), found_.end(), rows_.begin(), rows_.end(), same);
  if (changed) {
    rows_ = found_;
    W_.clear();
  }
  system.contact_jacobian(rows_, state, W_);
  W_.multiply(state.v, velocity_before_);
  r_.resize(size());
  effective_mass_.resize(size());
  for (int row = 0; row < size(); ++row) effective_mass_[row] = scales.effective_mass(W_, row);
  r_ = activation * effective_mass_;
  system.gaps(rows_, state, gap_);
  gap_round_off_.resize(size());
  gap_tie_.resize(size());
  velocity_tie_.resize(size());
  for (int row = 0; row < size(); ++row) {
    double magnitude = std::abs(gap_[row]);
    for (std::size_t k = 0; k < W_.dofs(row).size(); ++k)
      magnitude += std::abs(W_.values(row)[k] * state.q[W_.dofs(row)[k]]);
    gap_round_off_[row] = kRoundOff * magnitude;
    gap_tie_[row] = 64 * std::numeric_limits<double>::epsilon() * scales.row_coordinate(system, W_, row);
    velocity_tie_[row] = 1e-12 * scales.row_velocity(system, W_, row);
  }

  warm_nu_.setZero(size());
  warm_Lambda_.setZero(size());
  Index last = 0;  // both lists are in search order, so one sweep matches them
  const Index stored = static_cast<Index>(store_.size()) / 4;
  for (int row = 0; row < size(); ++row) {
    const ContactRow& here = rows_[static_cast<std::size_t>(row)];
    while (last < stored && (store_[4 * last] < here.pair ||
                             (store_[4 * last] == here.pair && store_[4 * last + 1] < here.point)))
      ++last;
    if (last == stored) break;
    if (store_[4 * last] != here.pair || store_[4 * last + 1] != here.point) continue;
    warm_nu_[row] = store_[4 * last + 2];
    warm_Lambda_[row] = store_[4 * last + 3];
  }
  return changed;
}

void ContactSet::accept(const Vector& nu, const Vector& Lambda) {
  store_.resize(4 * size());
  for (int row = 0; row < size(); ++row) {
    store_[4 * row] = rows_[static_cast<std::size_t>(row)].pair;
    store_[4 * row + 1] = rows_[static_cast<std::size_t>(row)].point;
    store_[4 * row + 2] = nu[row];
    store_[4 * row + 3] = Lambda[row];
  }
}

void report_contacts(const ContactSet& contacts, const Vector& Lambda, const Vector& nu,
                     const Vector& velocity_after, double time, StepResult& result) {
  // A contact that stays closed keeps a gap velocity of round-off size; an impact is larger than that.
  constexpr double kStays = 1e-9;
  if (result.rows.size() != contacts.rows().size() ||
      !std::equal(result.rows.begin(), result.rows.end(), contacts.rows().begin(),
                  [](const ContactRow& a, const ContactRow& b) { return a.identity() == b.identity(); }))
    result.rows = contacts.rows();
  result.impulse = Lambda;
  result.position_multiplier = nu;
  result.velocity_before = contacts.velocity_before();
  result.velocity_after = velocity_after;
  result.active_contacts = 0;
  result.contact_work = 0;
  result.impacts.clear();
  for (int row = 0; row < contacts.size(); ++row) {
    if (Lambda[row] <= 0) continue;
    ++result.active_contacts;
    const double before = contacts.velocity_before()[row];
    const double after = velocity_after[row];
    result.contact_work += 0.5 * Lambda[row] * (before + after);
    const double jump = Lambda[row] / contacts.effective_mass(row);
    if (before < -kStays * jump)
      result.impacts.push_back(
          {time, contacts.rows()[static_cast<std::size_t>(row)], Lambda[row], before, after});
  }
}

void CyclingGuard::begin() {
  least_index_ = false;
  seen_.clear();
  flips_.clear();
}

void CyclingGuard::choose(const std::vector<std::uint8_t>& current, std::vector<std::uint8_t>& wanted) {
  if (flips_.size() != wanted.size()) flips_.assign(wanted.size(), 0);
  std::size_t first = wanted.size();
  for (std::size_t i = wanted.size(); i-- > 0;) {
    if (current[i] == wanted[i]) continue;
    first = i;
    ++flips_[i];
  }
  if (first == wanted.size()) return;
  if (!least_index_) {
    std::uint64_t hash = 1469598103934665603ULL;  // FNV-1a
    for (const std::uint8_t flag : wanted) hash = (hash ^ flag) * 1099511628211ULL;
    least_index_ = std::find(seen_.begin(), seen_.end(), hash) != seen_.end();
    seen_.push_back(hash);
  }
  if (!least_index_) return;
  for (std::size_t i = first + 1; i < wanted.size(); ++i) wanted[i] = current[i];
}

int CyclingGuard::most_flipped() const {
  const auto largest = std::max_element(flips_.begin(), flips_.end());
  return largest == flips_.end() || *largest == 0 ? -1 : static_cast<int>(largest - flips_.begin());
}

}  // namespace jounce
