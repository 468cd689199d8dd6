#include "keyword/mpc_params.h"

#include <fmt/ranges.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "keyword/mesh_cards.h"
#include "keyword/scalar_nodes.h"
#include "math/axes.h"
#include "params/nearest.h"

namespace jounce::keyword {
namespace {

constexpr double kOff = 1e-4;  ///< distance from the line or plane, over the distance of the first two nodes

/// Nodes that each type needs at least.
struct MpcType {
  std::string_view name;
  std::size_t least;
};
constexpr std::array<MpcType, 5> kMpcTypes = {
    {{"STRAIGHT", 3}, {"PLANE", 4}, {"BEAM", 2}, {"DIST", 7}, {"MEANROT", 7}}};

const MpcType* find_type(const std::string& name) {
  const auto place = std::find_if(kMpcTypes.begin(), kMpcTypes.end(),
                                  [&](const MpcType& type) { return type.name == name; });
  return place == kMpcTypes.end() ? nullptr : &*place;
}

class MpcBuilder {
 public:
  MpcBuilder(const Input& input, const Translation& translation, DeckTree& deck)
      : input_(input), translation_(translation), deck_(deck) {}

  void add() {
    for (const Mpc& mpc : input_.mpcs) {
      ++number_;
      if (translation_.dimension == 2 && (mpc.type == "PLANE" || mpc.type == "MEANROT"))
        mpc.card->fail(mpc.line, fmt::format("{} is for models in space", mpc.type));
      if (mpc.type == "DIST")
        tether(mpc);
      else if (mpc.type == "MEANROT")
        mean_rotation(mpc);
      else if (mpc.type == "BEAM")
        add("joint", mpc, "distance")
            .set("between", std::vector<std::string>{node(mpc, mpc.nodes[0]), node(mpc, mpc.nodes[1])});
      else
        alignment(mpc, mpc.type == "PLANE" ? 3 : 2);
    }
  }

 private:
  std::string name() const { return fmt::format("mpc_{}", number_); }
  params::Node& add(const char* kind, const Mpc& mpc, const char* type) {
    return deck_.add(kind, mpc.card->where(mpc.line)).set("name", name()).set("type", type);
  }

  /// The group of a node that belongs to an element.
  std::string node(const Mpc& mpc, int node) const {
    if (translation_.point_of_node[node] < 0)
      mpc.card->fail(mpc.line, fmt::format("node {} belongs to no element", input_.node_numbers[node]));
    return deck_.node_group(node);
  }

  void alignment(const Mpc& mpc, std::ptrdiff_t count) {
    std::vector<std::string> frame;
    for (auto it = mpc.nodes.begin(); it != mpc.nodes.begin() + count; ++it) frame.push_back(node(mpc, *it));
    const std::vector<int> followers(mpc.nodes.begin() + count, mpc.nodes.end());
    for (const int follower : followers) node(mpc, follower);
    check_places(mpc, followers, count == 3);
    add("joint", mpc, count == 3 ? "coplanar" : "collinear")
        .set(count == 3 ? "plane" : "line", frame)
        .set("on", deck_.node_group(followers, name()));
  }

  void check_places(const Mpc& mpc, const std::vector<int>& followers, bool is_plane) const {
    const auto at = [&](int node) -> const Vector3& { return input_.nodes[node]; };
    const Vector3& A = at(mpc.nodes[0]);
    const Vector3 u = at(mpc.nodes[1]) - A;
    const Vector3 normal = is_plane ? Vector3(u.cross(at(mpc.nodes[2]) - A)) : u;
    if (!(normal.norm() > 1e-12 * A.norm()) || (is_plane && normal.norm() < 1e-8 * u.squaredNorm()))
      mpc.card->fail(mpc.line, is_plane ? "the first three nodes lie on a line and span no plane"
                                        : "the first two nodes are at the same place");
    for (const int node : followers) {
      const Vector3 d = at(node) - A, n = normal.normalized();
      if (const double off = is_plane ? std::abs(d.dot(n)) : d.cross(n).norm(); off > kOff * u.norm())
        mpc.card->fail(
            mpc.line,
            fmt::format("node {} is {:.3g} away from the {}", input_.node_numbers[node], off,
                        is_plane ? "plane of the first three nodes" : "line of the first two nodes"));
    }
  }

  /// The last node has the axis for its place, and the angle for its first degree of freedom.
  void mean_rotation(const Mpc& mpc) {
    std::vector<int> nodes;
    for (std::size_t k = 0; k + 1 < mpc.nodes.size(); k += 3) {
      nodes.push_back(mpc.nodes[k]);
      node(mpc, nodes.back());
    }
    const Vector3 axis = in_range(input_.nodes[mpc.nodes.back()]).normalized();
    add("joint", mpc, "mean-rotation")
        .set("on", deck_.node_group(nodes, name()))
        .set("axis", as_list(axis))
        .set("rotation", node(mpc, mpc.nodes.back()))
        .set("component", "x")
        .set("finite", translation_.finite_strain);
  }

  /// The first coordinate of the last node is the largest distance of the two others, which are there three
  /// times each.
  void tether(const Mpc& mpc) {
    const int last = mpc.nodes.back(), number = input_.node_numbers[last];
    check_held(mpc, last, number);
    add("contact", mpc, "tether")
        .set("between", std::vector<std::string>{node(mpc, mpc.nodes[0]), node(mpc, mpc.nodes[3])})
        .set("length", input_.nodes[last].x());
  }

