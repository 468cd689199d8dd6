#include "input_files/frd_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <span>

#include "input_files/frd_mesh.h"
#include "input_files/to_nodes.h"
#include "keyword/contact_law_params.h"
#include "keyword/mesh_cards.h"
#include "version.h"

namespace jounce {
namespace {

using io::FrdFrame;
using io::FrdValues;

/// Tensors: xx, yy, zz, xy, yz, zx in the file.
void append_in_file_order(std::span<const double> voigt, std::vector<double>& out) {
  for (const std::size_t k : {0, 1, 2, 3, 5, 4}) out.push_back(voigt[k]);
}

}  // namespace

FrdResults::FrdResults(const keyword::Input& input, const std::filesystem::path& file)
    : input_(input), flat_elements_(wants_flat_elements(input)) {
  check_frd_sets(input);
  const io::FrdMesh mesh = frd_mesh(input, flat_elements_, nodes_);
  writer_.emplace(file, mesh, wants_binary_frd(input), fmt::format("Jounce {}", build_info().version));
}

FrdResults::~FrdResults() {
  try {
    close();
  } catch (const std::runtime_error&) {
    // The caller who wants to know calls close().
  }
}

std::vector<int> FrdResults::nodes_of(const FrdRequest& request, const std::string& quantity) const {
  const std::string& name = request.sets.at(quantity);
  if (name.empty()) return nodes_;
  const auto set = input_.node_sets.find(name);
  if (set == input_.node_sets.end()) return nodes_;
  const std::set<int> wanted(set->second.begin(), set->second.end());
  std::vector<int> nodes;
  std::copy_if(nodes_.begin(), nodes_.end(), std::back_inserter(nodes),
               [&](int node) { return wanted.contains(node); });
  return nodes;
}

FrdResults::Block FrdResults::node_block(const KeywordValues& values, const std::string& name,
                                         const std::vector<int>& nodes, const Vector& vector,
                                         bool are_forces) const {
  Block block{name, FrdValues::vector, {}, {}};
  for (const int node : nodes) {
    Vector3 value = Vector3::Zero();
    if (flat_elements_ && input_.expanded_nodes.contains(node))
      value = values.node_value(node, vector, are_forces);
    else if (values.is_in_mesh(node))
      value = values.own_value(node, vector);
    block.nodes.push_back(input_.node_numbers[node]);
    block.values.insert(block.values.end(), value.data(), value.data() + 3);
  }
  return block;
}

FrdResults::Block FrdResults::element_block(const KeywordValues& values, const std::string& name,
                                            FrdValues kind, const std::vector<int>& nodes,
                                            const AtPoints& at_points, const AtNodes& at_nodes) const {
  const Index n = io::component_count(kind);
  const auto& point_of_node = values.translation().point_of_node;
  DenseMatrix sum = DenseMatrix::Zero(n, static_cast<Index>(values.translation().mesh.points.size()));
  std::vector<int> count(values.translation().mesh.points.size(), 0);
  std::map<const SolidElements*, ToNodes> rules;
  DenseMatrix own, nodal;
  for (std::size_t i = 0; i < input_.elements.size(); ++i) {
    const KeywordValues::Place& place = values.place(static_cast<int>(i));
    if (place.block == nullptr) {
      if (!at_nodes) continue;
      const DenseMatrix given = at_nodes(static_cast<int>(i));
      for (Index k = 0; k < given.cols(); ++k) {
        const int point = point_of_node[input_.elements[i].nodes[static_cast<std::size_t>(k)]];
        sum.col(point) += given.col(k);
        ++count[point];
      }
      continue;
    }
    ToNodes& rule = rules[place.block];
    if (rule.points == 0) rule = to_nodes(*place.block);
    own.resize(place.block->n_points(), n);
    at_points(static_cast<int>(i), own);
    nodal.noalias() = rule.matrix * own.topRows(rule.points);
    const SolidCells& cells = place.block->cells();
    Index row = 0;
    for (const int cell_node : cells.cell(place.number)) {
      const int point = cells.points[cell_node];
      sum.col(point) += nodal.row(row++).transpose();
      ++count[point];
    }
  }
  for (std::size_t point = 0; point < count.size(); ++point)
    if (count[point] > 1) sum.col(static_cast<Index>(point)) /= count[point];

  Block block{name, kind, {}, {}};
  for (const int node : nodes) {
    Vector value = Vector::Zero(n);
    const auto thin = input_.expanded_nodes.find(node);
    if (flat_elements_ && thin != input_.expanded_nodes.end()) {
      for (std::size_t i = 0; i < thin->second.sections.size(); ++i)
        value += thin->second.weight(i) * sum.col(point_of_node[thin->second.sections[i]]);
    } else if (values.is_in_mesh(node)) {
      value = sum.col(point_of_node[node]);
    }
    block.nodes.push_back(input_.node_numbers[node]);
    if (kind == FrdValues::tensor)
      append_in_file_order({value.data(), 6}, block.values);
    else
      block.values.insert(block.values.end(), value.data(), value.data() + n);
  }
  return block;
}

std::optional<FrdResults::Block> FrdResults::temperatures(const KeywordValues& values,
                                                          const std::vector<int>& nodes,
                                                          const State& state) const {
  const std::vector<double> now = values.temperatures(state);
  if (now.empty()) return {};
  Block block{"NDTEMP", FrdValues::scalar, {}, {}};
  for (const int node : nodes) {
    block.nodes.push_back(input_.node_numbers[node]);
    block.values.push_back(values.is_in_mesh(node) ? now[values.translation().point_of_node[node]] : 0.0);
  }
  return block;
}

namespace {

/// Stresses of the upper face of a shell at its nodes; nothing of other elements.
DenseMatrix upper_stresses(const KeywordValues& values, const State& state, int element) {
  const std::vector<Voigt> stresses = values.shell_stresses(state, element);
  const std::size_t n = stresses.size() / 2;
  DenseMatrix columns(6, static_cast<Index>(n));
  for (std::size_t k = 0; k < n; ++k) columns.col(static_cast<Index>(k)) = stresses[n + k];
  return columns;
}

}  // namespace

std::vector<FrdResults::Block> FrdResults::blocks(const KeywordValues& values, const FrdRequest& request,
                                                  const State& state, const Forces& forces) const {
  std::vector<Block> list;
  const auto of_nodes = [&](const char* quantity, const char* name, const Vector& vector) {
    list.push_back(
        node_block(values, name, nodes_of(request, quantity), vector, name == std::string("FORC")));
  };
  const auto tensors = [&](const char* quantity, const char* name, const auto& evaluate,
                           const AtNodes& at_nodes = {}) {
    std::vector<Voigt> at_points;
    list.push_back(element_block(
        values, name, FrdValues::tensor, nodes_of(request, quantity),
        [&](int element, DenseMatrix& out) {
          evaluate(element, at_points);
          for (Index k = 0; k < out.rows(); ++k) out.row(k) = at_points[k].transpose();
        },
        at_nodes));
  };
  if (request.wants("U")) of_nodes("U", "DISP", values.displacements(state));
  if (request.wants("V")) of_nodes("V", "VELO", state.v);
  if (request.wants("NT"))
    if (auto block = temperatures(values, nodes_of(request, "NT"), state)) list.push_back(std::move(*block));
  if (request.wants("S"))
    tensors(
        "S", "STRESS",
        [&](int element, std::vector<Voigt>& out) { values.point_stresses(state, element, out); },
        [&](int element) { return upper_stresses(values, state, element); });
  if (request.wants("E"))
    tensors("E", "TOSTRAIN",
            [&](int element, std::vector<Voigt>& out) { values.point_strains(state, element, out); });
  if (request.wants("RF")) of_nodes("RF", "FORC", values.node_forces(state, forces));
  const auto scalars = [&](const char* quantity, const char* name, const auto& evaluate) {
    std::vector<double> at_points;
    list.push_back(element_block(values, name, FrdValues::scalar, nodes_of(request, quantity),
                                 [&](int element, DenseMatrix& out) {
                                   evaluate(element, at_points);
                                   for (Index k = 0; k < out.rows(); ++k) out(k, 0) = at_points[k];
                                 }));
  };
  if (request.wants("ENER") && has_elastic_energies(input_))
    scalars("ENER", "ENER",
            [&](int element, std::vector<double>& out) { values.elastic_energies(state, element, out); });
  if (request.wants("PEEQ") && values.has_plastic_strains())
    scalars("PEEQ", "PE",
            [&](int element, std::vector<double>& out) { values.plastic_strains(state, element, out); });
  if (request.wants("CONTACT"))
    if (auto block = contact_block(values, request, forces.contacts)) list.push_back(std::move(*block));
  return list;
}

std::optional<FrdResults::Block> FrdResults::contact_block(const KeywordValues& values,
                                                           const FrdRequest& request,
                                                           const std::vector<ContactPoint>& points) const {
  const ContactAtNodes at_nodes = values.contacts().at_nodes(points);
  const bool has_faces = std::ranges::any_of(
      input_.contacts, [](const auto& pair) { return !keyword::is_node_to_surface(pair); });
  Block block{"CONTACT", FrdValues::contact, {}, {}};
  for (const int node : nodes_of(request, "CONTACT")) {
    const auto found = at_nodes.find(node);
    if (found == at_nodes.end() && !has_faces) continue;
    const std::array<double, 6> own = found == at_nodes.end() ? std::array<double, 6>{} : found->second;
    block.nodes.push_back(input_.node_numbers[node]);
    block.values.insert(block.values.end(), own.begin(), own.end());
  }
  if (block.nodes.empty()) return {};
  return block;
}

std::vector<FrdResults::Block> FrdResults::shape(const KeywordValues& values, const FrdRequest& request,
                                                 const State& base, const Vector& x) const {
  FrdRequest linear;
  for (const char* quantity : {"U", "S", "E", "RF"})
    if (request.wants(quantity)) linear.sets[quantity] = request.sets.at(quantity);
  // Linear blocks have the whole shape as a displacement, others a small one.
  const auto& all = values.model().system.blocks();
  const bool is_linear = std::all_of(
      all.begin(), all.end(), [](const auto& block) { return !block->is_solid() || block->is_linear(); });
  const double size = std::max(1e-300, x.size() > 0 ? x.lpNorm<Eigen::Infinity>() : 0.0);
  const double extent = base.q.size() > 0 ? base.q.lpNorm<Eigen::Infinity>() : 1.0;
  const double factor = is_linear ? 1.0 : 1e-5 * std::max(1e-300, extent) / size;
  const auto at = [&](double eps) {
    State state = base;
    state.q.head(x.size()) += eps * x;
    return blocks(values, linear, state, {});
  };
  std::vector<Block> list = at(factor);
  const std::vector<Block> opposite = at(-factor);
  for (std::size_t i = 0; i < list.size(); ++i)
    for (std::size_t k = 0; k < list[i].values.size(); ++k)
      list[i].values[k] = (list[i].values[k] - opposite[i].values[k]) / (2 * factor);
  return list;
}

void FrdResults::write(const FrdFrame& frame, const std::vector<Block>& blocks, const char* suffix) {
  for (const Block& block : blocks)
    writer_->block(frame, block.name + suffix, block.kind, block.nodes, block.values);
  writer_->flush();
}

void FrdResults::state(const KeywordValues& values, std::size_t step, int increment,
                       const KeywordMoment& moment, const State& state, const Forces& forces) {
  const keyword::Step& of_step = input_.steps[step];
  FrdRequest request = frd_request_of(of_step);
  if (moment.part != KeywordMoment::Part::whole) request.sets.erase("ENER");  // no amplitude
  if (request.timing == nullptr || !is_due(*request.timing, increment, moment)) return;
  const bool is_imaginary = moment.part == KeywordMoment::Part::imaginary;
  const bool is_harmonic = moment.part != KeywordMoment::Part::whole;
  const std::vector<Block> list = blocks(values, request, state, forces);
  if (!is_imaginary) ++frames_;
  FrdFrame frame;
  frame.kind = of_step.is_static() ? FrdFrame::Kind::statics : FrdFrame::Kind::motion;
  frame.value = moment.time;
  frame.number = frames_;
  frame.increment = is_harmonic ? 0 : increment;
  frame.step = static_cast<int>(step) + 1;
  write(frame, list, is_imaginary ? "I" : "");
}

void FrdResults::modes(const KeywordValues& values, std::size_t step, const State& base,
                       const EigenPairs& pairs) {
  const FrdRequest request = frd_request_of(input_.steps[step]);
  if (request.timing == nullptr || request.timing->frequency < 1) {
    frames_ += static_cast<int>(pairs.values.size());  // CalculiX counts them, too
    return;
  }
  for (Index k = 0; k < pairs.values.size(); ++k) {
    FrdFrame frame;
    frame.kind = FrdFrame::Kind::frequency;
    frame.value = std::sqrt(std::max(0.0, pairs.values[k])) / (2 * std::numbers::pi);
    frame.number = ++frames_;
    frame.step = static_cast<int>(step) + 1;
    frame.mode = static_cast<int>(k) + 1;
    frame.modal_stiffness = pairs.values[k];
    write(frame, shape(values, request, base, pairs.vectors.col(k)));
  }
}

void FrdResults::buckling(const KeywordValues& values, std::size_t step, const State& base,
                          const Buckling& buckling) {
  const FrdRequest request = frd_request_of(input_.steps[step]);
  if (request.timing == nullptr || request.timing->frequency < 1) return;
  FrdFrame frame;
  frame.kind = FrdFrame::Kind::buckling;
  frame.number = ++frames_;
  frame.step = static_cast<int>(step) + 1;
  write(frame, blocks(values, request, buckling.loaded, {}));
  for (Index k = 0; k < buckling.pairs.values.size(); ++k) {
    frame.value = buckling.pairs.values[k];
    frame.number = ++frames_;
    write(frame, shape(values, request, base, buckling.pairs.vectors.col(k)));
  }
}

}  // namespace jounce
