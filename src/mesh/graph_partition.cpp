#include "mesh/graph_partition.h"

#include <metis.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace jounce {
namespace {

constexpr double kLargestSum = 5e8;  // of integer weights: METIS adds them up in 32 bits
constexpr int kLeastShares = 20;  // vertices a part with a load that is to be balanced: a vertex is then 5 %
constexpr int kMostRecursiveParts = 8;

/// Real weights as integers of about the same ratios; what has a weight keeps one.
std::vector<idx_t> as_integers(std::span<const double> weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  const bool whole = sum <= kLargestSum &&
                     std::all_of(weights.begin(), weights.end(), [](double w) { return w == std::floor(w); });
  const double scale = whole || sum == 0 ? 1 : kLargestSum / sum;
  std::vector<idx_t> integers;
  integers.reserve(weights.size());
  for (const double w : weights)
    integers.push_back(w > 0 ? std::max(static_cast<idx_t>(1), static_cast<idx_t>(std::lround(w * scale)))
                             : 0);
  return integers;
}

using Loads = std::vector<const std::vector<double>*>;

double total(const std::vector<double>& load) { return std::accumulate(load.begin(), load.end(), 0.0); }

/// Loads that can be balanced: the first, and others that enough vertices have a share of. Those that nothing
/// has are left out in any case, because METIS divides by their sums.
Loads balanced_loads(const Graph& graph, int parts) {
  Loads loads;
  for (const auto& load : graph.vertex_loads) {
    const auto having = std::count_if(load.begin(), load.end(), [](double w) { return w > 0; });
    if (having >= (&load == &graph.vertex_loads.front() ? 1L : static_cast<long>(kLeastShares) * parts))
      loads.push_back(&load);
  }
  return loads;
}

/// The graph as METIS wants it.
class MetisGraph {
 public:
  MetisGraph(const Graph& graph, const Loads& loads)
      : size_(graph.size()),
        starts_(graph.starts.begin(), graph.starts.end()),
        neighbours_(graph.neighbours.begin(), graph.neighbours.end()),
        edges_(as_integers(graph.edge_weights)) {
    std::vector<std::vector<idx_t>> integers;
    for (const auto* load : loads) integers.push_back(as_integers(*load));
    if (integers.empty()) integers.emplace_back(static_cast<std::size_t>(size_), 1);
    loads_ = static_cast<idx_t>(integers.size());
    for (std::size_t i = 0; i < static_cast<std::size_t>(size_); ++i)
      for (const auto& load : integers) vertices_.push_back(load[i]);
  }

  /// Empty when METIS fails. Not for one part, which METIS 5.1 answers with a floating point exception.
  std::vector<int> cut(int parts, bool recursive) {
    std::array<idx_t, METIS_NOPTIONS> options;
    METIS_SetDefaultOptions(options.data());
    options[METIS_OPTION_SEED] = 1;
    options[METIS_OPTION_NCUTS] = 4;
    options[METIS_OPTION_NUMBERING] = 0;
    std::vector<real_t> tolerance(static_cast<std::size_t>(loads_), static_cast<real_t>(1.03));
    std::vector<idx_t> part_of(static_cast<std::size_t>(size_));
    idx_t n_parts = parts, weight = 0;
    const auto method = recursive ? METIS_PartGraphRecursive : METIS_PartGraphKway;
    const int status =
        method(&size_, &loads_, starts_.data(), neighbours_.data(), vertices_.data(), nullptr, edges_.data(),
               &n_parts, nullptr, tolerance.data(), options.data(), &weight, part_of.data());
    if (status != METIS_OK) return {};
    return {part_of.begin(), part_of.end()};
  }

