#include "run/model_partition.h"

#include <fmt/format.h>

#include <algorithm>

namespace jounce {

ModelPartition::ModelPartition(const Model& model, int parts_wanted)
    : of(model), parts(parts_wanted), part_of_vertex(partition(of.graph, parts_wanted)) {
  assign_elements();
  count();
  count_exchange();
}

void ModelPartition::assign_elements() {
  part_of_element.assign(as_size(of.elements.size()), -1);
  std::vector<int> nodes_in(as_size(parts), 0), elements_in(as_size(parts), 0);
  // First those with a clear majority, so that the others can make up for differences.
  for (const bool clear : {true, false})
    for (int element = 0; element < of.elements.size(); ++element) {
      if (part_of_element[as_size(element)] >= 0) continue;
      const auto nodes = of.elements.of(element);
      int best = -1, ties = 0;
      for (const int node : nodes) ++nodes_in[as_size(part_of_vertex[as_size(node)])];
      for (const int node : nodes) {
        const int part = part_of_vertex[as_size(node)];
        const int had = nodes_in[as_size(part)], most = best < 0 ? 0 : nodes_in[as_size(best)];
        if (part != best && had == most) ++ties;
        if (had > most) ties = 0;
        if (had > most || (had == most && (elements_in[as_size(part)] < elements_in[as_size(best)])))
          best = part;
      }
      for (const int node : nodes) nodes_in[as_size(part_of_vertex[as_size(node)])] = 0;
      if (clear && ties > 0) continue;
      part_of_element[as_size(element)] = best;
      ++elements_in[as_size(best)];
    }
}

void ModelPartition::count() {
  contents.assign(as_size(parts), {});
  for (int node = 0; node < of.nodes; ++node) {
    PartContent& part = contents[as_size(part_of_vertex[as_size(node)])];
    part.dofs += of.unknowns[as_size(node)];
    part.nonzeros += of.nonzeros[as_size(node)];
    part.contact_nodes += of.may_touch[as_size(node)];
    part.bodies += of.is_body[as_size(node)];
  }
  for (const int part : part_of_element) ++contents[as_size(part)].elements;
  for (int joint = 0; joint < of.constraints.size(); ++joint) {
    ++contents[as_size(part_of_vertex[as_size(of.nodes + joint)])].joints;
    int first = -1;
    bool straddles = false;
    for (const int node : of.constraints.of(joint)) {
      if (of.unknowns[as_size(node)] == 0) continue;  // what is prescribed every rank knows
      if (first < 0) first = node;
      straddles = straddles || part_of_vertex[as_size(node)] != part_of_vertex[as_size(first)];
    }
    straddling_joints += straddles;
  }
}

void ModelPartition::count_exchange() {
  std::vector<std::vector<int>> partners(as_size(parts));
  std::vector<int> asking;  // parts whose rows refer to a vertex
  for (int vertex = 0; vertex < of.graph.size(); ++vertex) {
    const int own = part_of_vertex[as_size(vertex)];
    asking.clear();
    for (const Index other : of.graph.of(vertex)) {
      const int part = part_of_vertex[as_size(other)];
      if (vertex < other) ++edges, cut_edges += part != own;
      if (part != own) asking.push_back(part);
    }
    if (of.unknowns[as_size(vertex)] == 0) continue;
    std::sort(asking.begin(), asking.end());
    asking.erase(std::unique(asking.begin(), asking.end()), asking.end());
    for (const int part : asking) {
      contents[as_size(part)].halo += of.unknowns[as_size(vertex)];
      partners[as_size(part)].push_back(own);
      partners[as_size(own)].push_back(part);
    }
  }
  for (int part = 0; part < parts; ++part) {
    std::vector<int>& list = partners[as_size(part)];
    std::sort(list.begin(), list.end());
    contents[as_size(part)].neighbours =
        static_cast<int>(std::unique(list.begin(), list.end()) - list.begin());
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
      rows[as_size(i)] += fmt::format("{:>{}.0f}", column.value(partition.contents[as_size(i)]), width);
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
      text += fmt::format(",{:.0f}", column.value(partition.contents[as_size(i)]));
    text += '\n';
  }
  return text;
}

}  // namespace jounce
