#include "integrators/mixed/stage_pair.h"

namespace jounce {

void StagePair::begin(const Coupling& first, const Coupling& second, bool is_linear) {
  coupling_ = {first, second};
  is_linear_ = is_linear;
  for (std::size_t i = 0; i < 2; ++i) {
    m_0_[i] = stages_[i]->form().m_0;
    dq_0_[i] = stages_[i]->form().dq_0;
  }
}

bool StagePair::begin_sticking() {
  const bool first = stages_[0]->begin_sticking();
  return stages_[1]->begin_sticking() && first;
}

void StagePair::forget() {
  for (OneFieldStep* stage : stages_) stage->forget();
}

void StagePair::residual(const Vector& x, Vector& r) {
  const Index size = stages_[0]->size();
  part_[0] = x.head(size);
  part_[1] = x.tail(size);
  for (std::size_t i = 0; i < 2; ++i) {
    const Vector& y_0 = stages_[1 - i]->form().y_0;
    const Index n = stages_[i]->momentum_rows();
    z_.setZero(y_0.size());
    z_.head(n) = part_[1 - i].head(n);
    dq_ = dq_0_[i] + coupling_[i].dq_z * z_;
    m_ = m_0_[i] + coupling_[i].m_z * (y_0 + z_);
    stages_[i]->shift(m_, dq_);
    stages_[i]->residual(part_[i], r_[i]);
  }
  r.resize(2 * size);
  r << r_[0], r_[1];
}

void StagePair::assemble(const AssemblySinks& sinks) {
  const Index size = stages_[0]->size();
  for (Index i = 0; i < 2; ++i) {
    OneFieldStep& stage = *stages_[i];
    const Coupling& coupling = coupling_[i];
    const BlockSink::Placement own = {i * size, i * size, size, size, 1.0};
    const BlockSink::Placement other = {i * size, (1 - i) * size, size, size, 1.0};
    BlockSink elements(sinks.elements, own), others(sinks.others, own);
    stage.assemble({elements, others});
    BlockSink elements_there(sinks.elements, other), others_there(sinks.others, other);
    stage.assemble_coupling(coupling.m_z, coupling.dq_z, {elements_there, others_there});
  }
}

const CsrMatrix& StagePair::jacobian() {
  const auto add = [this](const AssemblySinks& sinks) { assemble(sinks); };
  if (!stages_[0]->is_laid_out() || !stages_[1]->is_laid_out()) {
    shared_rows_.lay_out(system_, {stages_[0]->multipliers(), stages_[1]->multipliers()});
    shared_rows_.build(size(), matrix_, add);
    for (OneFieldStep* stage : stages_) stage->note_layout();
  }
  if (is_linear_ && stages_[0]->was_assembled_for_this() && stages_[1]->was_assembled_for_this())
    return matrix_;
  shared_rows_.fill(matrix_, add);
  matrix_.absolute_row_sums(row_sums_);
  system_.complete_assembled(row_sums_);
  stages_[0]->note_assembly(row_sums_.head(stages_[0]->size()));
  stages_[1]->note_assembly(row_sums_.tail(stages_[1]->size()));
  return matrix_;
}

void StagePair::split(const Vector& r) {
  r_[0] = r.head(stages_[0]->size());
  r_[1] = r.tail(stages_[1]->size());
}

bool StagePair::converged(const Vector& r, int iteration) {
  split(r);
  const bool first = stages_[0]->converged(r_[0], iteration);
  return stages_[1]->converged(r_[1], iteration) && first;
}

bool StagePair::converged_well(const Vector& r) {
  split(r);
  return stages_[0]->converged_well(r_[0]) && stages_[1]->converged_well(r_[1]);
}

void StagePair::log_to(ConvergenceLog* log) {
  log_ = log;
  for (OneFieldStep* stage : stages_) stage->log_to(log);
}

void StagePair::evaluated(int iteration) {
  if (log_ == nullptr) return;
  ConvergenceLog::Row row;
  row.iteration = iteration;
  for (OneFieldStep* stage : stages_) stage->fill(row);
  log_->add(row, [this](int flag) { return stages_[1]->describe(flag); });
}

std::string StagePair::failure_cause(int iterations) const {
  return stages_[stages_[0]->merit() > stages_[1]->merit() ? 0 : 1]->failure_cause(iterations);
}

}  // namespace jounce
