#pragma once

#include <filesystem>
#include <memory>

#include "integrators/integrator.h"
#include "io/field_writer.h"
#include "model/model.h"
#include "params/units.h"

namespace jounce {

/// Field results of a run: the drawings of the model with displacement, velocity, contact force, axial force
/// and, in models with beams, section forces (N, Q_y, Q_z) and (T, M_y, M_z) in the axes of the sections; in
/// models with solids, the Cauchy stress (xx, yy, zz, xy, yz, xz) and von Mises' of it; in
/// models with many bodies of a kind, their angular velocities, and 1 or 0 for those that are there or not.
class FieldResults {
 public:
  /// @param continue_after  restart: frames later than this time are dropped; negative infinity for a fresh
  /// file
  FieldResults(const std::filesystem::path& file, const Model& model, const params::Units& units,
               std::size_t frames, const io::FieldWriter::Metadata& metadata,
               std::optional<double> continue_after);

  /// Bytes of the numbers in a file of so many frames: points, cells and fields.
  static double bytes(const Model& model, const params::Units& units, std::size_t frames);

  void frame(const Model& model, const State& state, const StepResult& step, double h);
  void close() { writer_->close(); }

 private:
  /// Mesh point that a degree of freedom moves; -1 for bodies.
  int point_of(Index dof) const {
    return point_of_dof_.empty() ? -1 : point_of_dof_[static_cast<std::size_t>(dof)];
  }
  void section_forces(const Model& model, const State& state);
  void stresses(const Model& model, const State& state);

  std::unique_ptr<io::FieldWriter> writer_;
  bool has_beams_ = false, has_bodies_ = false, has_solids_ = false;
  std::vector<Index> dofs_;  ///< workspace: degrees of freedom of a contact
  std::vector<double> reference_, points_, displacement_, velocity_, contact_force_, axial_force_;
  std::vector<double> section_force_, section_moment_;
  std::vector<double> angular_velocity_, present_;
  std::vector<double> stress_, von_mises_;
  std::vector<int> point_of_dof_;  ///< see point_of; empty where nothing but bodies is drawn
};

}  // namespace jounce
