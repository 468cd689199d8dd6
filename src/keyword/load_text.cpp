#include "keyword/load_text.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "keyword/coupling_text.h"

namespace jounce::keyword {
namespace {

class LoadWriter {
 public:
  LoadWriter(const Input& input, const Translation& translation, DeckText& deck)
      : input_(input), translation_(translation), deck_(deck) {}

  void forces() {
    struct Force {
      StepValues values;
      const NodeLoad* load;
    };
    std::map<std::pair<std::string, int>, Force> all;
    each_load(&Step::forces, [&](const NodeLoad& load, std::size_t step) {
      if (acts_on_coupling(input_, load)) return;
      if (load.first_dof > 3) load.card->fail(load.line, "forces act along 1, 2 or 3");
      if (load.first_dof > translation_.dimension)
        load.card->fail(load.line, "the model has no such direction");
      Force& force = all[{load.name, load.first_dof}];
      force.load = &load;
      add_value(force.values, step, *load.card, load.line, load.value, load.amplitude);
    });
    int number = 0;
    for (const auto& [key, force] : all) {
      const std::string name = fmt::format("force_{}", ++number);
      std::vector<std::string> components(static_cast<std::size_t>(translation_.dimension), "0.0");
      components[static_cast<std::size_t>(key.second - 1)] =
          load_path(input_, translation_.load_times(), force.values, *force.load->card).text();
      deck_.write("\n[[load]]\nname = \"{}\"\ntype = \"force\"\non = \"{}\"\nforce = [{}]\n", name,
                  deck_.node_group(force.load->nodes, name), fmt::join(components, ", "));
    }
  }

  void distributed() {
    struct Load {
      StepValues values;
      const DistributedLoad* load;
    };
    std::map<std::pair<std::string, std::string>, Load> all;
    each_load(&Step::distributed, [&](const DistributedLoad& load, std::size_t step) {
      Load& entry = all[{load.name, load.label}];
      if (entry.values.empty())
        entry.load = &load;
      else if (load.values.size() != entry.load->values.size() ||
               !std::equal(load.values.begin() + 1, load.values.end(), entry.load->values.begin() + 1))
        load.card->fail(load.line, "the direction of this load differs from that in another line");
      add_value(entry.values, step, *load.card, load.line, load.values[0], load.amplitude);
    });
    int number = 0;
    for (const auto& [key, entry] : all) {
      const DistributedLoad& load = *entry.load;
      const std::string name = fmt::format("distributed_{}", ++number);
      const LoadPath path = load_path(input_, translation_.load_times(), entry.values, *load.card);
      deck_.write("\n[[load]]\nname = \"{}\"\n", name);
      if (load.label == "GRAV")
        gravity(load, path);
      else if (load.label == "CENTRIF")
        centrifugal(load, path);
      else
        deck_.write("type = \"pressure\"\nsurface = \"{}\"\npressure = {}\nfollower = {}\n",
                    pressed(load, name), path.text(), translation_.finite_strain);
    }
  }

  void initial_velocities() {
    std::map<int, Vector3> velocities;
    for (const Card* card : input_.initial_velocities)
      for (const DataLine& line : card->data) {
        const int dof = card->integer(line, 1);
        if (dof < 1 || dof > translation_.dimension)
          card->fail(line.line, "velocities have the directions 1, 2, 3");
        for (const int node : input_.nodes_of(*card, line.line, card->text(line, 0)))
          velocities.try_emplace(node, Vector3::Zero()).first->second[dof - 1] = card->number(line, 2);
      }
    int number = 0;
    while (!velocities.empty()) {
      const Vector3 value = velocities.begin()->second;
      std::vector<int> nodes;
      std::erase_if(velocities, [&](const auto& entry) {
        if (entry.second != value) return false;
        nodes.push_back(entry.first);
        return true;
      });
      std::vector<double> components(value.data(), value.data() + translation_.dimension);
      deck_.write("\n[[initial]]\non = \"{}\"\nvelocity = [{}]\n",
                  deck_.node_group(nodes, fmt::format("initial_{}", ++number)), fmt::join(components, ", "));
    }
  }

