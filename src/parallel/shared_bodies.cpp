#include "parallel/shared_bodies.h"

#include <algorithm>

namespace jounce::parallel {
namespace {

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

void SharedBodies::build(const std::vector<int>& touched, const std::vector<int>& owner) {
  std::vector<int> of_touched;
  of_touched.reserve(touched.size());
  for (const int body : touched) of_touched.push_back(owner[static_cast<std::size_t>(body)]);
  bodies_ = entries_.build(touched, of_touched);
  shares_.assign(bodies_.size(), 1.0);
  for (std::size_t i = 0; i < entries_.entries().size(); ++i)
    shares_[entries_.entries()[i]] = 1.0 / entries_.sharers(i);
  before_.assign(kValues * entries_.entries().size(), 0.0);
  find_colours();
}

void SharedBodies::find_colours() {
  std::vector<double> own, all;
  for (const auto& neighbour : entries_.neighbours()) own.push_back(neighbour.rank);
  const std::vector<int> lengths = ranks_.gather(own, all);
  const std::vector<int> colours = greedy_colours(all, lengths);
  colour_ = colours[ranks_.rank()];
  colours_ = 1 + *std::max_element(colours.begin(), colours.end());
  neighbour_colours_.clear();
  for (const auto& neighbour : entries_.neighbours()) neighbour_colours_.push_back(colours[neighbour.rank]);
}

void SharedBodies::pass_on(int colour, Eigen::VectorXd& w) {
  messages_.clear();
  auto& neighbours = entries_.neighbours();
  for (std::size_t k = 0; k < neighbours.size(); ++k)
    if (colour_ == colour) {
      entries_.pack(neighbours[k], w.data());
      messages_.push_back({neighbours[k].rank, neighbours[k].out, {}});
    } else if (neighbour_colours_[k] == colour) {
      messages_.push_back({neighbours[k].rank, {}, neighbours[k].in});
    }
  ranks_.exchange(messages_);
  if (colour_ == colour) return;
  for (std::size_t k = 0; k < neighbours.size(); ++k)
    if (neighbour_colours_[k] == colour) entries_.unpack(neighbours[k], w.data());
}

void SharedBodies::begin(const Eigen::VectorXd& w) {
  double* at = before_.data();
  for (const int body : entries_.entries())
    for (int i = 0; i < kValues; ++i) *at++ = w[kValues * body + i];
}

void SharedBodies::add_up(Eigen::VectorXd& w) {
  const double* before = before_.data();
  for (const int body : entries_.entries())
    for (int i = 0; i < kValues; ++i) w[kValues * body + i] -= *before++;
  entries_.sum(w.data());
  before = before_.data();
  for (const int body : entries_.entries())
    for (int i = 0; i < kValues; ++i) w[kValues * body + i] += *before++;
}

}  // namespace jounce::parallel
