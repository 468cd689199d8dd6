#include "run/field_results.h"

#include <algorithm>

#include "run/drawn_points.h"

namespace jounce {
namespace {

/// Those of a model, or of the others that a run has.
DrawnContacts contacts_of(const Model& model, const DrawnContacts& others) {
  const auto& pairs = model.system.contacts().all();
  const auto slides = [](const auto& pair) { return pair->law().tangents > 0; };
  return {others.any || !model.system.contacts().is_empty(),
          others.slide || std::any_of(pairs.begin(), pairs.end(), slides)};
}

bool has_groups_of_bodies(const Model& model) {
  return std::any_of(model.drawings.begin(), model.drawings.end(),
                     [](const Drawing& drawing) { return drawing.is_of_bodies; });
}

/// In the order in which `frame` gives them.
std::vector<io::Field> fields_of(const Model& model, const params::Units& units,
                                 const DrawnContacts& contacts) {
  namespace dim = params::dim;
  const std::string length = units.name(dim::length), force = units.name(dim::force);
  const std::vector<io::Field> of_elements = ElementFields::fields(model, units);
  std::vector<io::Field> fields = {{"displacement", length, 3, true},
                                   {"velocity", units.name(dim::velocity), 3, true},
                                   {"contact_force", force, 1, true}};
  if (contacts.any) fields.push_back({"normal_force", force, 3, true});
  if (contacts.slide) fields.push_back({"friction_force", force, 3, true});
  fields.insert(fields.end(), of_elements.begin(), of_elements.end());
  if (has_groups_of_bodies(model)) {
    fields.push_back({"angular_velocity", "rad/" + units.time, 3, true});
    fields.push_back({"present", "", 1, true});
  }
  if (has_turning_points(model)) fields.push_back({"orientation", "", 3, true});
  if (has_body_shapes(model)) {
    fields.push_back({"radius", length, 1, true});
    fields.push_back({"half_size", length, 3, true});
    fields.push_back({"shape_kind", "", 1, true});
  }
  if (elements_can_fail(model)) fields.push_back({"status", "", 1, false});
  return fields;
}

}  // namespace

FieldResults::FieldResults(const Model& model, const params::Units& units, const DrawnContacts& of_run)
    : has_groups_(has_groups_of_bodies(model)),
      turns_(has_turning_points(model)),
      drawn_(contacts_of(model, of_run)),
      elements_(model),
      contacts_(model),
      bodies_(model) {
  mesh_ = drawn_mesh(model);
  fields_ = fields_of(model, units, drawn_);
  int first = 0;
  for (const Drawing& drawing : model.drawings) {
    if (!drawing.node_dofs.empty()) point_of_dof_.resize(model.system.nv(), -1);
    for (std::size_t k = 0; k < drawing.node_dofs.size(); ++k)
      point_of_dof_[drawing.node_dofs[k]] =
          first + static_cast<int>(k / static_cast<std::size_t>(drawing.coordinates));
    first += static_cast<int>(drawing.points());
  }
  reference_ = mesh_.points;
  if (elements_can_fail(model)) cells_.emplace(model, mesh_);
  if (model.system.is_whole()) return;
  parts_ = std::make_unique<WholeDrawings>(model);
  mesh_ = parts_->whole_mesh(mesh_);
}

void FieldResults::open(const std::filesystem::path& file, std::size_t frames,
                        const io::FieldWriter::Metadata& metadata, const io::SceneRecord& scene,
                        std::optional<double> continue_after) {
  writer_ = std::make_unique<io::FieldWriter>(file, mesh_, fields_, metadata,
                                              io::FieldWriterOptions{frames, continue_after, &scene});
  mesh_ = {};
}

double FieldResults::bytes(const Model& model, const params::Units& units, std::size_t frames) {
  const io::FieldMesh mesh = drawn_mesh(model);
  double numbers = static_cast<double>(mesh.points.size());  // of a frame
  for (const io::Field& field : fields_of(model, units, contacts_of(model, {})))
    numbers += static_cast<double>(field.components) *
               static_cast<double>(field.on_points ? mesh.point_count() : mesh.cell_count());
  const double cells = 8.0 * static_cast<double>(mesh.connectivity.size() + mesh.offsets.size()) +
                       5.0 * static_cast<double>(mesh.cell_count());
  return 8.0 * numbers * static_cast<double>(frames) + cells;
}

/// Of nodes: the last of the mesh points that a contact moves has its force. Bodies have theirs before.
void FieldResults::sum_contact_forces(const Model& model, const StepResult& step, double h) {
  for (std::size_t row = 0; row < step.rows.size(); ++row) {
    const double force = h > 0 ? step.impulse[static_cast<Index>(row)] / h : 0.0;
    const ContactRow& contact = step.rows[row];
    if (force == 0) continue;
    dofs_.clear();
    model.system.contacts().all()[contact.pair]->append_dofs(contact, dofs_);
    int point = -1;
    for (const Index dof : dofs_) point = std::max(point, point_of(dof));
    if (point >= 0) contact_force_[point] += force;
  }
}

void FieldResults::evaluate(const Model& model, const State& state, const StepResult& step, double h) {
  drawn_points(model, state, points_, &velocity_);
  displacement_.resize(points_.size());
  for (std::size_t i = 0; i < points_.size(); ++i) displacement_[i] = points_[i] - reference_[i];

  contacts_.evaluate(model, state, step, h, points_, normal_force_, friction_force_, contact_force_);
  sum_contact_forces(model, step, h);

  elements_.evaluate(state, points_.size() / 3, parts_.get());
  const std::vector<std::vector<double>>& of_elements = elements_.values();
  values_ = {displacement_, velocity_, contact_force_};
  if (drawn_.any) values_.emplace_back(normal_force_);
  if (drawn_.slide) values_.emplace_back(friction_force_);
  for (const std::vector<double>& of_one : of_elements) values_.emplace_back(of_one);
  if (has_groups_) {
    drawn_bodies(model, state, angular_velocity_, present_);
    values_.emplace_back(angular_velocity_);
    values_.emplace_back(present_);
  }
  if (turns_) {
    bodies_.orientations(state, orientation_);
    values_.emplace_back(orientation_);
  }
  if (bodies_.has_shapes()) {
    values_.emplace_back(bodies_.radii());
    values_.emplace_back(bodies_.half_sizes());
    values_.emplace_back(bodies_.shapes());
  }
  if (cells_) {
    cells_->evaluate(state, status_);
    values_.emplace_back(status_);
  }
  places_ = points_;
  if (parts_ != nullptr) gather();
}

/// The values of the whole model on rank 0.
void FieldResults::gather() {
  gathered_.resize(values_.size());
  for (std::size_t i = 0; i < values_.size(); ++i) {
    parts_->gather(values_[i], fields_[i].components, gathered_[i]);
    values_[i] = gathered_[i];
  }
  parts_->gather(points_, 3, gathered_points_);
  places_ = gathered_points_;
}

void FieldResults::write(double time) {
  if (writer_) writer_->frame(time, places_, values_);
  free_memory();
}

void FieldResults::free_memory() {
  // Frames are few: in between, models of very many bodies need the memory for other things. Of small models
  // it stays: the operating system would clear it anew for each frame.
  constexpr std::size_t kSmall = 100'000;
  if (points_.size() < kSmall) return;
  for (std::vector<double>* numbers :
       {&points_, &displacement_, &velocity_, &contact_force_, &angular_velocity_, &present_, &normal_force_,
        &friction_force_, &orientation_, &status_, &gathered_points_})
    std::vector<double>().swap(*numbers);
  for (std::vector<double>& numbers : gathered_) std::vector<double>().swap(numbers);
  elements_.clear();
}

}  // namespace jounce
