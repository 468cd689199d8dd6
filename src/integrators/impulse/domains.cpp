#include "integrators/impulse/domains.h"

#include <algorithm>

#include "parallel/bisection.h"

namespace jounce {

using contact_problem::BodyProblem;

namespace {

/// The places of wide bodies after the first, and that first one: a body has one owner.
template <class Work>
void each_further_place(const MassBlocks& masses, const Work& work) {
  for (int first = 0; first < masses.size(); first += masses.places(first))
    for (int i = 1; i < masses.places(first); ++i) work(first + i, first);
}

}  // namespace

bool Domains::renew(const System& system, const MassBlocks& masses, const State& state) {
  if (is_alone() || ++age_ <= kRenewal) return false;
  age_ = 0;
  const auto blocks = static_cast<std::size_t>(masses.size());
  std::vector<Vector3> points(blocks, Vector3::Zero());
  for (const NodePlace& node : system.dofs().places)
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (const Index dof = node.position[axis]; dof >= 0 && dof < system.n_free())
        points[masses.block(dof)][static_cast<Index>(axis)] = state.q[dof];
  weights_.resize(blocks, 0.0);
  ranks_.sum(weights_);
  for (double& weight : weights_) weight += 1;
  each_further_place(masses, [&](int place, int) { weights_[place] = 0; });
  for (Index dof = 0; dof < system.n_free(); ++dof)
    if (state.is_dormant(dof)) weights_[masses.block(dof)] = 0;
  std::vector<int> owners = parallel::bisect(points, weights_, ranks_.size());
  each_further_place(masses, [&](int place, int first) { owners[place] = owners[first]; });
  weights_.assign(blocks, 0.0);
  owners.push_back(-1);
  if (owners == owners_) return false;
  owners_ = std::move(owners);
  dof_ranks_.assign(system.nv(), -1);
  for (Index dof = 0; dof < system.n_free(); ++dof) dof_ranks_[dof] = owners_[masses.block(dof)];
  share_ = {&dof_ranks_, ranks_.rank()};
  return true;
}

void Domains::weigh(const BodyProblem& problem, const MassBlocks& masses) {
  if (is_alone() || age_ != kRenewal) return;
  weights_.assign(static_cast<std::size_t>(masses.size()) + 1, 0.0);
  for (const BodyProblem::ContactRows& rows : problem.contacts)
    for (const Index body : rows.bodies) weights_[body] += 0.5;
  weights_.pop_back();
}

void Domains::begin_touching(int blocks) { place_.assign(blocks, -1); }

void Domains::end_touching() {
  touched_.clear();
  for (std::size_t block = 0; block < place_.size(); ++block)
    if (place_[block] >= 0) touched_.push_back(static_cast<int>(block));
  shared_.build(touched_, owners_);
  int number = 0;
  for (const int block : shared_.bodies()) place_[block] = number++;
}

void Domains::localise(int ground, BodyProblem& problem) {
  // Every rank has a ground of its own: the last local body.
  const auto count = static_cast<Index>(shared_.bodies().size());
  Vector w = Vector::Zero(BodyProblem::kBody * (count + 1));
  Index at = 0;
  for (const int body : shared_.bodies()) {
    w.segment<BodyProblem::kBody>(at) = problem.w.segment<BodyProblem::kBody>(BodyProblem::kBody * body);
    at += BodyProblem::kBody;
  }
  problem.w = std::move(w);
  const auto move = [&](std::array<Index, 2>& bodies) {
    for (Index& body : bodies) body = body == ground ? count : place_[body];
  };
  for (auto& rows : problem.contacts) move(rows.bodies);
  for (auto& row : problem.joints) move(row.bodies);
  for (auto& piece : problem.contact_tails.pieces()) piece.body = place_[piece.body];
  for (auto& piece : problem.joint_tails.pieces()) piece.body = place_[piece.body];
  problem.shared = &shared_;
}

void Domains::collect(const Vector& local, Vector& w) {
  constexpr Index kBody = BodyProblem::kBody;
  sent_.clear();
  for (std::size_t i = 0; i < shared_.bodies().size(); ++i) {
    const int body = shared_.bodies()[i];
    if (owners_[body] != ranks_.rank()) continue;
    sent_.push_back(body);
    for (Index k = 0; k < kBody; ++k) sent_.push_back(local[kBody * static_cast<Index>(i) + k]);
  }
  ranks_.gather(sent_, came_);
  for (std::size_t i = 0; i < came_.size(); i += kBody + 1)
    w.segment<kBody>(kBody * static_cast<Index>(came_[i])) =
        Eigen::Map<const Eigen::Matrix<double, kBody, 1>>(came_.data() + i + 1);
}

}  // namespace jounce
