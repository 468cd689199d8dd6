#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "io/field_writer.h"
#include "io/scene_record.h"
#include "model/model.h"
#include "params/units.h"
#include "run/contact_vectors.h"
#include "run/deleted_elements.h"
#include "run/drawn_bodies.h"
#include "run/element_fields.h"
#include "stepping/stepper.h"

namespace jounce {

/// Forces of contacts that a file has: those of all steps of a run, as all go into one file.
struct DrawnContacts {
  bool any = false, slide = false;
};

/// Field results of a run: the drawings of the model with
///   displacement, velocity
///   axial_force                    with bars
///   contact_force                  sum of the normal forces of a node (on the first surface) or body
///   normal_force, friction_force   with contacts, as vectors (ContactVectors)
///   section_force, section_moment  with beams, (N, Q_y, Q_z) and (T, M_y, M_z) in the axes of the sections
///   stress, von_mises_stress       with solids, also of flexible bodies: Cauchy's, (xx, yy, zz, xy, yz, xz)
///   plastic_strain                 of plastic materials, the equivalent one
///   other quantities of elements and materials that the registry knows (ElementFields)
///   angular_velocity, present      with many bodies of a kind; 1 or 0 for those that are there or not
///   status                         of cells, with elements that may fail (CellStatus)
///   orientation                    with points that turn (DrawnBodies)
///   radius, half_size, shape_kind  with shapes of bodies
class FieldResults {
 public:
  /// Collective, where the model is in parts. @param of_run  contacts of other steps count, too
  explicit FieldResults(const Model& model, const params::Units& units, const DrawnContacts& of_run = {});

  /// On the rank that writes.
  /// @param scene  what is written with a new file beside the drawings
  /// @param continue_after  restart: frames later than this time are dropped; none for a fresh file
  void open(const std::filesystem::path& file, std::size_t frames, const io::FieldWriter::Metadata& metadata,
            const io::SceneRecord& scene, std::optional<double> continue_after);

  /// Bytes of the numbers in a file of so many frames: points, cells and fields.
  static double bytes(const Model& model, const params::Units& units, std::size_t frames);

  /// The values of a frame. Collective, where the model is in parts.
  void evaluate(const Model& model, const State& state, const StepResult& step, double h);
  /// Writes them, where the file is open.
  void write(double time);
  void close() {
    if (writer_) writer_->close();
  }

 private:
  /// Mesh point that a degree of freedom moves; -1 for bodies.
  int point_of(Index dof) const { return point_of_dof_.empty() ? -1 : point_of_dof_[dof]; }
  void sum_contact_forces(const Model& model, const StepResult& step, double h);
  void gather();
  void free_memory();

  std::unique_ptr<io::FieldWriter> writer_;
  std::unique_ptr<WholeDrawings> parts_;  ///< null where one rank has the model
  io::FieldMesh mesh_;                    ///< until the file is open
  std::vector<io::Field> fields_;
  std::span<const double> places_;               ///< of the points of a frame
  std::vector<std::span<const double>> values_;  ///< of its fields
  std::vector<double> gathered_points_;
  std::vector<std::vector<double>> gathered_;
  bool has_groups_, turns_;
  DrawnContacts drawn_;
  ElementFields elements_;
  ContactVectors contacts_;
  DrawnBodies bodies_;
  std::optional<CellStatus> cells_;
  std::vector<Index> dofs_;  ///< workspace: degrees of freedom of a contact
  std::vector<double> reference_, points_, displacement_, velocity_, contact_force_;
  std::vector<double> angular_velocity_, present_, normal_force_, friction_force_, orientation_, status_;
  std::vector<int> point_of_dof_;  ///< see point_of; empty where nothing but bodies is drawn
};

}  // namespace jounce
