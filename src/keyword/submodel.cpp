#include "keyword/submodel.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>

#include "keyword/global_results.h"
#include "keyword/mesh_cards.h"

namespace jounce::keyword {
namespace {

/// Nodes that lie farther outside, as a share of the size of an element, are told of.
constexpr double kOutside = 1e-3;

/// Numbers of a set of elements, also of those that the file does not have: the global model has them.
std::set<int> numbers_of_set(const Card& card, const Input& input, const std::string& name) {
  std::set<int> numbers;
  bool is_there = false;
  for (const Card& other : input.cards) {
    if (&other == &card) break;
    const std::string* set = other.find("ELSET");
    if (set == nullptr || plain_name(*set) != name || (other.name != "ELSET" && other.name != "ELEMENT"))
      continue;
    is_there = true;
    if (other.name == "ELEMENT") continue;
    for (const DataLine& line : other.data) {
      if (other.has("GENERATE")) {
        const int last = other.integer(line, 1, other.integer(line, 0));
        for (int number = other.integer(line, 0); number <= last; number += other.integer(line, 2, 1))
          numbers.insert(number);
        continue;
      }
      for (const std::string& field : line.fields)
        if (const auto number = to_integer(field))
          numbers.insert(*number);
        else if (!field.empty() && plain_name(field) != name)
          numbers.merge(numbers_of_set(card, input, plain_name(field)));
    }
  }
  if (!is_there) input.elements_of(card, 0, name);  // fails, with the nearest name
  if (const auto own = input.element_sets.find(name); own != input.element_sets.end())
    for (const int element : own->second) numbers.insert(input.elements[element].number);
  return numbers;
}

/// Values of nodes by the cards *SUBMODEL that name them.
class GlobalValues {
 public:
  GlobalValues(const Card& card, Input& input, std::string name, int components)
      : card_(card), input_(input), name_(std::move(name)), components_(components) {
    for (const char* other : {"AMPLITUDE", "FIXED", "TIME DELAY", "LOAD CASE"}) {
      std::string parameter = other;
      std::erase(parameter, ' ');
      if (card.has(parameter)) card.fail(0, fmt::format("*{} takes either SUBMODEL or {}", card.name, other));
    }
    if (card.has("STEP") == card.has("DATASET"))
      card.fail(0, fmt::format("*{} with SUBMODEL needs either STEP= or DATA SET= of the global results",
                               card.name));
    frame_.is_step = card.has("STEP");
    frame_.number = card.integer({card.line, {card.at(frame_.is_step ? "STEP" : "DATASET")}}, 0);
  }

  Vector at(int node, int line) {
    const Submodel& submodel = of(node, line);
    auto values = values_.find(&submodel);
    if (values == values_.end())
      values = values_.emplace(&submodel, submodel.results->values(name_, components_, frame_, card_.where()))
                   .first;
    const GlobalResults::Place place =
        submodel.results->at(input_.nodes[node], submodel.elements, submodel.card->where());
    Vector result = Vector::Zero(components_);
    for (std::size_t a = 0; a < place.nodes.size(); ++a) {
      if (place.weights[a] == 0) continue;
      const auto value = values->second.row(place.nodes[a]);
      if (value.hasNaN())
        card_.fail(
            line,
            fmt::format("node {} takes a value from node {} of the global model, which has no {}",
                        input_.node_numbers[node], submodel.results->node_number(place.nodes[a]), name_));
      result += place.weights[a] * value.transpose();
    }
    if (place.distance > kOutside * place.size) {
      ++outside_;
      if (place.distance > farthest_) {
        farthest_ = place.distance;
        farthest_node_ = node;
      }
    }
    return result;
  }

  void tell() {
    if (outside_ > 0)
      input_.notes.push_back(fmt::format(
          "{}: nodes that lie outside of the global model take the values of its nearest points: {}, node {} "
          "the farthest by {:.3g}",
          params::to_string(card_.where()), outside_, input_.node_numbers[farthest_node_], farthest_));
  }

