#include <fmt/format.h>

#include <map>
#include <tuple>

#include "deck/build_model.h"
#include "deck/within_memory.h"
#include "io/atomic_file.h"
#include "io/csv.h"
#include "io/folder.h"
#include "io/folder_lock.h"
#include "la/petsc.h"
#include "linear_dynamics/linearisation.h"
#include "linear_dynamics/modes.h"
#include "run/make_stepper.h"
#include "run/model_file.h"
#include "stepping/failure_cause.h"
#include "version.h"

namespace jounce {
namespace {

/// Matrix Market coordinate text; entries that are exactly 0 are left out.
std::string market_text(const std::string& title, Index rows, Index cols,
                        const std::vector<std::tuple<Index, Index, double>>& entries) {
  std::string text = fmt::format("%%MatrixMarket matrix coordinate real general\n% {}\n{}{} {} {}\n", title,
                                 version_comment("% "), rows, cols, entries.size());
  for (const auto& [row, col, value] : entries) text += fmt::format("{} {} {}\n", row + 1, col + 1, value);
  return text;
}

std::vector<std::tuple<Index, Index, double>> entries_of(const CsrMatrix& matrix) {
  std::vector<std::tuple<Index, Index, double>> entries;
  for (Index i = 0; i < matrix.size(); ++i)
    for (Index k = matrix.row_starts()[i]; k < matrix.row_starts()[i + 1]; ++k)
      if (const double value = matrix.values()[k]; value != 0)
        entries.emplace_back(i, matrix.columns()[k], value);
  return entries;
}

std::vector<std::tuple<Index, Index, double>> entries_of(const RowJacobian& G, Index n_free) {
  std::vector<std::tuple<Index, Index, double>> entries;
  for (int row = 0; row < G.rows(); ++row) {
    std::map<Index, double> columns;  // a joint between two points of one body names its unknowns twice
    for (std::size_t k = 0; k < G.dofs(row).size(); ++k)
      if (G.dofs(row)[k] < n_free) columns[G.dofs(row)[k]] += G.values(row)[k];
    for (const auto& [col, value] : columns)
      if (value != 0) entries.emplace_back(row, col, value);
  }
  return entries;
}

RunReport matrices_of(const MatricesOptions& options, const deck::Deck& deck) {
  refuse_passing_bodies(deck,
                        "matrices require a fixed number of bodies; inflow and outflow are not supported");
  refuse_no_tangents(deck, "this command writes it");
  const auto model = deck::build_model(deck);
  const System& system = model->system;
  const Index n = system.n_free();
  RunReport report;
  report.output = options.output;
  if (report.output.empty()) report.output = options.deck.stem().string() + ".matrices";
  const Linearisation linear = linearise(system, system.initial_state(), false);

  io::make_folder(report.output);
  const io::FolderLock lock(report.output);
  const auto write = [&](const char* name, const std::string& text) {
    io::write_atomically(report.output / name, text);
  };
  write("M.mtx", market_text("mass matrix", n, n, entries_of(linear.M)));
  write("C.mtx", market_text("damping and gyroscopic matrix, -df/dv", n, n, entries_of(linear.C)));
  write("K.mtx", market_text("stiffness matrix, d(M a - f - G^T lambda)/dq", n, n, entries_of(linear.K)));
  const auto G = entries_of(linear.G, n);
  write("G.mtx", market_text("Jacobian of the joints", linear.G.rows(), n, G));
  std::string dofs = "row,part\n";
  for (Index i = 0; i < n; ++i) dofs += fmt::format("{},{}\n", i + 1, io::csv_cell(describe_dof(system, i)));
  write("dofs.csv", dofs);
  report.message =
      fmt::format("M, C, K: {} unknowns, {} / {} / {} entries; G: {} rows, {} entries", n,
                  linear.M.nonzeros(), linear.C.nonzeros(), linear.K.nonzeros(), linear.G.rows(), G.size());
  return report;
}

}  // namespace

RunReport write_matrices(const MatricesOptions& options) {
  const PetscSession petsc;
  return reported([&] {
    const deck::Deck deck = read_model_file(options.deck, options.overrides);
    return deck::within_memory(deck, [&] { return matrices_of(options, deck); });
  });
}

}  // namespace jounce
