#include "run/history_row.h"

#include <span>

namespace jounce {

std::vector<io::Column> HistoryRow::columns() const {
  std::vector<io::Column> columns = {{"time", setup_.units().time, "time at the end of the step"}};
  for (const Sensor& sensor : setup_.sensors)
    columns.push_back({sensor.name, sensor.unit, sensor.description});
  for (const Sensor& column : Ledger::columns(setup_.units(), setup_.parts))
    columns.push_back({column.name, column.unit, column.description});
  return columns;
}

const std::vector<double>& HistoryRow::values(RunState& run) {
  const std::size_t sensors = setup_.sensors.size();
  if (values_.empty())
    values_.resize(1 + sensors + Ledger::columns(setup_.units(), setup_.parts).size(), 0.0);
  setup_.redundancy.minimise(setup_.system(), run.state, run.result.reaction);
  const Observation observation{*setup_.model, run.state, run.result,
                                run.h > 0 ? run.h : setup_.schedule.step};
  values_[0] = run.state.t;
  for (std::size_t i = 0; i < sensors; ++i) {
    values_[i + 1] = setup_.sensors[i].value(observation);
    if (!setup_.sensors[i].counts) values_[i + 1] = 0;
  }
  setup_.system().numbering().sum(std::span(values_).subspan(1, sensors));
  run.ledger->observe_constraints(*setup_.model, run.state);
  run.ledger->values(values_.data() + 1 + sensors);
  return values_;
}

void HistoryRow::observe(RunState& run, const std::function<void(const std::string&, double)>& visit) {
  const std::vector<double>& row = values(run);
  std::size_t at = 1;
  for (const Sensor& sensor : setup_.sensors) visit(sensor.name, row[at++]);
  for (const Sensor& column : Ledger::columns(setup_.units(), setup_.parts)) visit(column.name, row[at++]);
}

}  // namespace jounce
