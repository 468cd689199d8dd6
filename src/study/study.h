#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "study/convergence.h"
#include "study/variation.h"

namespace jounce::study {

struct StudyRequest {
  std::filesystem::path deck;
  std::vector<std::string> overrides;   ///< of all variants
  std::vector<std::string> variations;  ///< "key=value,value,..."
  std::vector<std::string> quantities;  ///< columns of the history; empty: those of the deck
  std::string refine;  ///< key whose values are steps, or "1/key"; empty: integrator.step, analysis.step
  std::string reference = "finest";  ///< or "none", a CSV file, "column=expression in t"
  int jobs = 0;                      ///< runs at the same time; 0: as many as there are cores
  std::filesystem::path output;      ///< empty: DECK.study here
  bool quiet = false;
};

/// Last, smallest and largest value of a column.
struct Extent {
  double last, smallest, largest;
};

/// Error of a column in a variant, and its order with respect to the next coarser one.
struct Convergence {
  std::size_t quantity;
  ErrorNorms error;
  double order_max, order_l2;  ///< NaN where there is none
};

/// How one variant went.
struct VariantResult {
  Variant variant;
  std::filesystem::path folder;
  int status = 0;       ///< exit status of its run
  std::string message;  ///< why it failed
  double wall_seconds = 0;
  double steps = 0, iterations = 0, cuts = 0;  ///< NaN when unknown
  double size = 0;                             ///< its step, NaN when nothing is refined
  std::vector<Extent> extents;                 ///< of the quantities; empty when there is no history
  std::vector<Convergence> errors;

  bool is_complete() const { return status == 0 && !extents.empty(); }
};

/// A study with its results.
struct Study {
  std::vector<Variation> variations;
  std::vector<std::string> quantities, units;
  std::size_t refined = 0;  ///< number of the variation that is refined; variations.size(): none
  bool is_inverse = false;  ///< the step is 1 / value
  std::string reference;
  std::vector<VariantResult> results;
  std::vector<std::string> notes;  ///< what could not be done

  bool refines() const { return refined < variations.size(); }
  /// Numbers of the variants that differ in their step only, coarse to fine; one list for each combination of
  /// the other values.
  std::vector<std::vector<std::size_t>> series() const;
};

/// Runs all variants and writes study.csv, study.toml (command and program) and pictures. @return 0, or 1
/// when a variant failed. Throws params::InputError for a wrong deck, key or value, std::invalid_argument for
/// other wrong arguments, io::OutputError when the folder cannot be written.
int run_study(const StudyRequest& request, std::ostream& out);

// The parts of it.

/// Checks everything that can be known before a run.
Study plan_study(const StudyRequest& request);
/// Errors and orders of the complete variants of each series.
void find_orders(Study& study);
std::string study_csv(const Study& study);
std::string study_table(const Study& study);
/// COLUMN.png of each quantity over time, error_COLUMN.png over the step.
void draw_study(Study& study, const std::filesystem::path& folder, const std::string& title);

}  // namespace jounce::study
