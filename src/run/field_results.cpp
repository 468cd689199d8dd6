#include "run/field_results.h"

#include <algorithm>
#include <array>

#include "elements/bar.h"

namespace jounce {
namespace {

constexpr std::uint8_t kVertex = 1, kLine = 3, kPolyLine = 4, kTriangle = 5, kPolygon = 7;  // VTK cell types

std::uint8_t cell_type(Drawing::Cells kind, std::size_t corners) {
  if (corners == 1) return kVertex;
  if (corners == 2) return kLine;
  if (kind != Drawing::Cells::polygons) return kPolyLine;
  return corners == 3 ? kTriangle : kPolygon;
}

/// Calls `visit(block)` when the element block is made of bars, of whatever dimension.
template <typename Visit>
void visit_bars(const ElementBlock& block, Visit&& visit) {
  if (const auto* bars = dynamic_cast<const BarBlock<1>*>(&block)) visit(*bars);
  if (const auto* bars = dynamic_cast<const BarBlock<2>*>(&block)) visit(*bars);
  if (const auto* bars = dynamic_cast<const BarBlock<3>*>(&block)) visit(*bars);
}

}  // namespace

FieldResults::FieldResults(const std::filesystem::path& file, const Model& model, const params::Units& units,
                           std::size_t frames, const io::FieldWriter::Metadata& metadata,
                           std::optional<double> continue_after) {
  io::FieldMesh mesh;
  mesh.offsets.push_back(0);
  point_of_dof_.assign(static_cast<std::size_t>(model.system.nv()), -1);
  int first = 0;
  for (const Drawing& drawing : model.drawings) {
    const auto number = static_cast<std::int32_t>(mesh.body_names.size());
    mesh.body_names.push_back(drawing.name);
    for (std::size_t k = 0; k < drawing.node_dofs.size(); ++k)
      point_of_dof_[static_cast<std::size_t>(drawing.node_dofs[k])] =
          first + static_cast<int>(k / static_cast<std::size_t>(drawing.coordinates));
    for (const auto& cell : drawing.cells) {
      for (const int point : cell) mesh.connectivity.push_back(first + point);
      mesh.offsets.push_back(static_cast<std::int64_t>(mesh.connectivity.size()));
      mesh.types.push_back(cell_type(drawing.kind, cell.size()));
      mesh.body.push_back(number);
    }
    first += static_cast<int>(drawing.points());
  }
  positions(model, model.system.initial_state(), false);
  reference_ = points_;
  mesh.points = points_;
  contact_force_.assign(points_.size() / 3, 0.0);
  axial_force_.assign(points_.size() / 3, 0.0);
  namespace dim = params::dim;
  writer_ = std::make_unique<io::FieldWriter>(
      file, mesh,
      std::vector<io::Field>{{"displacement", units.name(dim::length), 3, true},
                             {"velocity", units.name(dim::velocity), 3, true},
                             {"contact_force", units.name(dim::force), 1, true},
                             {"axial_force", units.name(dim::force), 1, true}},
      metadata, io::FieldWriterOptions{frames, continue_after});
}

void FieldResults::positions(const Model& model, const State& state, bool with_velocity) {
  std::size_t total = 0;
  for (const Drawing& drawing : model.drawings) total += drawing.points();
  points_.assign(3 * total, 0.0);
  if (with_velocity) velocity_.assign(3 * total, 0.0);
  std::size_t at = 0;
  MarkerKinematics k;
  for (const Drawing& drawing : model.drawings) {
    const auto d = static_cast<std::size_t>(drawing.coordinates);
    for (std::size_t i = 0; i < drawing.node_dofs.size(); ++i) {
      const std::size_t place = at + 3 * (i / d) + i % d;
      points_[place] = state.q[drawing.node_dofs[i]];
      if (with_velocity) velocity_[place] = state.v[drawing.node_dofs[i]];
    }
    for (std::size_t i = 0; i < drawing.markers.size(); ++i) {
      drawing.markers[i]->evaluate(state, Derivatives::first, k);
      for (std::size_t c = 0; c < 3; ++c) {
        points_[at + 3 * i + c] = k.x[static_cast<Index>(c)];
        if (with_velocity) velocity_[at + 3 * i + c] = k.velocity[static_cast<Index>(c)];
      }
    }
    at += 3 * drawing.points();
  }
}

void FieldResults::frame(const Model& model, const State& state, const StepResult& step, double h) {
  positions(model, state, true);
  displacement_.resize(points_.size());
  for (std::size_t i = 0; i < points_.size(); ++i) displacement_[i] = points_[i] - reference_[i];

  std::fill(contact_force_.begin(), contact_force_.end(), 0.0);
  for (std::size_t row = 0; row < step.rows.size(); ++row) {
    const double force = h > 0 ? step.impulse[static_cast<Index>(row)] / h : 0.0;
    const ContactRow& contact = step.rows[row];
    const auto dofs =
        model.system.contact_pairs()[static_cast<std::size_t>(contact.pair)]->dofs(contact.point);
    if (force == 0 || dofs.empty()) continue;
    int point = -1;  // the last of the mesh points that the contact moves
    for (const Index dof : dofs) point = std::max(point, point_of_dof_[static_cast<std::size_t>(dof)]);
    if (point >= 0) contact_force_[static_cast<std::size_t>(point)] += force;
  }

  // Axial force of a node: mean over the bars that meet there.
  std::fill(axial_force_.begin(), axial_force_.end(), 0.0);
  std::vector<int> count(axial_force_.size(), 0);
  for (const auto& block : model.system.blocks())
    visit_bars(*block, [&](const auto& bars) {
      for (std::size_t i = 0; i < bars.elements().size(); ++i) {
        const double force = bars.axial_force(state, i);
        const auto& dofs = bars.elements()[i].dofs;
        for (const Index dof : {dofs.front(), dofs[dofs.size() / 2]}) {
          const auto point = static_cast<std::size_t>(point_of_dof_[static_cast<std::size_t>(dof)]);
          axial_force_[point] += force;
          ++count[point];
        }
      }
    });
  for (std::size_t i = 0; i < count.size(); ++i)
    if (count[i] > 1) axial_force_[i] /= count[i];

  const std::array<std::span<const double>, 4> values = {displacement_, velocity_, contact_force_,
                                                         axial_force_};
  writer_->frame(state.t, points_, values);
}

}  // namespace jounce
