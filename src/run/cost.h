#pragma once

#include <string>
#include <vector>

#include "deck/deck.h"
#include "model/model.h"
#include "stepping/stepper.h"

namespace jounce {

/// What a run will take, estimated before it begins.
struct Cost {
  struct Matrix {
    std::string name;
    Index size = 0;
    double nonzeros = 0;          ///< exact, with the contacts found at the start
    double factor_nonzeros = 0;   ///< L and U, or L alone; 0: not factorised. See estimate_factor
    double operations = 0;        ///< multiplications and additions of a factorisation
    double assembly_seconds = 0;  ///< of the processor, measured, pattern included
    int count = 1;
  };

  std::string trouble;  ///< why there are no matrices, where they could not be laid out
  double steps = 0;     ///< 0: the scheme chooses them
  std::vector<Matrix> matrices;
  double history_bytes = 0, field_bytes = 0;
  double model_bytes = 0;   ///< memory of this process with the model in it, measured, and kFieldLibrary
  double solver_bytes = 0;  ///< of matrices and factors, or of contact problems
  double vector_bytes = 0;  ///< of the vectors of a step
  double memory_bytes() const { return model_bytes + solver_bytes + vector_bytes; }
};

/// Estimates of a run of `deck` on one rank. The integrator has to be initialised anew before it serves.
///
/// Matrices: patterns by an assembly at the start; factors by the elimination tree. Memory: what the process
/// has taken so far, with the model, and for each matrix (bytes for a nonzero)
///
///   kept                 value 8, column 4, place of an assembled entry about 8
///   to be factorised     copies for the solver 20, factors 8 for an entry (12 below 350 unknowns or 14
///                        nonzeros a row) and half as much again to work in
///   of an iterative one  what its scheme says (StepMatrix::bytes)
///
/// kVectors numbers for a degree of freedom where there are matrices, and 6 kB for a rigid body under schemes
/// that solve contact problems: three contacts of 2 kB, as balls at rest have.
///
/// Files: kHistoryCell bytes for every number of the history; numbers of the fields to the byte, and
/// kFieldFile for what HDF5 needs.
/// @param step  size of the steps; 0: as given in the deck
Cost estimate_cost(const deck::Deck& deck, const Model& model, Stepper& integrator, const State& start,
                   double step = 0);

constexpr double kHistoryCell = 16, kFieldFile = 290e3;
constexpr double kFieldLibrary = 12e6;  ///< memory of HDF5, which runs with frames load
constexpr double kVectors = 25;         ///< vectors that a step with matrices works on

/// "1.2 GB"
std::string bytes_text(double bytes);
/// Lines of `jounce check`, indented by two blanks.
std::string cost_text(const Cost& cost);

}  // namespace jounce
