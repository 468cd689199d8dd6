#include "verify/measures.h"

#include <fmt/format.h>

#include <stdexcept>

namespace jounce::verify {

const std::vector<MeasureKind>& measure_kinds() {
  static const std::vector<MeasureKind> kinds = {
      {"value_at", "value at a time (linear between rows)", {"of", "at"}, {"of", "at"}, value_at},
      {"first", "value in the first row", {"of", "from", "to"}, {"of"}, first_value},
      {"last", "value in the last row", {"of", "from", "to"}, {"of"}, last_value},
      {"max", "largest value", {"of", "from", "to"}, {"of"}, maximum},
      {"min", "smallest value", {"of", "from", "to"}, {"of"}, minimum},
      {"max_abs", "largest magnitude", {"of", "from", "to"}, {"of"}, maximum_magnitude},
      {"mean", "mean of the rows", {"of", "from", "to"}, {"of"}, mean},
      {"deviation", "standard deviation of the rows", {"of", "from", "to"}, {"of"}, deviation},
      {"sum", "sum of the rows", {"of", "from", "to"}, {"of"}, sum},
      {"first_time",
       "first time at which the threshold is passed",
       {"of", "from", "to", "above", "below"},
       {"of"},
       first_time},
      {"last_time",
       "last time at which the threshold is passed",
       {"of", "from", "to", "above", "below"},
       {"of"},
       last_time},
      {"count",
       "number of rows that pass the threshold",
       {"of", "from", "to", "above", "below"},
       {"of"},
       count},
      {"max_increase",
       "largest increase from a row to the next",
       {"of", "from", "to"},
       {"of"},
       maximum_increase},
      {"event",
       "a column of events.csv at the n-th event",
       {"field", "event", "contact", "above", "from", "to"},
       {"field"},
       event_value},
      {"event_count", "number of events", {"contact", "above", "from", "to"}, {}, event_count},
      {"error",
       "norm of the difference from a function of t, a table or another run, at the rows of the run or every "
       "so often",
       {"of", "from", "to", "every", "against", "norm"},
       {"of", "against"},
       error},
      {"agreement",
       "largest difference of the columns of two runs, each relative to its largest magnitude",
       {"against", "columns", "from", "to"},
       {"against", "columns"},
       agreement},
      {"slope",
       "slope of a heap about the z axis in degrees, positive where it falls outwards: line of least squares "
       "through the spheres that no other covers, in the last frame of the field results",
       {"radius", "between"},
       {"radius", "between"},
       slope},
      {"spectral_radius",
       "largest modulus of the eigenvalues of a scheme's amplification matrix on an oscillator, from motions "
       "of it; against a table: the distance at step/period",
       {"columns", "period", "against", "from", "to"},
       {"columns", "period"},
       spectral_radius},
      {"period_error",
       "relative error of the period, by the argument of the eigenvalue; against a table: the distance at "
       "step/period",
       {"columns", "period", "against", "from", "to"},
       {"columns", "period"},
       period_error},
  };
  return kinds;
}

const MeasureKind& measure_kind(const std::string& name) {
  for (const auto& kind : measure_kinds()) {
    if (kind.name == name) return kind;
  }
  throw std::runtime_error(fmt::format("there is no measure '{}'", name));
}

}  // namespace jounce::verify
