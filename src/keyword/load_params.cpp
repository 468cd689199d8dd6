#include "keyword/load_params.h"

#include <algorithm>
#include <map>
#include <set>

#include "keyword/coupling_params.h"
#include "keyword/node_axes.h"
#include "keyword/node_groups.h"
#include "keyword/shell_params.h"
#include "math/axes.h"

namespace jounce::keyword {
namespace {

struct VectorOrder {
  bool operator()(const Vector3& a, const Vector3& b) const {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  }
};

class LoadBuilder {
 public:
  LoadBuilder(const Input& input, const Translation& translation, DeckTree& deck)
      : input_(input), translation_(translation), deck_(deck), shell_nodes_(nodes_of_shells(input)) {}

  void forces() {
    std::map<std::pair<std::string, int>, Force> all;
    for (std::size_t k = 0; k < translation_.steps.size(); ++k) {
      const Step& step = input_.steps[translation_.steps[k]];
      for (const NodeLoad& load : step.forces) {
        if (!translation_.has(*load.card)) continue;
        if (acts_on_coupling(input_, load) && is_of_marker(input_, load.nodes[0], load.first_dof)) continue;
        const bool is_moment = load.first_dof > 3;
        if (is_moment) check_moment(load);
        if (!is_moment && load.first_dof > translation_.dimension)
          load.card->fail(load.line, "the model has no such direction");
        Force& force = all[{load.name, load.first_dof}];
        force.load = &load;
        add_value(force.values, k, *load.card, load.line, load.value, load.amplitude);
      }
      if (k > 0 && step.new_forces)
        for (auto& [key, force] : all) end_load(force.values, k);
    }
    int number = 0;
    for (const auto& [key, force] : all) add(force, key.second, fmt::format("force_{}", ++number));
  }

  void distributed() {
    Distributed all;
    for (std::size_t step = 0; step < translation_.steps.size(); ++step) {
      for (const DistributedLoad& load : input_.steps[translation_.steps[step]].distributed)
        if (translation_.has(*load.card)) take(load, step, all);
      if (step > 0) end_distributed(step, all);
    }
    int number = 0;
    for (const auto& [key, given] : all) {
      const DistributedLoad& load = *given.load;
      const std::string name = fmt::format("distributed_{}", ++number);
      const LoadPath path = load_path(input_, translation_.load_times(), given.values, *load.card);
      params::Node& entry = deck_.add("load", load.card->where(load.line)).set("name", name);
      if (load.label == "GRAV")
        gravity(load, path, entry);
      else if (load.label == "CENTRIF")
        centrifugal(load, path, entry);
      else
        pressure(load, path, name, entry);
    }
  }

  void initial_velocities() {
    std::map<int, Vector3> velocities;
    for (const Card* card : input_.initial_velocities)
      for (const DataLine& line : card->data) {
        const int dof = card->integer(line, 1);
        if (dof < 1 || dof > translation_.dimension)
          card->fail(line.line, "velocities have the directions 1, 2, 3");
        for (const int node :
             input_.with_copies(input_.solid_nodes_of(*card, line.line, card->text(line, 0))))
          velocities.try_emplace(node, Vector3::Zero()).first->second[dof - 1] = card->number(line, 2);
      }
    NodeGroups<Vector3, VectorOrder> groups;
    for (const auto& [node, value] : velocities) groups.add(value, node);
    int number = 0;
    for (const auto& [value, nodes] : groups)
      deck_.add("initial", input_.initial_velocities.front()->where())
          .set("on", deck_.node_group(nodes, fmt::format("initial_{}", ++number)))
          .set("velocity", as_list(value, translation_.dimension));
  }

 private:
  struct Force {
    StepValues values;
    const NodeLoad* load;
  };
  struct Load {
    StepValues values;
    const DistributedLoad* load;
  };
  using Distributed = std::map<std::pair<std::string, std::string>, Load>;

  void check_moment(const NodeLoad& load) const {
    if (!input_.options.shells) load.card->fail(load.line, "forces act along 1, 2 or 3");
    for (const int node : load.nodes)
      if (!shell_nodes_.contains(node))
        load.card->fail(load.line, fmt::format("moments act on nodes of shells and on reference nodes of "
                                               "*COUPLING and *RIGID BODY, not on node {}",
                                               input_.node_numbers[node]));
  }

  /// Nodes whose degree of freedom is the same direction have one entry.
  void add(const Force& force, int dof, const std::string& name) {
    std::map<Vector3, std::vector<int>, VectorOrder> nodes;
    for (const int node : force.load->nodes) {
      Vector3 direction = Vector3::Zero();
      for (const EquationTerm& term : global_terms(input_, node, dof > 3 ? dof - 3 : dof))
        direction[term.dof - 1] = term.factor;
      if (translation_.dimension == 2 && direction.z() != 0)
        force.load->card->fail(
            force.load->line,
            fmt::format("the axes of node {} leave the plane of the model", input_.node_numbers[node]));
      nodes[direction].push_back(node);
    }
    const LoadPath path = load_path(input_, translation_.load_times(), force.values, *force.load->card);
    int part = 0;
    for (const auto& [direction, group] : nodes) {
      const std::string own = nodes.size() == 1 ? name : fmt::format("{}_{}", name, ++part);
      const std::string type = dof > 3 ? "torque" : "force";
      deck_.add("load", force.load->card->where(force.load->line))
          .set("name", own)
          .set("type", type)
          .set("on", deck_.node_group(group, own))
          .set(type, along(direction, path));
    }
  }

