#include "run/model_partition.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace jounce {

ModelPartition::ModelPartition(const Model& model, int parts_wanted)
    : of(model), parts(parts_wanted), part_of_vertex(partition(of.graph, parts_wanted)) {
  assign_elements();
  count();
  count_exchange();
}

/// Ascending. @param nodes_in  zeros, one for every part
std::vector<int> ModelPartition::parts_with_most_nodes(int element, std::vector<int>& nodes_in) const {
  int most = 0;
  std::vector<int> best;
  for (const int node : of.elements.of(element)) {
    const int part = part_of_vertex[as_size(node)];
    const int has = ++nodes_in[as_size(part)];
    if (has > most) best.clear();
    if (has >= most) best.push_back(part);
    most = std::max(most, has);
  }
  for (const int node : of.elements.of(element)) nodes_in[as_size(part_of_vertex[as_size(node)])] = 0;
  std::sort(best.begin(), best.end());
  return best;
}

void ModelPartition::assign_elements() {
  part_of_element.assign(as_size(of.elements.size()), -1);
  std::vector<int> nodes_in(as_size(parts), 0), elements_in(as_size(parts), 0);
  const auto assign = [&](int element, int part) {
    part_of_element[as_size(element)] = part;
    ++elements_in[as_size(part)];
  };
  // First those with a clear majority, so that the others can make up for differences.
  std::map<std::vector<int>, std::vector<int>> between;  // elements by the parts that they are as near to
  for (int element = 0; element < of.elements.size(); ++element) {
    const std::vector<int> best = parts_with_most_nodes(element, nodes_in);
    if (best.size() == 1)
      assign(element, best.front());
    else
      between[best].push_back(element);
  }
  for (const auto& entry : between) {
    const std::vector<int>&best = entry.first, &elements = entry.second;
    const auto fewest = [&] {
      return *std::ranges::min_element(best, {}, [&](int part) { return elements_in[as_size(part)]; });
    };
    if (best.size() > 2) {
      for (const int element : elements) assign(element, fewest());
      continue;
    }
    const int first = fewest(), second = best[0] + best[1] - first;
    const int count = static_cast<int>(elements.size());
    const int lacks = elements_in[as_size(second)] - elements_in[as_size(first)];
    const int to_first = std::min(count, (count + lacks + 1) / 2);
    for (int k = 0; k < count; ++k) assign(elements[as_size(k)], k < to_first ? first : second);
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
