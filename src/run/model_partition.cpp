#include "run/model_partition.h"

#include <fmt/format.h>

#include <algorithm>

namespace jounce {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

ModelPartition::ModelPartition(const Model& model, int parts_wanted)
    : of(model), parts(parts_wanted), part_of_vertex(partition(of.graph, parts_wanted)) {
  assign_elements();
  count();
  count_exchange();
}

void ModelPartition::assign_elements() {
  part_of_element.assign(at(of.elements.size()), -1);
  std::vector<int> nodes_in(at(parts), 0), elements_in(at(parts), 0);
  // First those with a clear majority, so that the others can make up for differences.
  for (const bool clear : {true, false})
    for (int element = 0; element < of.elements.size(); ++element) {
      if (part_of_element[at(element)] >= 0) continue;
      const auto nodes = of.elements.of(element);
      int best = -1, ties = 0;
      for (const int node : nodes) ++nodes_in[at(part_of_vertex[at(node)])];
      for (const int node : nodes) {
        const int part = part_of_vertex[at(node)];
        const int had = nodes_in[at(part)], most = best < 0 ? 0 : nodes_in[at(best)];
        if (part != best && had == most) ++ties;
        if (had > most) ties = 0;
        if (had > most || (had == most && (elements_in[at(part)] < elements_in[at(best)]))) best = part;
      }
      for (const int node : nodes) nodes_in[at(part_of_vertex[at(node)])] = 0;
      if (clear && ties > 0) continue;
      part_of_element[at(element)] = best;
      ++elements_in[at(best)];
    }
}

void ModelPartition::count() {
  contents.assign(at(parts), {});
  for (int node = 0; node < of.nodes; ++node) {
    PartContent& part = contents[at(part_of_vertex[at(node)])];
    part.dofs += of.unknowns[at(node)];
    part.nonzeros += of.nonzeros[at(node)];
    part.contact_nodes += of.may_touch[at(node)];
    part.bodies += of.is_body[at(node)];
  }
  for (const int part : part_of_element) ++contents[at(part)].elements;
  for (int joint = 0; joint < of.constraints.size(); ++joint) {
    ++contents[at(part_of_vertex[at(of.nodes + joint)])].joints;
    int first = -1;
    bool straddles = false;
    for (const int node : of.constraints.of(joint)) {
      if (of.unknowns[at(node)] == 0) continue;  // what is prescribed every rank knows
      if (first < 0) first = node;
      straddles = straddles || part_of_vertex[at(node)] != part_of_vertex[at(first)];
    }
    straddling_joints += straddles;
  }
}

void ModelPartition::count_exchange() {
  std::vector<std::vector<int>> partners(at(parts));
  std::vector<int> asking;  // parts whose rows refer to a vertex
  for (int vertex = 0; vertex < of.graph.size(); ++vertex) {
    const int own = part_of_vertex[at(vertex)];
    asking.clear();
    for (const Index other : of.graph.of(vertex)) {
      const int part = part_of_vertex[at(other)];
      if (vertex < other) ++edges, cut_edges += part != own;
      if (part != own) asking.push_back(part);
    }
    if (of.unknowns[at(vertex)] == 0) continue;
    std::sort(asking.begin(), asking.end());
    asking.erase(std::unique(asking.begin(), asking.end()), asking.end());
    for (const int part : asking) {
      contents[at(part)].halo += of.unknowns[at(vertex)];
      partners[at(part)].push_back(own);
      partners[at(own)].push_back(part);
    }
  }
  for (int part = 0; part < parts; ++part) {
    std::vector<int>& list = partners[at(part)];
    std::sort(list.begin(), list.end());
    contents[at(part)].neighbours = static_cast<int>(std::unique(list.begin(), list.end()) - list.begin());
  }
}

long ModelPartition::halo_bytes() const {
  long values = 0;
  for (const PartContent& part : contents) values += part.halo;
  return values * static_cast<long>(sizeof(double));
}

const std::array<PartColumn, 8>& part_columns() {
  static constexpr std::array<PartColumn, 8> columns = {{
      {"dofs", [](const PartContent& p) { return static_cast<double>(p.dofs); }},
      {"elements", [](const PartContent& p) { return static_cast<double>(p.elements); }},
      {"nonzeros", [](const PartContent& p) { return p.nonzeros; }},
      {"contact_nodes", [](const PartContent& p) { return static_cast<double>(p.contact_nodes); }},
      {"joints", [](const PartContent& p) { return static_cast<double>(p.joints); }},
      {"bodies", [](const PartContent& p) { return static_cast<double>(p.bodies); }},
      {"neighbours", [](const PartContent& p) { return static_cast<double>(p.neighbours); }},
      {"halo", [](const PartContent& p) { return static_cast<double>(p.halo); }},
  }};
  return columns;
}

double largest_share(const ModelPartition& partition, const PartColumn& column) {
  double sum = 0, largest = 0;
  for (const PartContent& part : partition.contents) {
    sum += column.value(part);
    largest = std::max(largest, column.value(part));
  }
  return sum > 0 ? largest / sum : 0;
}

std::string partition_text(const ModelPartition& partition) {
  constexpr std::size_t least_width = 10;
  std::string names = fmt::format("  {:>13}", "part"), shares = fmt::format("  {:>13}", "largest share");
  std::vector<std::string> rows;
  for (int i = 0; i < partition.parts; ++i) rows.push_back(fmt::format("  {:>13}", i));
  for (const PartColumn& column : part_columns()) {
    const std::string_view name = column.name;
    const std::size_t width = std::max(name.size() + 2, least_width);
    names += fmt::format("{:>{}}", name, width);
    for (int i = 0; i < partition.parts; ++i)
      rows[at(i)] += fmt::format("{:>{}.0f}", column.value(partition.contents[at(i)]), width);
    const double share = largest_share(partition, column);
    if (name == "neighbours" || name == "halo") continue;  // the last ones, which are not shared out
    shares += fmt::format("{:>{}}", share > 0 ? fmt::format("{:.1f} %", 100 * share) : "-", width);
  }
  std::string text = names + '\n';
  for (const std::string& row : rows) text += row + '\n';
  return text + shares +
         fmt::format(
             "\n  {} of {} edges of the graph cut; {} of {} joints on several parts; {} bytes to renew the "
             "halos of one vector\n",
             partition.cut_edges, partition.edges, partition.straddling_joints,
             partition.of.constraints.size(), partition.halo_bytes());
}

std::string partition_csv(const ModelPartition& partition) {
  std::string text = "part";
  for (const PartColumn& column : part_columns()) text += fmt::format(",{}", column.name);
  text += '\n';
  for (int i = 0; i < partition.parts; ++i) {
    text += fmt::format("{}", i);
    for (const PartColumn& column : part_columns())
      text += fmt::format(",{:.0f}", column.value(partition.contents[at(i)]));
    text += '\n';
  }
  return text;
}

}  // namespace jounce