  /// A path along a direction, component by component.
  std::vector<params::Node> along(const Vector3& direction, const LoadPath& path) const {
    std::vector<params::Node> components;
    for (int i = 0; i < translation_.dimension; ++i) {
      LoadPath scaled = path;
      for (double& value : scaled.values) value *= direction[i];
      components.push_back(direction[i] == 0 ? 0.0 : scaled.node());
    }
    return components;
  }

  void take(const DistributedLoad& load, std::size_t step, Distributed& all) const {
    Load& entry = all[{load.name, load.label}];
    if (entry.values.empty())
      entry.load = &load;
    else if (load.values.size() != entry.load->values.size() ||
             !std::equal(load.values.begin() + 1, load.values.end(), entry.load->values.begin() + 1))
      load.card->fail(load.line, "the direction of this load differs from that in another line");
    add_value(entry.values, step, *load.card, load.line, load.values[0], load.amplitude);
  }

  /// OP=NEW: in files of Abaqus of the loads of its card, in others of all loads on elements.
  void end_distributed(std::size_t step, Distributed& all) const {
    const auto& cards = input_.steps[translation_.steps[step]].new_distributed;
    for (auto& [key, entry] : all)
      if (input_.is_of_abaqus ? cards.count(entry.load->card->name) > 0 : !cards.empty())
        end_load(entry.values, step);
  }

  void add_value(StepValues& values, std::size_t step, const Card& card, int line, double value,
                 const std::string& amplitude) const {
    values.resize(translation_.steps.size());
    if (!values[step]) {
      values[step] = StepValue{value, amplitude, line};
      return;
    }
    if (values[step]->amplitude != amplitude)
      card.fail(line, "two loads on the same place with different amplitudes in one step are not supported");
    values[step]->value += value;
  }

  /// The entries of [[element]] that a load on volumes acts on; make_mesh has made them so that it loads them
  /// as a whole.
  std::vector<std::string> entries(const DistributedLoad& load) const {
    const auto loaded = input_.elements_of(*load.card, load.line, load.name);
    const std::set<int> set(loaded.begin(), loaded.end());
    std::vector<std::string> names;
    for (const ElementGroup& group : translation_.element_groups)
      if (set.count(group.elements[0]) > 0) names.push_back(group.name);
    if (names.empty()) load.card->fail(load.line, fmt::format("{} acts on no element with mass", load.label));
    return names;
  }
  void gravity(const DistributedLoad& load, const LoadPath& path, params::Node& entry) const {
    if (load.values.size() < 4)
      load.card->fail(load.line, "GRAV needs a size and a direction of three components");
    const Vector3 direction = in_range({load.values[1], load.values[2], load.values[3]}).normalized();
    entry.set("type", "acceleration")
        .set("elements", entries(load))
        .set("acceleration", along(direction, path));
  }
  void centrifugal(const DistributedLoad& load, const LoadPath& path, params::Node& entry) const {
    if (load.values.size() < 7)
      load.card->fail(load.line, "CENTRIF needs omega^2, a point of the axis and its direction");
    const auto& v = load.values;
    entry.set("type", "centrifugal")
        .set("elements", entries(load))
        .set("omega_squared", path.node())
        .set("at", std::vector<double>(v.begin() + 1, v.begin() + 1 + translation_.dimension))
        .set("axis", std::vector<double>(v.begin() + 4, v.begin() + 7));
  }
  void pressure(const DistributedLoad& load, LoadPath path, const std::string& name, params::Node& entry) {
    const std::vector<ElementFace> faces = pressed(load);
    // The outer side of a shell is that of its normal.
    const auto is_lower = [&](const ElementFace& face) {
      return input_.elements[face.element].type->is_shell() && face.face == 1;
    };
    if (const auto lower = std::ranges::count_if(faces, is_lower); lower > 0) {
      if (lower < std::ssize(faces))
        load.card->fail(load.line, "a pressure on lower sides of shells and on others: give two loads");
      for (double& value : path.values) value = -value;
    }
    entry.set("type", "pressure")
        .set("surface", deck_.face_group(faces, name, load.card->where(load.line)))
        .set("pressure", path.node())
        .set("follower", translation_.pressures_follow);
  }
  std::vector<ElementFace> pressed(const DistributedLoad& load) const {
    std::vector<ElementFace> faces;
    if (load.card->name == "DSLOAD") {
      if (load.label != "P")
        load.card->fail(load.line, fmt::format("the load {} is not supported; P is", load.label));
      const auto surface = input_.surfaces.find(load.name);
      if (surface == input_.surfaces.end() || surface->second.is_of_nodes_only())
        load.card->fail(load.line, fmt::format("there is no surface of elements named '{}'", load.name));
      faces = surface->second.faces;
    } else {
      if (load.label.size() != 2 || load.label[0] != 'P' || load.label[1] < '1' || load.label[1] > '6')
        load.card->fail(load.line, fmt::format("the load {} is not supported; P1 to P6, GRAV and CENTRIF are",
                                               load.label));
      for (const int element : input_.elements_of(*load.card, load.line, load.name))
        faces.push_back({element, load.label[1] - '0'});
    }
    return faces;
  }

  const Input& input_;
  const Translation& translation_;
  DeckTree& deck_;
  std::set<int> shell_nodes_;  ///< that have rotations
};

}  // namespace

void add_loads(const Input& input, const Translation& translation, DeckTree& deck) {
  LoadBuilder builder(input, translation, deck);
  builder.forces();
  builder.distributed();
  builder.initial_velocities();
}

}  // namespace jounce::keyword
