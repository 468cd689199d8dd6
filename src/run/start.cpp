#include "run/start.h"

#include <fmt/format.h>

#include <algorithm>

#include "math/rotation.h"
#include "run/text_of_first.h"
#include "stepping/initial_state.h"

namespace jounce {
namespace {

struct Change {
  std::string name;
  double translation = 0, rotation = 0, velocity = 0, angular_velocity = 0;

  double largest() const { return std::max({translation, rotation, velocity, angular_velocity}); }
};

Change change_of(const std::string& name, const Marker& marker, const State& before, const State& after) {
  MarkerKinematics a, b;
  marker.evaluate(before, Derivatives::first, a);
  marker.evaluate(after, Derivatives::first, b);
  const Quaternion turn(Matrix3(a.R.transpose() * b.R));
  return {name, (b.x - a.x).norm(), rotation_logarithm(turn.normalized()).norm(),
          (b.velocity - a.velocity).norm(), (b.omega - a.omega).norm()};
}

std::string sentence(const Change& change, const params::Units& units) {
  std::string text;
  const auto add = [&](double size, const char* what, const std::string& unit) {
    if (size <= 1e-14) return;
    text += fmt::format("{}{} by {:.3g} {}", text.empty() ? "" : ", ", what, size, unit);
  };
  add(change.translation, "place", units.length);
  add(change.rotation, "orientation", "rad");
  add(change.velocity, "velocity", units.name(params::dim::velocity));
  add(change.angular_velocity, "angular velocity", "rad/" + units.time);
  return fmt::format("'{}' changed: {}", change.name, text);
}

/// A joint that begins in a later step would move bodies back to where the deck places them.
[[noreturn]] void refuse_later_joint(const deck::Deck& deck, const Violation& violation) {
  const std::string why = fmt::format(
      "joint '{0}' is violated by {1:.3g} where step '{2}' begins: it holds its parts as the deck places "
      "them. "
      "Bring them there in the step before, or hold what stands elsewhere by a [[boundary]] without motion",
      violation.position_joint, violation.position, deck.step_names()[deck.step()]);
  for (const params::Params* joint : deck.entries("joint"))
    if (joint->name() == violation.position_joint) joint->fail("", why);
  deck.table("model").fail("", why);
}

}  // namespace

std::vector<InitialPenetration> initial_penetrations(const System& system, const State& state) {
  constexpr double kRoundOff = 1e-9;
  const double size = system.largest(state.q);
  std::vector<ContactRow> rows;
  Vector gaps;
  system.contacts().search(state, 0.0, rows);
  system.contacts().gaps(rows, state, gaps);
  std::vector<InitialPenetration> found(system.contacts().all().size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!system.is_home_of(rows[i])) continue;
    const auto pair = static_cast<std::size_t>(rows[i].pair);
    const double depth = -gaps[static_cast<Index>(i)];
    const ContactPair& contact = *system.contacts().all()[pair];
    if (!(depth > kRoundOff * (contact.is_angular() ? 1 : size))) continue;
    InitialPenetration& deepest = found[pair];
    ++deepest.points;
    if (depth > deepest.depth)
      deepest = {contact.name(), contact.point_name(rows[i]), depth,
                 deepest.points, contact.is_angular(),        contact.number_of_point(rows[i].point)};
  }
  if (!system.is_whole())
    for (std::size_t pair = 0; pair < found.size(); ++pair) {
      InitialPenetration& deepest = found[pair];
      deepest.contact = system.contacts().all()[pair]->name();
      deepest.point = text_of_first(system.numbering(), deepest.depth, static_cast<double>(deepest.number),
                                    deepest.point);
      deepest.depth = system.numbering().max(deepest.depth);
      deepest.points = static_cast<int>(system.numbering().sum(deepest.points));
    }
  std::erase_if(found, [](const InitialPenetration& contact) { return contact.points == 0; });
  return found;
}

std::string to_text(const InitialPenetration& penetration, const params::Units& units) {
  const int more = penetration.points - 1;
  return fmt::format("contact '{}' penetrates at the start: by {:.6g} {} at '{}'{}", penetration.contact,
                     penetration.depth, penetration.is_angular ? "rad" : units.length, penetration.point,
                     more == 0 ? "" : fmt::format(" and at {} more point{}", more, more == 1 ? "" : "s"));
}

void check_penetrations(const deck::Deck& deck, const std::vector<InitialPenetration>& found) {
  const params::Params& table = deck.table("model");
  if (found.empty() || table.text("inconsistent_start") != "refuse") return;
  std::vector<params::Diagnostic> diagnostics;
  for (const InitialPenetration& contact : found) {
    const params::Params* entry = deck.find("contact", contact.contact);
    diagnostics.push_back((entry != nullptr ? *entry : table).diagnostic("", to_text(contact, deck.units())));
  }
  throw params::InputError(std::move(diagnostics));
}

std::vector<std::string> make_consistent(const deck::Deck& deck, const Model& model, double h, State& state,
                                         const std::set<std::string>& begun) {
  constexpr std::size_t kBodies = 5;
  const Violation violation = violation_of(model.system, state, h);
  if (!violation.counts()) return {};
  std::string what;
  if (violation.position_counts)
    what = fmt::format("joint '{}' is violated by {:.3g}", violation.position_joint, violation.position);
  if (violation.velocity_counts)
    what += fmt::format("{}the velocities at joint '{}' are violated by {:.3g}", what.empty() ? "" : " and ",
                        violation.velocity_joint, violation.velocity);
  const params::Params& table = deck.table("model");
  if (violation.position_counts && begun.contains(violation.position_joint))
    refuse_later_joint(deck, violation);
  if (table.text("inconsistent_start") == "refuse")
    table.fail("inconsistent_start", fmt::format("the initial state does not satisfy the joints: {}", what));
  const State before = state;
  try {
    project_initial_state(model.system, state, h);
  } catch (const UnsatisfiedJoint& error) {
    for (const params::Params* joint : deck.entries("joint"))
      if (joint->name() == error.joint) joint->fail("", error.what());
    table.fail("", error.what());
  } catch (const std::runtime_error& error) {
    table.fail("", error.what());
  }
  std::vector<Change> changes;
  for (const params::Params* body : deck.entries("body"))
    if (const auto marker = model.find_marker(body->name()))
      changes.push_back(change_of(body->name(), *marker, before, state));
  std::sort(changes.begin(), changes.end(),
            [](const Change& a, const Change& b) { return a.largest() > b.largest(); });
  std::vector<std::string> sentences = {
      fmt::format("the initial state was projected onto the joints: {}", what)};
  for (std::size_t i = 0; i < changes.size() && i < kBodies; ++i)
    if (changes[i].largest() > 1e-14) sentences.push_back(sentence(changes[i], deck.units()));
  return sentences;
}

}  // namespace jounce
