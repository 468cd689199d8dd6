#include "keyword/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "keyword/material_text.h"
#include "keyword/mesh_groups.h"

namespace jounce::keyword {
namespace {

bool is_static(const Step& step) { return step.procedure->name == "STATIC"; }
bool is_general(const Step& step) {
  return !step.perturbation && (is_static(step) || step.procedure->name == "DYNAMIC");
}

class Translator {
 public:
  Translator(const Input& input, std::string file, const std::vector<std::size_t>& steps)
      : input_(input), file_(std::move(file)) {
    result_.steps = steps;
  }

  Translation translate() {
    if (input_.elements.empty()) throw params::InputError({file_, 0, 0}, "there are no elements (*ELEMENT)");
    make_mesh(input_, result_);
    take_steps();
    result_.dimension = dimension();
    materials();
    elements();
    supports();
    equations();
    forces();
    distributed();
    initial_velocities();
    analysis();
    result_.model = head() + result_.model;
    return std::move(result_);
  }

 private:
  static std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
      if (c == '"' || c == '\\') result += '\\';
      if (static_cast<unsigned char>(c) >= 32) result += c;
    }
    return result;
  }
  /// Title, model and mesh with the groups that the rest uses.
  std::string head() const {
    std::string text = fmt::format(
        "title = \"{}\"\n\n[model]\ndimension = {}\n\n[[mesh]]\nname = \"m\"\ntype = \"abaqus\"\nfile = "
        "\"{}\"\n",
        escaped(input_.title.empty() ? file_ : input_.title), result_.dimension,
        escaped(std::filesystem::path(file_).filename().string()));
    for (const NamedGroup& group : groups_) {
      text += fmt::format("[[mesh.groups]]\nname = \"{}\"\n", group.name);
      if (group.elements.empty())
        text += fmt::format("nodes = [{}]\n", fmt::join(group.nodes, ", "));
      else
        text += fmt::format("elements = [{}]\nsides = [{}]\n", fmt::join(group.elements, ", "),
                            fmt::join(group.sides, ", "));
    }
    return text;
  }
  /// Name in the deck of a group of nodes that is made for it.
  std::string node_group(const std::vector<int>& nodes, const std::string& name) {
    if (std::none_of(groups_.begin(), groups_.end(), [&](const NamedGroup& g) { return g.name == name; })) {
      NamedGroup& group = groups_.emplace_back();
      group.name = name;
      for (const int node : nodes) group.nodes.push_back(input_.node_numbers[static_cast<std::size_t>(node)]);
    }
    return "m." + name;
  }
  template <class... Args>
  void write(fmt::format_string<Args...> format, Args&&... args) {
    result_.model += fmt::format(format, std::forward<Args>(args)...);
  }
  char axis(int dof) const { return "xyz"[dof - 1]; }

  int dimension() const {
    int dimension = 0;
    for (const ElementGroup& group : result_.element_groups)
      dimension = std::max(dimension, group.type->dimension);
    if (dimension == 1) dimension = 3;
    for (const ElementGroup& group : result_.element_groups)
      if (group.type->dimension > 1 && group.type->dimension != dimension)
        throw params::InputError({file_, 0, 0},
                                 "plane elements and elements in space in one model are not supported");
    return dimension;
  }

  void take_steps() {
    for (const Step& step : input_.steps)
      if (&step != input_.steps.data() && (step.new_loads || step.new_boundaries))
        step.card->fail(0, "OP=NEW in a step after the first is not supported");
    for (const std::size_t i : result_.steps) {
      const Step& step = input_.steps[i];
      const Card& card = *step.procedure;
      StepTime time;
      time.start = result_.times.empty() ? 0.0 : result_.times.back().end;
      time.end = time.start + (card.data.empty() ? 1.0 : card.number(card.data[0], 1, 1.0));
      time.ramped = is_static(step);
      if (const std::string* way = step.card->find("AMPLITUDE")) time.ramped = *way == "RAMP";
      result_.times.push_back(time);
    }
    // Vibrations about a loaded state need the stiffness of its stresses.
    finite_strain_ = std::any_of(input_.steps.begin(), input_.steps.end(),
                                 [](const Step& s) { return s.finite_strain || s.perturbation; });
  }

