#include "linear_dynamics/modes.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "deck/build_model.h"
#include "deck/within_memory.h"
#include "io/atomic_file.h"
#include "io/field_writer.h"
#include "io/folder.h"
#include "io/folder_lock.h"
#include "la/petsc.h"
#include "linear_dynamics/linearisation.h"
#include "run/drawn_bodies.h"
#include "run/drawn_points.h"
#include "run/drawn_scene.h"
#include "run/make_stepper.h"
#include "run/model_file.h"
#include "run/run_log.h"
#include "run/run_record.h"
#include "statics/free_motions.h"
#include "version.h"

namespace jounce {
namespace {

constexpr double kShapeSize =
    0.1;  ///< largest displacement in the picture of a mode to the size of the model

/// omega / 2 pi; negative for a growing (unstable) mode, exactly 0 for rigid body modes up to round-off.
double frequency(double value, double largest) {
  if (std::abs(value) <= 1e-13 * largest) return 0;
  return std::copysign(std::sqrt(std::abs(value)) / (2 * std::numbers::pi), value);
}

/// Shares of the mass that moves along each axis: (e^T M x)^2 / (e^T M e), e a uniform translation.
std::array<double, 3> effective_mass(const System& system, const State& state, const Vector& shape) {
  std::array<double, 3> share = {0, 0, 0};
  for (int axis = 0; axis < 3; ++axis) {
    const Vector e = system.dofs().uniform_translation(axis);
    Vector product = Vector::Zero(system.nv());
    system.add_mass_product(state, e, 1.0, product);
    const double total = e.dot(product);
    const double part = product.dot(shape);
    if (total > 0) share[axis] = part * part / total;
  }
  return share;
}

void write_shapes(const std::filesystem::path& folder, const deck::Deck& deck, const Model& model,
                  const EigenPairs& pairs) {
  const io::FieldMesh mesh = drawn_mesh(model);
  if (mesh.point_count() == 0) return;
  double size = 0;
  for (std::size_t i = 0; i < mesh.points.size(); ++i)
    size = std::max(size, std::abs(mesh.points[i] - mesh.points[i % 3]));
  const std::string length = deck.units().name(params::dim::length);
  const io::SceneRecord scene = drawn_scene(model, deck);
  State state = model.system.initial_state();
  std::vector<io::Field> fields = {{"shape", length, 3, true}};
  std::vector<double> points, shape, turns;
  if (has_turning_points(model)) {
    fields.push_back({"orientation", "", 3, true});
    DrawnBodies(model).orientations(state, turns);
  }
  io::FieldWriter writer(folder / "modes.vtkhdf", mesh, fields,
                         {{"program", version_line()},
                          {"build", version_text()},
                          {"title", deck.title()},
                          {"time_name", "mode"}},
                         {static_cast<std::size_t>(pairs.values.size()), std::nullopt, &scene});
  for (Index k = 0; k < pairs.values.size(); ++k) {
    state.v.setZero();
    state.v.head(pairs.vectors.rows()) = pairs.vectors.col(k);
    drawn_points(model, state, points, &shape);
    double largest = 0;
    for (const double x : shape) largest = std::max(largest, std::abs(x));
    const double scale = largest > 0 ? kShapeSize * (size > 0 ? size : 1) / largest : 0;
    for (std::size_t i = 0; i < points.size(); ++i) points[i] += shape[i] *= scale;
    std::vector<std::span<const double>> values = {shape};
    if (fields.size() > 1) values.emplace_back(turns);
    writer.frame(static_cast<double>(k + 1), points, values);
  }
  writer.close();
}

std::string command_of(const ModesOptions& options) {
  RunOptions run;
  run.deck = options.deck;
  run.overrides = options.overrides;
  run.output = options.output;
  return fmt::format("{} -n {}", command_line("modes", run), options.count);
}

RunReport modes_of(const ModesOptions& options, const deck::Deck& deck) {
  RunRecord record = begin_record(command_of(options));
  refuse_passing_bodies(deck, "modes require a fixed number of bodies; inflow and outflow are not supported");
  refuse_no_tangents(deck, "modes need it");
  const auto model = deck::build_model(deck);
  const System& system = model->system;
  RunReport report;
  report.output = options.output;
  if (report.output.empty()) report.output = options.deck.stem().string() + ".modes";
  const Linearisation linear = linearise(system, system.initial_state(), true);
  const EigenPairs pairs = smallest_eigenpairs(vibration_pencil(system, linear), options.count);

  const std::string hertz = deck.units().name(params::dim::frequency);
  std::string table = fmt::format("{:>5}  {:>16}  {:>12}  {:>8} {:>8} {:>8}\n", "mode",
                                  "frequency [" + hertz + "]", "period", "mass x", "y", "z");
  std::string csv = "mode,frequency,omega_squared,mass_x,mass_y,mass_z\n";
  for (Index k = 0; k < pairs.values.size(); ++k) {
    const double f = frequency(pairs.values[k], pairs.largest);
    Vector shape = Vector::Zero(system.nv());
    shape.head(system.n_free()) = pairs.vectors.col(k);
    const auto mass = effective_mass(system, system.initial_state(), shape);
    table += fmt::format("{:>5}  {:>16.9g}  {:>12}  {:>8.4f} {:>8.4f} {:>8.4f}\n", k + 1, f,
                         f > 0    ? fmt::format("{:.6g}", 1 / f)
                         : f == 0 ? "rigid"
                                  : "unstable",
                         mass[0], mass[1], mass[2]);
    csv += fmt::format("{},{},{},{},{},{}\n", k + 1, f, pairs.values[k], mass[0], mass[1], mass[2]);
  }
  io::make_folder(report.output);
  const io::FolderLock lock(report.output);
  io::write_atomically(report.output / "modes.csv", csv);
  write_shapes(report.output, deck, *model, pairs);
  report.message = table;
  if (const std::string text = to_text(free_motions(system, {}, false)); !text.empty())
    report.message += fmt::format("{}\n", text);
  if (pairs.values.size() < options.count)
    report.message += fmt::format("the model has no more than {} modes\n", pairs.values.size());
  if (linear.acceleration > 0 && linear.asymmetry > 1e-8)
    report.message += fmt::format(
        "note: the initial state is not an equilibrium (largest acceleration {:.3g}), and the stiffness "
        "there is not symmetric (by {:.2g}): its symmetric part is used\n",
        linear.acceleration, linear.asymmetry);
  io::write_atomically(report.output / "resolved.toml", deck.resolved_toml(report.output));
  record.status = "complete";
  record.message = report.message;
  record.analysis = "modes";
  record.has_steps = false;
  record.model = summary_of(*model);
  write_record(report.output, record);
  write_log(report.output, record);
  return report;
}

}  // namespace

RunReport compute_modes(const ModesOptions& options) {
  const PetscSession petsc;
  return reported([&] {
    const deck::Deck deck = read_model_file(options.deck, options.overrides);
    return deck::within_memory(deck, [&] { return modes_of(options, deck); });
  });
}

}  // namespace jounce