  void check_held(const Mpc& mpc, int last, int number) const {
    bool is_held = false;
    const auto acts = [&](const NodeLoad& load) {
      return load.first_dof <= 1 && std::find(load.nodes.begin(), load.nodes.end(), last) != load.nodes.end();
    };
    const auto take = [&](const std::vector<NodeLoad>& supports) {
      for (const NodeLoad& support : supports) {
        if (!acts(support)) continue;
        is_held = true;
        if (support.value != 0)
          support.card->fail(support.line,
                             fmt::format("node {} of DIST cannot move; a distance that changes is "
                                         "not supported",
                                         number));
      }
    };
    take(input_.boundaries);
    for (const Step& step : input_.steps) {
      take(step.boundaries);
      for (const Print& print : step.prints)
        if (print.card->name == "NODE PRINT" && !print.set.empty()) check_print(print, last, number);
    }
    if (!is_held)
      mpc.card->fail(mpc.line,
                     fmt::format("degree of freedom 1 of node {} of DIST must be held (*BOUNDARY)", number));
  }

  void check_print(const Print& print, int last, int number) const {
    const std::vector<int> nodes = input_.nodes_of(*print.card, 0, print.set);
    if (std::find(nodes.begin(), nodes.end(), last) != nodes.end() &&
        std::find(print.quantities.begin(), print.quantities.end(), "RF") != print.quantities.end())
      print.card->fail(0, fmt::format("RF of node {} of *MPC is not supported", number));
  }

  const Input& input_;
  const Translation& translation_;
  DeckTree& deck_;
  int number_ = 0;
};

void check(const Mpc& mpc, const Input& input) {
  const std::size_t least = find_type(mpc.type)->least, count = mpc.nodes.size();
  if (count < least || ((mpc.type == "BEAM" || mpc.type == "DIST") && count != least))
    mpc.card->fail(mpc.line, fmt::format("{} needs {} nodes{}, not {}", mpc.type, least,
                                         mpc.type == "BEAM" || mpc.type == "DIST" ? "" : " or more", count));
  const auto& n = mpc.nodes;
  if (mpc.type == "DIST" && (n[0] != n[1] || n[0] != n[2] || n[3] != n[4] || n[3] != n[5]))
    mpc.card->fail(mpc.line, "DIST takes each of its two nodes three times, and the node of the distance");
  if (mpc.type == "MEANROT") {
    bool are_three = count % 3 == 1;
    for (std::size_t k = 0; are_three && k + 1 < count; k += 3)
      are_three = n[k] == n[k + 1] && n[k] == n[k + 2];
    if (!are_three)
      mpc.card->fail(mpc.line, "MEANROT takes each of its nodes three times, and the node of the rotation");
    if (input.nodes[n.back()].isZero(0))
      mpc.card->fail(mpc.line, "the place of the last node of MEANROT is its axis and must not be zero");
  }
  if (input.is_of_abaqus && mpc.type != "STRAIGHT")
    mpc.card->fail(mpc.line, fmt::format("{} is supported in files of CalculiX alone", mpc.type));
}

}  // namespace

void read_mpcs(const Card& card, Input& input) {
  std::vector<Mpc> found;
  for (const DataLine& line : card.data) {
    std::size_t first = 0;
    const std::string& name = card.text(line, 0);
    const bool is_nodes = to_integer(name).has_value() || input.node_sets.count(name) > 0;
    if (find_type(name) != nullptr || !is_nodes) {
      if (find_type(name) == nullptr) {
        std::vector<std::string> names;
        for (const MpcType& type : kMpcTypes) names.emplace_back(type.name);
        throw params::InputError(
            card.where(line.line),
            fmt::format("*MPC of type {} is not supported; {} are", name, fmt::join(names, ", ")),
            params::nearest(name, names));
      }
      found.push_back({&card, line.line, name, {}});
      first = 1;
    }
    if (found.empty()) card.fail(line.line, "*MPC: the type is missing");
    for (std::size_t k = first; k < line.fields.size(); ++k) {
      if (line.fields[k].empty() || line.fields[k] == "0") continue;
      const auto listed = input.listed_nodes.find(plain_name(line.fields[k]));
      const std::vector<int> nodes = listed != input.listed_nodes.end()
                                         ? listed->second
                                         : input.nodes_of(card, line.line, line.fields[k]);
      found.back().nodes.insert(found.back().nodes.end(), nodes.begin(), nodes.end());
    }
  }
  if (found.empty()) card.fail(0, "*MPC: the type and the nodes are missing");
  for (Mpc& mpc : found) {
    check(mpc, input);
    input.mpcs.push_back(std::move(mpc));
  }
}

void finish_mpcs(Input& input) {
  for (const Mpc& mpc : input.mpcs) {
    if (mpc.type == "MEANROT") {
      add_scalar_node(*mpc.card, mpc.line, mpc.nodes.back(), input);
      continue;
    }
    for (Step& step : input.steps)
      if (!step.finite_strain) {
        step.finite_strain = true;
        input.notes.push_back(fmt::format("{}: NLGEOM, as *MPC of type {} has it",
                                          params::to_string(step.card->where()), mpc.type));
      }
  }
}

void add_mpcs(const Input& input, const Translation& translation, DeckTree& deck) {
  MpcBuilder(input, translation, deck).add();
}

}  // namespace jounce::keyword