  bool needs_density() const {
  const auto uses_mass = [](const Step& step) {
    return !is_static(step) ||
           std::any_of(step.distributed.begin(), step.distributed.end(),
                       [](const auto& load) { return load.label == "GRAV" || load.label == "CENTRIF"; });
  };
  return std::any_of(input_.steps.begin(), input_.steps.end(), uses_mass);
}

void materials() {
  std::set<std::string> used;
  for (const ElementGroup& group : result_.element_groups) {
    if (group.section == nullptr) {
      const Element& element = input_.elements[static_cast<std::size_t>(group.elements[0])];
      throw params::InputError({file_, element.line, 0},
                               fmt::format("element {} belongs to no *SOLID SECTION", element.number));
    }
    if (input_.materials.count(group.section->material) == 0)
      group.section->card->fail(0, fmt::format("there is no material named '{}'", group.section->material));
    used.insert(group.section->material);
  }
  for (const auto& [name, material] : input_.materials)
    if (used.count(name) > 0) result_.model += material_text(input_, name, material, needs_density());
}

void elements() {
  for (const ElementGroup& group : result_.element_groups) {
    const Card& card = *group.section->card;
    write("\n[[element]]\nname = \"{0}\"\nmesh = \"m.{0}\"\nmaterial = \"{1}\"\nstrain = \"{2}\"\n",
          group.name, group.section->material, finite_strain_ ? "green-lagrange" : "small");
    const double size = card.data.empty() ? 1.0 : card.number(card.data[0], 0, 1.0);
    if (group.type->dimension == 1) {
      write("type = \"bar\"\narea = {}\n", size);
      continue;
    }
    write("type = \"solid\"\nformulation = \"{}\"\n", formulation(*group.type));
    if (!group.type->plane.empty()) write("plane = \"{}\"\n", group.type->plane);
    if (!group.type->plane.empty() && group.type->plane != "axisymmetric") write("thickness = {}\n", size);
    const Material& material = input_.materials.at(group.section->material);
    const Damping damping = damping_of(material);
    if (damping.alpha > 0) write("damping_mass = {}\n", damping.alpha);
    if (damping.beta > 0) write("damping_stiffness = {}\n", damping.beta);
    if (card.has("ORIENTATION")) orientation(card);
    if (is_explicit()) write("mass = \"lumped\"\n");
  }
}

/// Abaqus integrates the volume change of linear quadrilaterals and hexahedra selectively, CalculiX does
/// not.
std::string_view formulation(const ElementType& type) const {
  return type.formulation == "b-bar" && !input_.is_of_abaqus ? "full" : type.formulation;
}

void orientation(const Card& section) {
  const auto place = input_.orientations.find(section.at("ORIENTATION"));
  if (place == input_.orientations.end())
    section.fail(0, fmt::format("there is no orientation named '{}'", section.at("ORIENTATION")));
  const Card& card = *place->second;
  if (card.has("SYSTEM") && !card.at("SYSTEM").starts_with("R"))
    card.fail(0, "an *ORIENTATION other than RECTANGULAR is not supported");
  const auto values = card.numbers();
  if (values.size() < 6) card.fail(0, "six numbers are expected: two points on the axes");
  write("axes = [{}]\n", fmt::join(values.begin(), values.begin() + 6, ", "));
}

bool is_explicit() const {
  return std::any_of(input_.steps.begin(), input_.steps.end(),
                     [](const Step& step) { return step.procedure->has("EXPLICIT"); });
}

/// Supports by node and degree of freedom: the last of a step counts. Equal ones are one entry.
void supports() {
  struct Support {
    StepValues values;
    const Card* card = nullptr;
  };
  std::map<std::pair<int, int>, Support> all;  // by degree of freedom, then point
  const std::size_t n = std::max<std::size_t>(1, result_.steps.size());
  const auto take = [&](const std::vector<NodeLoad>& loads, std::size_t step) {
    for (const NodeLoad& load : loads)
      for (int dof = load.first_dof; dof <= std::min(load.last_dof, result_.dimension); ++dof)
        for (const int node : load.nodes) {
          if (result_.point_of_node[static_cast<std::size_t>(node)] < 0) continue;
          Support& support = all[{dof, node}];
          support.values.resize(n);
          support.values[step] = StepValue{load.value, load.amplitude, load.line};
          support.card = load.card;
        }
  };
  // Supports of steps that the deck does not run through: what moves there is held.
  const auto hold = [&](std::vector<NodeLoad> loads) {
    for (NodeLoad& load : loads) {
      load.value = 0;
      load.amplitude.clear();
    }
    take(loads, 0);
  };
  take(input_.boundaries, 0);
  for (std::size_t i = 0; i < input_.steps.size(); ++i) {
    const auto place = std::find(result_.steps.begin(), result_.steps.end(), i);
    if (place != result_.steps.end())
      take(input_.steps[i].boundaries, static_cast<std::size_t>(place - result_.steps.begin()));
    else
      hold(input_.steps[i].boundaries);
  }
  int number = 0;
  while (!all.empty()) {
    const auto [dof, first_node] = all.begin()->first;
    const Support support = all.begin()->second;
    std::vector<int> nodes;
    for (auto it = all.begin(); it != all.end() && it->first.first == dof;)
      if (it->second.values == support.values) {
        nodes.push_back(it->first.second);
        it = all.erase(it);
      } else {
        ++it;
      }
    const std::string name = fmt::format("support_{}", ++number);
    write("\n[[boundary]]\non = \"{}\"\ncomponents = [\"{}\"]\n", node_group(nodes, name), axis(dof));
    const bool held = std::all_of(support.values.begin(), support.values.end(),
                                  [](const auto& v) { return !v || v->value == 0; });
    if (!held) write("motion = {}\n", load_path(input_, times(), support.values, *support.card).text());
  }
}

std::vector<StepTime> times() const {
  return result_.times.empty() ? std::vector<StepTime>{{0, 1, true}} : result_.times;
}

void equations() {
  int number = 0;
  for (const Equation& equation : input_.equations) {
    write("\n[[joint]]\nname = \"equation_{}\"\ntype = \"equation\"\nterms = [\n", ++number);
    for (const EquationTerm& term : equation.terms) {
      if (term.dof > result_.dimension)
        throw params::InputError(
            {file_, equation.line, 0},
            fmt::format("degree of freedom {} in an equation; displacements 1 to {} are possible", term.dof,
                        result_.dimension));
      const std::string name =
          fmt::format("node_{}", input_.node_numbers[static_cast<std::size_t>(term.node)]);
      write("  {{ on = \"{}\", component = \"{}\", factor = {} }},\n", node_group({term.node}, name),
            axis(term.dof), term.factor);
    }
    write("]\n");
  }
}

/// Calls visit(loads of a step, number of the general step).
template <class Member, class Visit>
void each_load(Member member, Visit&& visit) {
  for (std::size_t k = 0; k < result_.steps.size(); ++k)
    for (const auto& load : input_.steps[result_.steps[k]].*member) visit(load, k);
}

void add_value(StepValues& values, std::size_t step, const Card& card, int line, double value,
               const std::string& amplitude) {
  values.resize(result_.steps.size());
  if (!values[step]) {
    values[step] = StepValue{value, amplitude, line};
    return;
  }
  if (values[step]->amplitude != amplitude)
    card.fail(line, "two loads on the same place with different amplitudes in one step are not supported");
  values[step]->value += value;
}

void forces() {
  struct Force {
    StepValues values;
    const NodeLoad* load;
  };
  std::map<std::pair<std::string, int>, Force> all;
  each_load(&Step::forces, [&](const NodeLoad& load, std::size_t step) {
    if (load.first_dof > result_.dimension) load.card->fail(load.line, "the model has no such direction");
    Force& force = all[{load.name, load.first_dof}];
    force.load = &load;
    add_value(force.values, step, *load.card, load.line, load.value, load.amplitude);
  });
  int number = 0;
  for (const auto& [key, force] : all) {
    const std::string name = fmt::format("force_{}", ++number);
    std::vector<std::string> components(static_cast<std::size_t>(result_.dimension), "0.0");
    components[static_cast<std::size_t>(key.second - 1)] =
        load_path(input_, times(), force.values, *force.load->card).text();
    write("\n[[load]]\nname = \"{}\"\ntype = \"force\"\non = \"{}\"\nforce = [{}]\n", name,
          node_group(force.load->nodes, name), fmt::join(components, ", "));
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
    const LoadPath path = load_path(input_, times(), entry.values, *load.card);
    write("\n[[load]]\nname = \"{}\"\n", name);
    if (load.label == "GRAV")
      gravity(load, path);
    else if (load.label == "CENTRIF")
      centrifugal(load, path);
    else
      write("type = \"pressure\"\non = \"{}\"\npressure = {}\n", pressed(load, name), path.text());
  }
}

/// The entries of [[element]] that a load on elements acts on: they must be loaded as a whole.
std::vector<std::string> entries(const DistributedLoad& load) {
  const auto loaded = input_.elements_of(*load.card, load.line, load.name);
  const std::set<int> set(loaded.begin(), loaded.end());
  std::vector<std::string> names;
  for (const ElementGroup& group : result_.element_groups) {
    const auto count =
        std::count_if(group.elements.begin(), group.elements.end(), [&](int e) { return set.count(e) > 0; });
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
  for (int i = 0; i < result_.dimension; ++i) {
    LoadPath scaled = path;
    for (double& value : scaled.values) value *= direction[i];
    components.push_back(scaled.text());
  }
  write("type = \"acceleration\"\nelements = [{}]\nacceleration = [{}]\n", fmt::join(entries(load), ", "),
        fmt::join(components, ", "));
}
void centrifugal(const DistributedLoad& load, const LoadPath& path) {
  if (load.values.size() < 7)
    load.card->fail(load.line, "CENTRIF needs omega^2, a point of the axis and its direction");
  const auto& v = load.values;
  std::vector<double> at(v.begin() + 1, v.begin() + 1 + result_.dimension);
  write("type = \"centrifugal\"\nelements = [{}]\nomega_squared = {}\nat = [{}]\naxis = [{}, {}, {}]\n",
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
      load.card->fail(
          load.line, fmt::format("the load {} is not supported; P1 to P6, GRAV and CENTRIF are", load.label));
    for (const int element : input_.elements_of(*load.card, load.line, load.name))
      faces.push_back({element, load.label[1] - '0'});
  }
  NamedGroup& group = groups_.emplace_back();
  group.name = name;
  for (const ElementFace& face : faces) {
    group.elements.push_back(input_.elements[static_cast<std::size_t>(face.element)].number);
    group.sides.push_back(face.face);
  }
  return "m." + name;
}

void initial_velocities() {
  std::map<int, Vector3> velocities;
  for (const Card* card : input_.initial_velocities)
    for (const DataLine& line : card->data) {
      const int dof = card->integer(line, 1);
      if (dof < 1 || dof > result_.dimension) card->fail(line.line, "velocities have the directions 1, 2, 3");
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
    std::vector<double> components(value.data(), value.data() + result_.dimension);
    write("\n[[initial]]\non = \"{}\"\nvelocity = [{}]\n",
          node_group(nodes, fmt::format("initial_{}", ++number)), fmt::join(components, ", "));
  }
}

void analysis() {
  if (result_.steps.empty()) return;
  double size = 0;
  for (const std::size_t number : result_.steps) {
    const Card& card = *input_.steps[number].procedure;
    const double period = card.data.empty() ? 1.0 : card.number(card.data[0], 1, 1.0);
    const double first = card.data.empty() ? period : card.number(card.data[0], 0, period);
    const double step = first > 0 && first < period ? first : period;
    size = size == 0 ? step : std::min(size, step);
  }
  for (const StepTime& time : result_.times) {
    const double count = time.end / size;
    if (std::abs(count - std::round(count)) > 1e-6 * count)
      throw params::InputError({file_, 0, 0},
                               fmt::format("the steps end at times that are no multiples of the smallest "
                                           "first increment, {}; that is not supported",
                                           size));
  }
  const Step& first = input_.steps[result_.steps.front()];
  if (first.procedure->name == "MODAL DYNAMIC") return;
  if (is_static(first)) {
    result_.analysis = fmt::format("\n[analysis]\ntype = \"static\"\nstep = {}\nend = {}\nramp = false\n",
                                   size, result_.times.back().end);
    return;
  }
  const Card& card = *first.procedure;
  if (card.has("EXPLICIT")) {
    result_.analysis = fmt::format("\n[integrator]\ntype = \"half-explicit\"\nstep = {}\nend = {}\n", size,
                                   result_.times.back().end);
    return;
  }
  double alpha = -0.05;
  if (card.has("ALPHA")) alpha = card.number({card.line, {card.at("ALPHA")}}, 0);
  result_.analysis = fmt::format(
      "\n[integrator]\ntype = \"mixed-generalized-alpha\"\nalpha_m = 0.0\nalpha_f = {}\nstep = {}\nend = "
      "{}\n",
      -alpha, size, result_.times.back().end);
}

const Input& input_;
std::string file_;
Translation result_;
std::vector<NamedGroup> groups_;
bool finite_strain_ = false;
};

}  // namespace

std::vector<std::size_t> general_steps(const Input& input) {
  std::vector<std::size_t> steps;
  for (std::size_t i = 0; i < input.steps.size(); ++i) {
    if (!is_general(input.steps[i])) continue;
    if (!steps.empty() && is_static(input.steps[steps.front()]) != is_static(input.steps[i]))
      input.steps[i].card->fail(0, "static and dynamic steps in one model are not supported");
    steps.push_back(i);
  }
  return steps;
}

Translation translate(const Input& input, const std::string& file, const std::vector<std::size_t>& steps) {
  return Translator(input, file, steps).translate();
}

}  // namespace jounce::keyword
