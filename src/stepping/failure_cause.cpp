#include "stepping/failure_cause.h"

#include <fmt/format.h>

#include <algorithm>

namespace jounce {
namespace {

/// Notices whether anything is assembled in the row of one degree of freedom.
class RowWatcher final : public MatrixSink {
 public:
  explicit RowWatcher(Index row) : row_(row) {}
  void add(std::span<const Index> rows, std::span<const Index>, const double*) override {
    seen_ |= std::find(rows.begin(), rows.end(), row_) != rows.end();
  }
  bool seen() const { return seen_; }

 private:
  Index row_;
  bool seen_ = false;
};

/// Direction of a degree of freedom at a node; null when it is not of this node.
const char* direction_in(const NodePlace& place, Index dof) {
  static constexpr const char* kAlong[] = {"x", "y", "z"};
  static constexpr const char* kAbout[] = {"rotation about its own x", "rotation about its own y",
                                           "rotation about its own z"};
  if (place.angle == dof) return "rotation about z";
  for (std::size_t i = 0; i < 3; ++i) {
    if (place.position[i] == dof) return kAlong[i];
    if (place.orientation[i] == dof) return kAbout[i];
  }
  return nullptr;
}

/// Node, place and direction of a degree of freedom; `part` need not be said again.
std::string place_of(const System& system, Index dof, const std::string& part) {
  const auto& places = system.dofs().places;
  for (std::size_t node = 0; node < places.size(); ++node) {
    const char* const direction = direction_in(places[node], dof);
    if (direction == nullptr) continue;
    std::string text;
    for (const NodeNames& names : system.dofs().node_names) {
      const int number = static_cast<int>(node) - names.first;
      if (number < 0 || number >= names.count) continue;
      if (names.kind == NodeNames::Kind::mesh) {
        text = fmt::format("node {} of '{}' ", names.number_of(number) + 1, names.name);
        continue;
      }
      const std::string name =
          names.kind == NodeNames::Kind::bodies ? fmt::format("{}[{}]", names.name, number) : names.name;
      text = name == part ? std::string() : fmt::format("'{}' ", name);
    }
    std::string at;
    for (const Index coordinate : places[node].position)
      if (coordinate >= 0)
        at += fmt::format("{}{:.6g}", at.empty() ? "" : ", ", system.initial_state().q[coordinate]);
    return fmt::format("{}at ({}) at the start, {}", text, at, direction);
  }
  return fmt::format("degree of freedom {}", dof);  // an elastic coordinate
}

}  // namespace

std::string describe_divergence(int iterations, const std::string& worst) {
  return fmt::format("Newton did not converge in {} iteration{}; the largest residual is in the {}",
                     iterations, iterations == 1 ? "" : "s", worst);
}

std::string describe_rivals(const System& system, const std::string& name) {
  constexpr std::size_t kListed = 5;
  std::vector<Index> dofs;
  for (const auto& constraint : system.joints().all())
    if (constraint->name() == name)
      dofs.insert(dofs.end(), constraint->dofs().begin(), constraint->dofs().end());
  std::vector<std::string> rivals;
  for (const auto& constraint : system.joints().all()) {
    const auto shared = [&](Index dof) { return std::find(dofs.begin(), dofs.end(), dof) != dofs.end(); };
    if (constraint->name() != name &&
        std::find(rivals.begin(), rivals.end(), constraint->name()) == rivals.end() &&
        std::any_of(constraint->dofs().begin(), constraint->dofs().end(), shared))
      rivals.push_back(constraint->name());
  }
  if (rivals.empty()) return {};
  std::string text = fmt::format(" (its bodies are also held by the joint{} ", rivals.size() > 1 ? "s" : "");
  for (std::size_t i = 0; i < std::min(rivals.size(), kListed); ++i)
    text += fmt::format("{}'{}'", i > 0 ? ", " : "", rivals[i]);
  return text + (rivals.size() > kListed ? ", ...)" : ")");
}

std::string describe_dof(const System& system, Index dof) {
  const State& state = system.initial_state();
  for (const bool mass : {true, false})
    for (const auto& block : system.blocks()) {
      RowWatcher watcher(dof);
      if (mass)
        block->add_mass(state, 1.0, watcher);
      else
        block->add_tangent(state, 1.0, 1.0, watcher);
      if (watcher.seen())
        return fmt::format("'{}' ({})", block->name(), place_of(system, dof, block->name()));
    }
  return place_of(system, dof, {});
}

}  // namespace jounce
