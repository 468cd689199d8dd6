#include "parallel/shared_bodies.h"

#include <algorithm>
#include <iterator>

namespace jounce::parallel {
namespace {

using Lists = std::vector<std::vector<int>>;

/// Smallest colours that no neighbour of lower rank has. @param lists neighbours of every rank, one list
/// behind the other @param lengths of the lists
std::vector<int> greedy_colours(const std::vector<double>& lists, const std::vector<int>& lengths) {
  std::vector<int> colours;
  auto at = lists.begin();
  for (const int length : lengths) {
    std::vector<bool> taken(static_cast<std::size_t>(length) + 1, false);
    for (const auto end = at + length; at != end; ++at)
      if (const auto rank = static_cast<std::size_t>(*at); rank < colours.size())
        if (const auto colour = static_cast<std::size_t>(colours[rank]); colour < taken.size())
          taken[colour] = true;
    colours.push_back(static_cast<int>(std::find(taken.begin(), taken.end(), false) - taken.begin()));
  }
  return colours;
}

}  // namespace

SharedBodies::Entries SharedBodies::agree_on_ranks(const std::vector<int>& touched,
                                                   const std::vector<int>& owner) {
  const auto ranks = static_cast<std::size_t>(ranks_.size());
  const int self = ranks_.rank();
  // The owner of a body learns who touches it ...
  Lists told(ranks);
  for (const int body : touched) {
    const int rank = owner[static_cast<std::size_t>(body)];
    if (rank != self) told[static_cast<std::size_t>(rank)].push_back(body);
  }
  const Lists heard = ranks_.swap(told);
  std::vector<std::pair<int, int>> pairs;  // body, rank
  for (std::size_t p = 0; p < ranks; ++p)
    for (const int body : heard[p]) pairs.emplace_back(body, static_cast<int>(p));
  std::sort(pairs.begin(), pairs.end());
  // ... and tells all of them: body, number of ranks, ranks.
  Lists answers(ranks);
  for (auto first = pairs.begin(); first != pairs.end();) {
    const auto last =
        std::find_if(first, pairs.end(), [&](const auto& p) { return p.first != first->first; });
    std::vector<int> entry = {first->first, static_cast<int>(last - first) + 1};
    std::transform(first, last, std::back_inserter(entry), [](const auto& p) { return p.second; });
    entry.insert(std::upper_bound(entry.begin() + 2, entry.end(), self), self);
    const auto tell = [&](int rank) {
      auto& answer = answers[static_cast<std::size_t>(rank)];
      answer.insert(answer.end(), entry.begin(), entry.end());
    };
    for (auto p = first; p != last; ++p) tell(p->second);
    tell(self);
    first = last;
  }
  Entries shared;
  for (const auto& list : ranks_.swap(answers))
    for (auto at = list.begin(); at != list.end(); at += 2 + at[1])
      shared.emplace_back(at[0], std::vector<int>(at + 2, at + 2 + at[1]));
  std::sort(shared.begin(), shared.end());
  return shared;
}

void SharedBodies::build(const std::vector<int>& touched, const std::vector<int>& owner) {
  Entries shared = agree_on_ranks(touched, owner);
  bodies_ = touched;
  for (const auto& [body, sharers] : shared)
    if (owner[static_cast<std::size_t>(body)] == ranks_.rank()) bodies_.push_back(body);
  std::sort(bodies_.begin(), bodies_.end());
  bodies_.erase(std::unique(bodies_.begin(), bodies_.end()), bodies_.end());
  shares_.assign(bodies_.size(), 1.0);
  shared_.clear();
  for (auto& [body, sharers] : shared) {
    body = static_cast<int>(std::lower_bound(bodies_.begin(), bodies_.end(), body) - bodies_.begin());
    shares_[static_cast<std::size_t>(body)] = 1.0 / static_cast<double>(sharers.size());
    shared_.push_back(body);
  }
  find_neighbours(shared);
  find_colours();
}

void SharedBodies::find_neighbours(const Entries& shared) {
  const int self = ranks_.rank();
  std::vector<std::vector<int>> with(static_cast<std::size_t>(ranks_.size()));
  for (const auto& [body, sharers] : shared)
    for (const int rank : sharers)
      if (rank != self) with[static_cast<std::size_t>(rank)].push_back(body);
  neighbours_.clear();
  std::vector<const double*> next(with.size(), nullptr);  // where the next body of a rank arrives
  for (int rank = 0; rank < ranks_.size(); ++rank) {
    auto& bodies = with[static_cast<std::size_t>(rank)];
    if (bodies.empty()) continue;
    Neighbour& neighbour = neighbours_.emplace_back();
    neighbour.rank = rank;
    neighbour.bodies = std::move(bodies);
    neighbour.out.resize(kValues * neighbour.bodies.size());
    neighbour.in.resize(neighbour.out.size());
    next[static_cast<std::size_t>(rank)] = neighbour.in.data();
  }
  copies_.clear();
  for (const auto& [body, sharers] : shared) {
    Copy& copy = copies_.emplace_back();
    copy.body = body;
    for (const int rank : sharers) {
      const double*& at = next[static_cast<std::size_t>(rank)];
      copy.terms.push_back(rank == self ? nullptr : at);
      if (rank != self) at += kValues;
    }
  }
  before_.assign(kValues * copies_.size(), 0.0);
}

void SharedBodies::find_colours() {
  std::vector<double> own, all;
  for (const Neighbour& neighbour : neighbours_) own.push_back(neighbour.rank);
  const std::vector<int> lengths = ranks_.gather(own, all);
  const std::vector<int> colours = greedy_colours(all, lengths);
  colour_ = colours[static_cast<std::size_t>(ranks_.rank())];
  colours_ = 1 + *std::max_element(colours.begin(), colours.end());
  for (Neighbour& neighbour : neighbours_)
    neighbour.colour = colours[static_cast<std::size_t>(neighbour.rank)];
}

void SharedBodies::pack(Neighbour& neighbour, const Vector& w) {
  double* at = neighbour.out.data();
  for (const int body : neighbour.bodies)
    for (int i = 0; i < kValues; ++i) *at++ = w[kValues * body + i];
}

void SharedBodies::pass_on(int colour, Vector& w) {
  messages_.clear();
  for (Neighbour& neighbour : neighbours_)
    if (colour_ == colour) {
      pack(neighbour, w);
      messages_.push_back({neighbour.rank, neighbour.out, {}});
    } else if (neighbour.colour == colour) {
      messages_.push_back({neighbour.rank, {}, neighbour.in});
    }
  ranks_.exchange(messages_);
  if (colour_ == colour) return;
  for (const Neighbour& neighbour : neighbours_) {
    if (neighbour.colour != colour) continue;
    const double* at = neighbour.in.data();
    for (const int body : neighbour.bodies)
      for (int i = 0; i < kValues; ++i) w[kValues * body + i] = *at++;
  }
}

void SharedBodies::begin(const Vector& w) {
  double* at = before_.data();
  for (const Copy& copy : copies_)
    for (int i = 0; i < kValues; ++i) *at++ = w[kValues * copy.body + i];
}

void SharedBodies::add_up(Vector& w) {
  const double* before = before_.data();
  for (const Copy& copy : copies_)
    for (int i = 0; i < kValues; ++i) w[kValues * copy.body + i] -= *before++;
  messages_.clear();
  for (Neighbour& neighbour : neighbours_) {
    pack(neighbour, w);
    messages_.push_back({neighbour.rank, neighbour.out, neighbour.in});
  }
  ranks_.exchange(messages_);
  before = before_.data();
  for (const Copy& copy : copies_)
    for (int i = 0; i < kValues; ++i) {
      double& own = w[kValues * copy.body + i];
      double sum = 0;
      for (const double* term : copy.terms) sum += term == nullptr ? own : term[i];
      own = *before++ + sum;
    }
}

}  // namespace jounce::parallel