 private:
  const Submodel& of(int node, int line) const {
    for (const Submodel& submodel : input_.submodels)
      if (std::ranges::binary_search(submodel.nodes, node)) return submodel;
    card_.fail(line, fmt::format("node {} belongs to no *SUBMODEL", input_.node_numbers[node]));
  }

  const Card& card_;
  Input& input_;
  std::string name_;
  int components_;
  GlobalFrame frame_;
  std::map<const Submodel*, DenseMatrix> values_;
  int outside_ = 0, farthest_node_ = 0;
  double farthest_ = 0;
};

NodeLoad of_node(const Card& card, const DataLine& line, const Input& input, int node, int dof,
                 double value) {
  return {&card, line.line, {node}, fmt::format("{}", input.node_numbers[node]), dof, dof, value, {}};
}

/// The values are in the file: none are expected behind `fields`.
void check_length(const Card& card, const DataLine& line, std::size_t fields) {
  if (line.fields.size() > fields)
    card.fail(line.line, fmt::format("*{} with SUBMODEL takes its values from the global results: none is "
                                     "expected here",
                                     card.name));
}

/// Lines of nodes, first and last component.
void read_vectors(const Card& card, Input& input, const char* name, std::vector<NodeLoad>& loads) {
  GlobalValues values(card, input, name, 3);
  for (const DataLine& line : card.data) {
    const int first = card.integer(line, 1), last = card.integer(line, 2, first);
    check_length(card, line, 3);
    if (first < 1 || last > 3 || last < first)
      card.fail(line.line, "degrees of freedom of the global results are 1 to 3");
    for (const int node : input.nodes_of(card, line.line, card.text(line, 0))) {
      if (input.node_axes.contains(node))
        card.fail(line.line, fmt::format("node {} has axes of its own (*TRANSFORM), which *{} with SUBMODEL "
                                         "does not support",
                                         input.node_numbers[node], card.name));
      const Vector value = values.at(node, line.line);
      for (int dof = first; dof <= last; ++dof)
        loads.push_back(of_node(card, line, input, node, dof, value[dof - 1]));
    }
  }
  values.tell();
}

}  // namespace

void read_submodel(const Card& card, Input& input) {
  if (const std::string& type = card.at("TYPE"); type != "NODE")
    card.fail(0, fmt::format("*SUBMODEL of type {} is not supported; NODE is", type));
  Submodel submodel{&card, {}, {}, nullptr};
  if (card.has("GLOBALELSET"))
    submodel.elements = numbers_of_set(card, input, plain_name(card.at("GLOBALELSET")));
  for (const DataLine& line : card.data)
    for (const std::string& field : line.fields) {
      const std::vector<int> nodes = input.nodes_of(card, line.line, field);
      submodel.nodes.insert(submodel.nodes.end(), nodes.begin(), nodes.end());
    }
  if (submodel.nodes.empty()) card.fail(0, "*SUBMODEL names no nodes");
  std::ranges::sort(submodel.nodes);
  const std::filesystem::path file = card.file_at("INPUT");
  for (const Submodel& other : input.submodels)
    if (other.card->file_at("INPUT") == file) submodel.results = other.results;
  if (!submodel.results) submodel.results = std::make_shared<const GlobalResults>(file, card.where());
  input.submodels.push_back(std::move(submodel));
}

void read_global_displacements(const Card& card, Input& input, Step& step) {
  read_vectors(card, input, "DISP", step.boundaries);
}

void read_global_forces(const Card& card, Input& input, Step& step) {
  if (card.has("OP") && card.at("OP") == "NEW") step.new_forces = true;
  read_vectors(card, input, "FORC", step.forces);
}

void read_global_temperatures(const Card& card, Input& input, Step& step) {
  GlobalValues values(card, input, "NDTEMP", 1);
  for (const DataLine& line : card.data) {
    check_length(card, line, 1);
    for (const int node : input.nodes_of(card, line.line, card.text(line, 0)))
      step.temperatures.push_back(of_node(card, line, input, node, 0, values.at(node, line.line)[0]));
  }
  values.tell();
}

}  // namespace jounce::keyword
