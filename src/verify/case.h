#pragma once

#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "params/location.h"
#include "params/time_function.h"

namespace jounce::verify {

inline constexpr double not_given = std::numeric_limits<double>::quiet_NaN();

/// What a series is compared with: exactly one of function, file or run is set.
struct Against {
  std::optional<params::TimeFunction> function;
  std::filesystem::path file;  ///< CSV table whose first column is the abscissa (a doubled row is a jump)
  std::string run;             ///< another run of the case
  std::string of;              ///< column of the table, or column or expression of the other run
};

/// Everything a measure may be told. Which members a measure reads: measure_kinds().
struct MeasureInput {
  std::string of;  ///< column of history.csv, or expression of columns
  double from = -std::numeric_limits<double>::infinity();  ///< window of time, both ends included
  double to = std::numeric_limits<double>::infinity();
  double at = not_given;     ///< time of a single value
  double above = not_given;  ///< threshold: values greater than this one
  double below = not_given;  ///< threshold: values less than this one
  int event = 1;             ///< number of the event, counted from 1; from the last one backwards if negative
  std::string contact;       ///< events of this contact only; empty: of all
  std::string field;         ///< column of events.csv
  Against against;
  double every = not_given;          ///< sampling interval of `error`; not given: the rows of the run
  std::string norm = "max";          ///< max, l1 (mean absolute value) or l2 (root mean square)
  std::vector<std::string> columns;  ///< columns compared by `agreement`; position and velocity of motions
  double period = not_given;         ///< exact period of an oscillator
  double radius = not_given;         ///< of spheres
  std::vector<double> between;       ///< least and greatest distance from the axis of a heap
};

/// A number taken from a run: used by checks, and by other values as divisor or subtrahend.
struct Value {
  std::string name;
  params::Location where;
  std::string measure;  ///< an entry of measure_kinds()
  MeasureInput input;
  std::string run;        ///< run or sweep; empty: the run of the check that refers to it
  std::string divide_by;  ///< name of a value
  std::string minus;      ///< name of a value, subtracted before the division
  std::string
      reduce;  ///< how the values of a sweep become one: max, min, mean, spread or order; empty: one run
  std::string over;  ///< sweep variable that is the step size of `order`
};

/// Where the reference of a check comes from: a number, a cell of a table, or a value of another run.
struct Reference {
  double number = not_given;
  std::filesystem::path file;
  std::string column;
  double row = not_given;  ///< abscissa (first column of the table) at which the column is read
  std::string value;       ///< name of a value of the case
};

/// How the computed figure and the reference are compared.
enum class Relation { within, at_most, at_least };

struct Check {
  Value value;
  std::string quantity;
  Reference reference;
  Relation relation = Relation::within;
  std::string kind;    ///< analytic, other-code, published, self-convergence, invariant
  std::string source;  ///< where the reference comes from
  double tolerance = 0;
  bool is_relative = false;  ///< tolerance is a fraction of the reference
  std::string why;           ///< why this tolerance
  bool is_long = false;
};

struct SweepVariable {
  std::string name;
  std::vector<double> values;
};

/// One deck with overrides; with sweep variables, one run for every combination of their values. In an
/// override {h} stands for the value of the sweep variable h.
struct RunSpec {
  std::string name;
  params::Location where;
  std::filesystem::path deck;
  std::vector<std::string> set;
  std::vector<SweepVariable> sweep;
  int modes = 0;  ///< number of eigenfrequencies to compute instead of running the deck
  bool is_long = false;
};

/// Numbers of a sweep written as a table beside the results (with --keep), for plots.
struct DataTable {
  std::string name;
  std::string value;  ///< name of the value evaluated in every run
  std::string run;    ///< sweep
};

/// One verification case, as its case.toml states it.
struct Case {
  std::string name;
  std::string group;
  std::string title;
  std::string claim;
  std::filesystem::path folder;
  std::vector<RunSpec> runs;
  std::vector<Value> values;
  std::vector<Check> checks;
  std::vector<DataTable> tables;
};

}  // namespace jounce::verify
