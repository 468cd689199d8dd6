#include "run/field_results.h"

#include <algorithm>
#include <array>

#include "elements/bar.h"
#include "elements/beam.h"
#include "run/drawn_points.h"

namespace jounce {
namespace {

/// Calls `visit(block)` when the element block is made of bars, of whatever dimension.
template <typename Visit>
void visit_bars(const ElementBlock& block, Visit&& visit) {
  if (const auto* bars = dynamic_cast<const BarBlock<1>*>(&block)) visit(*bars);
  if (const auto* bars = dynamic_cast<const BarBlock<2>*>(&block)) visit(*bars);
  if (const auto* bars = dynamic_cast<const BarBlock<3>*>(&block)) visit(*bars);
}

bool has_beams(const Model& model) {
  const auto& blocks = model.system.blocks();
  return std::any_of(blocks.begin(), blocks.end(), [](const auto& block) {
    return dynamic_cast<const BeamBlock*>(block.get()) != nullptr;
  });
}

bool has_friction(const Model& model) {
  const auto& pairs = model.system.contact_pairs();
  return std::any_of(pairs.begin(), pairs.end(), [](const auto& pair) { return pair->law().tangents > 0; });
}

bool has_groups_of_bodies(const Model& model) {
  return std::any_of(model.drawings.begin(), model.drawings.end(),
                     [](const Drawing& drawing) { return drawing.is_of_bodies; });
}

/// In the order in which `frame` gives them.
std::vector<io::Field> fields_of(const Model& model, const params::Units& units) {
  namespace dim = params::dim;
  const std::string length = units.name(dim::length), force = units.name(dim::force);
  std::vector<io::Field> fields = {{"displacement", length, 3, true},
                                   {"velocity", units.name(dim::velocity), 3, true},
                                   {"contact_force", force, 1, true},
                                   {"axial_force", force, 1, true}};
  if (!model.system.contact_pairs().empty()) fields.push_back({"normal_force", force, 3, true});
  if (has_friction(model)) fields.push_back({"friction_force", force, 3, true});
  if (has_beams(model)) {
    fields.push_back({"section_force", force, 3, true});
    fields.push_back({"section_moment", units.name(dim::moment), 3, true});
  }
  if (has_solids(model)) {
    fields.push_back({"stress", units.name(dim::stress), 6, true});
    fields.push_back({"von_mises_stress", units.name(dim::stress), 1, true});
  }
  if (has_plastic_solids(model)) fields.push_back({"plastic_strain", "", 1, true});
  if (has_groups_of_bodies(model)) {
    fields.push_back({"angular_velocity", "rad/" + units.time, 3, true});
    fields.push_back({"present", "", 1, true});
  }
  if (has_body_shapes(model)) {
    fields.push_back({"orientation", "", 3, true});
    fields.push_back({"radius", length, 1, true});
    fields.push_back({"half_size", length, 3, true});
    fields.push_back({"shape_kind", "", 1, true});
  }
  return fields;
}

}  // namespace

FieldResults::FieldResults(const std::filesystem::path& file, const Model& model, const params::Units& units,
                           std::size_t frames, const io::FieldWriter::Metadata& metadata,
                           std::optional<double> continue_after)
    : has_beams_(has_beams(model)),
      has_groups_(has_groups_of_bodies(model)),
      has_friction_(has_friction(model)),
      solids_(model),
      contacts_(model),
      bodies_(model) {
  const io::FieldMesh mesh = drawn_mesh(model);
  int first = 0;
  for (const Drawing& drawing : model.drawings) {
    if (!drawing.node_dofs.empty()) point_of_dof_.resize(static_cast<std::size_t>(model.system.nv()), -1);
    for (std::size_t k = 0; k < drawing.node_dofs.size(); ++k)
      point_of_dof_[static_cast<std::size_t>(drawing.node_dofs[k])] =
          first + static_cast<int>(k / static_cast<std::size_t>(drawing.coordinates));
    first += static_cast<int>(drawing.points());
  }
  reference_ = mesh.points;
  const std::vector<io::Field> fields = fields_of(model, units);
  writer_ = std::make_unique<io::FieldWriter>(file, mesh, fields, metadata,
                                              io::FieldWriterOptions{frames, continue_after});
}

double FieldResults::bytes(const Model& model, const params::Units& units, std::size_t frames) {
  const io::FieldMesh mesh = drawn_mesh(model);
  double numbers = static_cast<double>(mesh.points.size());  // of a frame
  for (const io::Field& field : fields_of(model, units))
    numbers += static_cast<double>(field.components) *
               static_cast<double>(field.on_points ? mesh.point_count() : mesh.cell_count());
  const double cells = 8.0 * static_cast<double>(mesh.connectivity.size() + mesh.offsets.size()) +
                       5.0 * static_cast<double>(mesh.cell_count());
  return 8.0 * numbers * static_cast<double>(frames) + cells;
}

/// Section forces of a node: mean over the beams that meet there.
void FieldResults::section_forces(const Model& model, const State& state) {
  section_force_.assign(points_.size(), 0.0);
  section_moment_.assign(points_.size(), 0.0);
  std::vector<int> count(points_.size() / 3, 0);
  for (const auto& block : model.system.blocks()) {
    const auto* beam = dynamic_cast<const BeamBlock*>(block.get());
    if (beam == nullptr) continue;
    for (std::size_t i = 0; i < beam->n_elements(); ++i) {
      const auto dofs = beam->node_dofs(i);
      for (std::size_t end = 0; end < 2; ++end) {
        const int point = point_of(dofs[end]);
        if (point < 0) continue;
        const SectionForces forces = beam->section_forces(state, i, end == 0 ? -1 : 1);
        const auto at = static_cast<std::size_t>(point);
        ++count[at];
        for (std::size_t c = 0; c < 3; ++c) {
          section_force_[3 * at + c] += forces.force[static_cast<Index>(c)];
          section_moment_[3 * at + c] += forces.moment[static_cast<Index>(c)];
        }
      }
    }
  }
  for (std::size_t i = 0; i < section_force_.size(); ++i) {
    if (count[i / 3] < 2) continue;
    section_force_[i] /= count[i / 3];
    section_moment_[i] /= count[i / 3];
  }
}

/// Of nodes: the last of the mesh points that a contact moves has its force. Bodies have theirs before.
void FieldResults::sum_contact_forces(const Model& model, const StepResult& step, double h) {
  for (std::size_t row = 0; row < step.rows.size(); ++row) {
    const double force = h > 0 ? step.impulse[static_cast<Index>(row)] / h : 0.0;
    const ContactRow& contact = step.rows[row];
    if (force == 0) continue;
    dofs_.clear();
    model.system.contact_pairs()[static_cast<std::size_t>(contact.pair)]->append_dofs(contact, dofs_);
    int point = -1;
    for (const Index dof : dofs_) point = std::max(point, point_of(dof));
    if (point >= 0) contact_force_[static_cast<std::size_t>(point)] += force;
  }
}

void FieldResults::frame(const Model& model, const State& state, const StepResult& step, double h) {
  drawn_points(model, state, points_, &velocity_);
  displacement_.resize(points_.size());
  for (std::size_t i = 0; i < points_.size(); ++i) displacement_[i] = points_[i] - reference_[i];

  contacts_.evaluate(model, state, step, h, points_, normal_force_, friction_force_, contact_force_);
  sum_contact_forces(model, step, h);

  // Axial force of a node: mean over the bars that meet there.
  axial_force_.assign(points_.size() / 3, 0.0);
  std::vector<int> count(axial_force_.size(), 0);
  for (const auto& block : model.system.blocks())
    visit_bars(*block, [&](const auto& bars) {
      for (std::size_t i = 0; i < bars.elements().size(); ++i) {
        const double force = bars.axial_force(state, i);
        const auto& dofs = bars.elements()[i].dofs;
        for (const Index dof : {dofs.front(), dofs[dofs.size() / 2]}) {
          const auto point = static_cast<std::size_t>(point_of(dof));
          axial_force_[point] += force;
          ++count[point];
        }
      }
    });
  for (std::size_t i = 0; i < count.size(); ++i)
    if (count[i] > 1) axial_force_[i] /= count[i];

  std::vector<std::span<const double>> values = {displacement_, velocity_, contact_force_, axial_force_};
  if (!model.system.contact_pairs().empty()) values.emplace_back(normal_force_);
  if (has_friction_) values.emplace_back(friction_force_);
  if (has_beams_) {
    section_forces(model, state);
    values.emplace_back(section_force_);
    values.emplace_back(section_moment_);
  }
  const std::size_t count_points = points_.size() / 3;
  if (solids_.has_solids()) {
    solids_.stresses(state, count_points, stress_, von_mises_);
    values.emplace_back(stress_);
    values.emplace_back(von_mises_);
  }
  if (solids_.has_plastic_strain()) {
    solids_.plastic_strains(state, count_points, plastic_strain_);
    values.emplace_back(plastic_strain_);
  }
  if (has_groups_) {
    drawn_bodies(model, state, angular_velocity_, present_);
    values.emplace_back(angular_velocity_);
    values.emplace_back(present_);
  }
  if (bodies_.has_shapes()) {
    bodies_.orientations(state, orientation_);
    values.emplace_back(orientation_);
    values.emplace_back(bodies_.radii());
    values.emplace_back(bodies_.half_sizes());
    values.emplace_back(bodies_.shapes());
  }
  writer_->frame(state.t, points_, values);
  // Frames are few: in between, models of very many bodies need the memory for other things.
  for (std::vector<double>* numbers :
       {&points_, &displacement_, &velocity_, &contact_force_, &axial_force_, &section_force_,
        &section_moment_, &angular_velocity_, &present_, &stress_, &von_mises_, &normal_force_,
        &friction_force_, &plastic_strain_, &orientation_})
    std::vector<double>().swap(*numbers);
}

}  // namespace jounce
