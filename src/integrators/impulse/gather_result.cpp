#include "integrators/impulse/gather_result.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace jounce {
namespace {

/// A contact point as it travels.
struct PackedRow {
  std::int64_t point;
  int pair;
  TouchingPoints::Kind kind;
  std::array<int, 2> shapes;
  std::array<double, 3> a, b, normal;
  std::array<double, 2> radii;

  PackedRow() = default;
  explicit PackedRow(const ContactRow& row)
      : point(row.point),
        pair(row.pair),
        kind(row.touching.kind),
        shapes(row.touching.shapes),
        a(numbers(row.touching.a)),
        b(numbers(row.touching.b)),
        normal(numbers(row.touching.normal)),
        radii(row.touching.radii) {}

  ContactRow row(const System& system) const {
    const ContactLaw& law = system.contacts().all()[pair]->law();
    return {pair, point, &law, {kind, shapes, vector(a), vector(b), vector(normal), radii}};
  }
  bool operator<(const PackedRow& other) const {
    return pair < other.pair || (pair == other.pair && point < other.point);
  }

 private:
  static std::array<double, 3> numbers(const Vector3& x) { return {x.x(), x.y(), x.z()}; }
  static Vector3 vector(const std::array<double, 3>& x) { return {x[0], x[1], x[2]}; }
};

/// A contact of `StepResult`.
struct PackedContact {
  PackedRow row;
  double impulse, velocity_before, velocity_after;
  std::array<double, 2> friction, slip;
  FrictionState state;

  bool operator<(const PackedContact& other) const { return row < other.row; }
};

struct PackedImpact {
  PackedRow row;
  double time, impulse, velocity_before, velocity_after, friction_work;

  bool operator<(const PackedImpact& other) const { return row < other.row; }
};

/// Lists of all ranks in one, on rank 0, in ascending order.
template <class T>
std::vector<T> merged(parallel::Communicator& ranks, std::vector<T> own) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::sort(own.begin(), own.end());
  std::vector<char> bytes(sizeof(T) * own.size()), all;
  if (!own.empty()) std::memcpy(bytes.data(), own.data(), bytes.size());
  const std::vector<int> lengths = ranks.gather_on_first(bytes, all);
  std::vector<T> result(all.size() / sizeof(T));
  if (result.empty()) return result;
  std::memcpy(result.data(), all.data(), all.size());
  auto end = result.begin();
  for (const int length : lengths) {
    const auto middle = end;
    end += static_cast<std::ptrdiff_t>(static_cast<std::size_t>(length) / sizeof(T));
    std::inplace_merge(result.begin(), middle, end);
  }
  return result;
}

std::vector<PackedContact> packed(const StepResult& result) {
  std::vector<PackedContact> contacts;
  contacts.reserve(result.rows.size());
  Index tangent = 0;
  std::size_t places = 0;
  for (std::size_t i = 0; i < result.rows.size(); ++i) {
    const auto at = static_cast<Index>(i);
    PackedContact& contact = contacts.emplace_back();
    contact = {PackedRow(result.rows[i]),
               result.impulse[at],
               result.velocity_before[at],
               result.velocity_after[at],
               {},
               {},
               FrictionState::open};
    if (result.rows[i].law->tangents > 0) contact.state = result.friction_state[places++];
    for (int k = 0; k < result.rows[i].law->tangents; ++k, ++tangent) {
      contact.friction[k] = result.friction_impulse[tangent];
      contact.slip[k] = result.slip_velocity[tangent];
    }
  }
  return contacts;
}

void unpack(const System& system, const std::vector<PackedContact>& contacts, StepResult& result) {
  const auto n = static_cast<Index>(contacts.size());
  result.rows.clear();
  Index tangents = 0;
  for (const PackedContact& contact : contacts) {
    result.rows.push_back(contact.row.row(system));
    tangents += result.rows.back().law->tangents;
  }
  for (Vector* values : {&result.impulse, &result.velocity_before, &result.velocity_after}) values->resize(n);
  result.position_multiplier.setZero(n);
  result.friction_impulse.resize(tangents);
  result.slip_velocity.resize(tangents);
  result.friction_state.clear();
  Index tangent = 0;
  for (Index i = 0; i < n; ++i) {
    const PackedContact& contact = contacts[i];
    result.impulse[i] = contact.impulse;
    result.velocity_before[i] = contact.velocity_before;
    result.velocity_after[i] = contact.velocity_after;
    for (int k = 0; k < result.rows[i].law->tangents; ++k, ++tangent) {
      result.friction_impulse[tangent] = contact.friction[k];
      result.slip_velocity[tangent] = contact.slip[k];
    }
    if (result.rows[i].law->tangents > 0) result.friction_state.push_back(contact.state);
  }
}

}  // namespace

void gather_on_first(parallel::Communicator& ranks, const System& system, StepResult& result) {
  std::array<double, 3> sums = {static_cast<double>(result.active_contacts), result.contact_work,
                                result.friction_work};
  ranks.sum(sums);
  result.active_contacts = static_cast<int>(sums[0]);
  result.contact_work = sums[1];
  result.friction_work = sums[2];
  const std::vector<PackedContact> contacts = merged(ranks, packed(result));
  std::vector<PackedImpact> own;
  own.reserve(result.impacts.size());
  for (const Impact& impact : result.impacts)
    own.push_back({PackedRow(impact.row), impact.time, impact.impulse, impact.velocity_before,
                   impact.velocity_after, impact.friction_work});
  const std::vector<PackedImpact> impacts = merged(ranks, std::move(own));
  if (ranks.rank() != 0) return;
  unpack(system, contacts, result);
  result.impacts.clear();
  for (const PackedImpact& impact : impacts)
    result.impacts.push_back({impact.time, impact.row.row(system), impact.impulse, impact.velocity_before,
                              impact.velocity_after, impact.friction_work});
}

}  // namespace jounce