 private:
  /// Calls visit(loads of a step, number of the general step).
  template <class Member, class Visit>
  void each_load(Member member, Visit&& visit) {
    for (std::size_t k = 0; k < translation_.steps.size(); ++k)
      for (const auto& load : input_.steps[translation_.steps[k]].*member) visit(load, k);
  }

  void add_value(StepValues& values, std::size_t step, const Card& card, int line, double value,
                 const std::string& amplitude) {
    values.resize(translation_.steps.size());
    if (!values[step]) {
      values[step] = StepValue{value, amplitude, line};
      return;
    }
    if (values[step]->amplitude != amplitude)
      card.fail(line, "two loads on the same place with different amplitudes in one step are not supported");
    values[step]->value += value;
  }

  /// The entries of [[element]] that a load on elements acts on: they must be loaded as a whole.
  std::vector<std::string> entries(const DistributedLoad& load) {
    const auto loaded = input_.elements_of(*load.card, load.line, load.name);
    const std::set<int> set(loaded.begin(), loaded.end());
    std::vector<std::string> names;
    for (const ElementGroup& group : translation_.element_groups) {
      const auto count = std::count_if(group.elements.begin(), group.elements.end(),
                                       [&](int e) { return set.count(e) > 0; });
      if (count == 0) continue;
      if (static_cast<std::size_t>(count) != group.elements.size())
        load.card->fail(
            load.line,
            fmt::format("{} acts on a part of the elements of a section; that is not supported", load.label));
      names.push_back('"' + group.name + '"');
    }
    return names;
  }
  void gravity(const DistributedLoad& load, const LoadPath& path) {
    if (load.values.size() < 4)
      load.card->fail(load.line, "GRAV needs a size and a direction of three components");
    const Vector3 direction = Vector3(load.values[1], load.values[2], load.values[3]).normalized();
    std::vector<std::string> components;
    for (int i = 0; i < translation_.dimension; ++i) {
      LoadPath scaled = path;
      for (double& value : scaled.values) value *= direction[i];
      components.push_back(scaled.text());
    }
    deck_.write("type = \"acceleration\"\nelements = [{}]\nacceleration = [{}]\n",
                fmt::join(entries(load), ", "), fmt::join(components, ", "));
  }
  void centrifugal(const DistributedLoad& load, const LoadPath& path) {
    if (load.values.size() < 7)
      load.card->fail(load.line, "CENTRIF needs omega^2, a point of the axis and its direction");
    const auto& v = load.values;
    std::vector<double> at(v.begin() + 1, v.begin() + 1 + translation_.dimension);
    deck_.write(
        "type = \"centrifugal\"\nelements = [{}]\nomega_squared = {}\nat = [{}]\naxis = [{}, {}, {}]\n",
        fmt::join(entries(load), ", "), path.text(), fmt::join(at, ", "), v[4], v[5], v[6]);
  }
  std::string pressed(const DistributedLoad& load, const std::string& name) {
    std::vector<ElementFace> faces;
    if (load.card->name == "DSLOAD") {
      if (load.label != "P")
        load.card->fail(load.line, fmt::format("the load {} is not supported; P is", load.label));
      const auto surface = input_.surfaces.find(load.name);
      if (surface == input_.surfaces.end() || surface->second.of_nodes)
        load.card->fail(load.line, fmt::format("there is no surface of elements named '{}'", load.name));
      faces = surface->second.faces;
    } else {
      if (load.label.size() != 2 || load.label[0] != 'P' || load.label[1] < '1' || load.label[1] > '6')
        load.card->fail(load.line, fmt::format("the load {} is not supported; P1 to P6, GRAV and CENTRIF are",
                                               load.label));
      for (const int element : input_.elements_of(*load.card, load.line, load.name))
        faces.push_back({element, load.label[1] - '0'});
    }
    return deck_.face_group(faces, name);
  }

  const Input& input_;
  const Translation& translation_;
  DeckText& deck_;
};

}  // namespace

void write_loads(const Input& input, const Translation& translation, DeckText& deck) {
  LoadWriter writer(input, translation, deck);
  writer.forces();
  writer.distributed();
  writer.initial_velocities();
}

}  // namespace jounce::keyword
