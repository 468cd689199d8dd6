#include "verify/case_schema.h"

#include <algorithm>

#include "params/key.h"
#include "verify/measures.h"
#include "verify/verify.h"

namespace jounce::verify {

namespace {

using params::Key;

Key measure_key(const std::string& name) {
  if (name == "of") return params::text("of", "column of history.csv, or expression of columns");
  if (name == "from") return params::number("from", "start of the window of time");
  if (name == "to") return params::number("to", "end of the window of time");
  if (name == "at") return params::number("at", "time");
  if (name == "every")
    return params::number("every", "interval of time between samples, from `from` on").positive();
  if (name == "above") return params::number("above", "threshold: values greater than this");
  if (name == "below") return params::number("below", "threshold: values less than this");
  if (name == "event")
    return params::integer("event", "number of the event from 1, or from the end if negative").by_default(1);
  if (name == "contact")
    return params::text("contact", "events of this contact only; stick and slip also of this joint");
  if (name == "field") {
    return params::choice(
        "field",
        "column of events.csv; stick and slip: times at which contacts and joints begin to, in "
        "transitions.csv",
        {"time", "impulse", "velocity_before", "velocity_after", "energy_lost", "stick", "slip"});
  }
  if (name == "period") return params::number("period", "exact period of the oscillator").positive();
  if (name == "radius") return params::number("radius", "radius of the spheres").positive();
  if (name == "between")
    return params::numbers("between", "least and greatest distance from the axis").of_size(2);
  if (name == "columns")
    return params::names_of("columns", "columns to compare; position and velocity of every motion");
  if (name == "norm") {
    return params::choice(
               "norm",
               "max, l1 (mean magnitude), l2 (root mean square), or relative (root of the sum of the "
               "squares of difference / reference)",
               {"max", "l1", "l2", "relative"})
        .by_default("max");
  }
  return params::table("against", "what to compare with: one of function, file, run",
                       {params::function("function", "function of the time t"),
                        params::text("file", "CSV table beside case.toml, abscissa in its first column"),
                        params::name_of("run", "another run", "run"),
                        params::text("of", "column of the table, or column or expression of the run")});
}

std::vector<Key> value_keys() {
  return {params::name_of("run", "run or sweep the number is taken from", "run"),
          params::name_of("minus", "value that is subtracted", "value"),
          params::name_of("divide_by", "value to divide by, after the subtraction", "value"),
          params::choice("reduce", "how the numbers of a sweep become one",
                         {"max", "min", "mean", "spread", "order"}),
          params::text("over", "sweep variable that is the step size of `order`")};
}

std::vector<Key> check_keys() {
  std::vector<Key> keys = {
      params::text("quantity", "what is computed, in words").required(),
      params::number("reference", "what it should be"),
      params::name_of("reference_value", "value of the case that it should be", "value"),
      params::text("reference_file", "CSV table beside case.toml that holds the reference"),
      params::text("reference_column", "column of the table"),
      params::number("reference_row", "where in the first column of the table"),
      params::choice("relation", "how computed and reference compare", {"within", "at most", "at least"})
          .by_default("within"),
      params::choice("kind", "where the reference comes from",
                     {"analytic", "other-code", "published", "self-convergence", "invariant"})
          .required(),
      params::text("source", "the source of the reference").required(),
      params::number("tolerance", "admissible difference").non_negative().required(),
      params::boolean("relative", "the tolerance is a fraction of the reference").by_default(false),
      params::text("why", "why this tolerance").required(),
      params::boolean("long", "left out by --short").by_default(false)};
  for (auto& key : value_keys()) keys.push_back(std::move(key));
  return keys;
}

params::Kind list_kind(std::string name, std::string doc, std::vector<Key> keys) {
  params::Kind kind;
  kind.name = std::move(name);
  kind.is_list = true;
  kind.doc = std::move(doc);
  kind.keys = std::move(keys);
  return kind;
}

}  // namespace

params::Schema case_schema() {
  params::Schema schema;
  params::Kind head;
  head.name = "case";
  head.doc = "what the case is about";
  head.is_required = true;
  head.keys = {params::choice("group", "group of cases", groups()).required(),
               params::text("claim", "what is claimed").required()};
  schema.kinds.push_back(head);

  params::Kind run = list_kind(
      "run", "one analysis, or a sweep of analyses",
      {params::text("deck", "deck, relative to the case or to the folder that holds `inputs`").required(),
       params::names_of("set", "overrides path.to.key=value; {h} is the value of the sweep variable h")
           .by_default(std::vector<std::string>{}),
       params::integer("modes",
                       "compute this many eigenfrequencies instead of running the deck; measures then read "
                       "modes.csv with the number of the mode as time")
           .between(1, 10000),
       params::tables(
           "sweep", "variables of a sweep",
           {params::text("variable", "name").required(), params::numbers("values", "its values").required()}),
       params::boolean("long", "figures that need it are omitted by --short").by_default(false)});
  run.is_required = true;
  schema.kinds.push_back(run);

  params::Kind value = list_kind("value", "a number taken from runs, for use by checks", value_keys());
  value.has_types = true;
  schema.kinds.push_back(value);

  params::Kind check = list_kind("check", "a number that is compared with a reference", check_keys());
  check.has_types = true;
  check.is_required = true;
  check.name_required = false;
  schema.kinds.push_back(check);

  schema.kinds.push_back(list_kind("table", "a value in all runs of a sweep, written as CSV with --keep",
                                   {params::name_of("value", "the value", "value").required(),
                                    params::name_of("run", "the sweep", "run").required()}));

  for (const char* kind : {"value", "check"}) {
    for (const auto& measure : measure_kinds()) {
      params::Component component{kind, measure.name, measure.doc, {}};
      for (const auto& name : measure.keys) {
        Key key = measure_key(name);
        if (std::find(measure.required.begin(), measure.required.end(), name) != measure.required.end())
          key.required();
        component.keys.push_back(std::move(key));
      }
      schema.components.push_back(std::move(component));
    }
  }
  return schema;
}

}  // namespace jounce::verify