 private:
  idx_t size_, loads_ = 1;
  std::vector<idx_t> starts_, neighbours_, edges_, vertices_;
};

/// The connected piece of every vertex; pieces are numbered by their first vertices.
std::vector<int> pieces_of(const Graph& graph, int& count) {
  std::vector<int> piece(static_cast<std::size_t>(graph.size()), -1);
  std::vector<Index> open;
  count = 0;
  for (Index first = 0; first < graph.size(); ++first) {
    if (piece[first] >= 0) continue;
    piece[first] = count;
    open.push_back(first);
    while (!open.empty()) {
      const Index vertex = open.back();
      open.pop_back();
      for (const Index other : graph.of(vertex))
        if (int& its = piece[other]; its < 0) its = count, open.push_back(other);
    }
    ++count;
  }
  return piece;
}

/// Pieces, those with the largest shares of the loads first, each to the part whose largest share stays
/// least.
std::vector<int> pack_pieces(const Graph& graph, const Loads& loads_to_balance, int parts) {
  int count = 0;
  std::vector<int> piece = pieces_of(graph, count);
  const std::size_t loads = loads_to_balance.size();
  if (count < 2 || loads == 0) return {};
  std::vector<double> shares(static_cast<std::size_t>(count) * loads, 0.0);
  for (std::size_t k = 0; k < loads; ++k) {
    const std::vector<double>& load = *loads_to_balance[k];
    const double sum = total(load);
    for (std::size_t i = 0; i < piece.size(); ++i)
      shares[static_cast<std::size_t>(piece[i]) * loads + k] += load[i] / sum;
  }
  const auto share = [&](int p) {
    return std::span<const double>(shares).subspan(static_cast<std::size_t>(p) * loads, loads);
  };
  const auto largest = [&](int p) { return *std::max_element(share(p).begin(), share(p).end()); };
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return largest(a) > largest(b); });

  std::vector<double> filled(static_cast<std::size_t>(parts) * loads, 0.0);
  std::vector<int> part_of_piece(static_cast<std::size_t>(count));
  for (const int p : order) {
    int best = 0;
    double least = INFINITY;
    for (int part = 0; part < parts; ++part) {
      double fullest = 0;
      for (std::size_t k = 0; k < loads; ++k)
        fullest = std::max(fullest, filled[static_cast<std::size_t>(part) * loads + k] + share(p)[k]);
      if (fullest < least) least = fullest, best = part;
    }
    for (std::size_t k = 0; k < loads; ++k) filled[static_cast<std::size_t>(best) * loads + k] += share(p)[k];
    part_of_piece[p] = best;
  }
  for (int& p : piece) p = part_of_piece[p];
  return piece;
}

double imbalance(const std::vector<double>& load, std::span<const int> part_of, int parts) {
  std::vector<double> sums(static_cast<std::size_t>(parts), 0.0);
  for (std::size_t i = 0; i < load.size(); ++i) sums[part_of[i]] += load[i];
  const double sum = total(load);
  return sum > 0 ? *std::max_element(sums.begin(), sums.end()) * parts / sum : 1;
}

}  // namespace

double imbalance(const Graph& graph, std::span<const int> part_of, int parts) {
  double worst = 1;
  for (const auto& load : graph.vertex_loads) worst = std::max(worst, imbalance(load, part_of, parts));
  return worst;
}

double cut_weight(const Graph& graph, std::span<const int> part_of) {
  double cut = 0;
  for (Index i = 0; i < graph.size(); ++i)
    for (Index k = graph.starts[i]; k < graph.starts[i + 1]; ++k) {
      const Index j = graph.neighbours[k];
      if (part_of[i] < part_of[j]) cut += graph.edge_weights[k];
    }
  return cut;
}

std::vector<int> partition(const Graph& graph, int parts) {
  if (parts < 1) throw std::invalid_argument("a graph must be cut into at least one part");
  std::vector<int> best(static_cast<std::size_t>(graph.size()), 0);
  if (parts == 1) return best;
  if (parts >= graph.size()) {
    std::iota(best.begin(), best.end(), 0);
    return best;
  }
  const Loads loads = balanced_loads(graph, parts);
  MetisGraph metis(graph, loads);
  std::vector<std::vector<int>> found = {pack_pieces(graph, loads, parts), metis.cut(parts, false)};
  if (parts <= kMostRecursiveParts) found.push_back(metis.cut(parts, true));
  double best_excess = INFINITY, best_cut = INFINITY;
  for (const auto& part_of : found) {
    if (part_of.empty() && graph.size() > 0) continue;
    double excess = kBalance;
    for (const auto* load : loads) excess = std::max(excess, imbalance(*load, part_of, parts));
    const double cut = cut_weight(graph, part_of);
    if (excess > best_excess || (excess == best_excess && cut >= best_cut)) continue;
    best = part_of;
    best_excess = excess;
    best_cut = cut;
  }
  if (best_excess == INFINITY && graph.size() > 0) throw std::runtime_error("METIS could not cut the graph");
  return best;
}

}  // namespace jounce
