#include "run/state_order.h"

#include <algorithm>
#include <map>

namespace jounce {
namespace {

/// Those of the whole model ascend with it: free degrees of freedom come first.
std::int64_t number_of(const System& system, Index dof) {
  const auto all = static_cast<std::int64_t>(system.all_unknowns() + system.all_prescribed());
  return system.numbering().numbers()[static_cast<std::size_t>(dof)] + (dof < system.n_free() ? 0 : all);
}

}  // namespace

StateOrder::StateOrder(const System& system) : system_(system) {
  std::vector<std::int64_t> numbers, own_numbers;
  std::vector<int> own;
  for (Index dof = 0; dof < system.nv(); ++dof) {
    numbers.push_back(number_of(system, dof));
    if (!system.numbering().owns(static_cast<std::size_t>(dof))) continue;
    own.push_back(dof);
    own_numbers.push_back(numbers.back());
  }
  parallel::Communicator& ranks = system.numbering().ranks();
  dofs_.emplace(ranks, std::move(own), own_numbers);
  places_ = parallel::NaturalOrder::places_of(ranks, numbers);
}

std::vector<double> StateOrder::whole_of_dofs(const Vector& own) {
  std::vector<double> whole;
  if (!system_.numbering().any(own.size() > 0)) return whole;
  dofs_->gather({own.data(), static_cast<std::size_t>(own.size())}, 1, whole);
  return whole;
}

Vector StateOrder::own_of_dofs(std::span<const double> whole) const {
  if (whole.empty()) return {};
  Vector own(static_cast<Index>(places_.size()));
  for (std::size_t i = 0; i < places_.size(); ++i)
    own[static_cast<Index>(i)] = whole[static_cast<std::size_t>(places_[i])];
  return own;
}

std::vector<double> StateOrder::whole_of_contacts(const Vector& own, int width) {
  std::vector<double> rows(own.begin(), own.end()), whole;
  std::vector<int> entries;
  std::vector<std::int64_t> numbers;
  for (std::size_t at = 0; at < rows.size(); at += static_cast<std::size_t>(width)) {
    const auto number = static_cast<int>(rows[at]), point = static_cast<int>(rows[at + 1]);
    const ContactPair& pair = *system_.contacts().all()[number];
    const ContactRow row = pair.row(point, number);
    rows[at + 1] = static_cast<double>(pair.number_of_point(point));
    if (!system_.is_home_of(row)) continue;
    entries.push_back(static_cast<int>(at) / width);
    numbers.push_back(system_.contacts().number_in_whole(row));
  }
  parallel::NaturalOrder(system_.numbering().ranks(), std::move(entries), numbers).gather(rows, width, whole);
  return whole;
}

Vector StateOrder::own_of_contacts(std::span<const double> whole, int width) const {
  std::map<std::pair<int, std::int64_t>, std::int64_t> own_points;
  for (std::size_t i = 0; i < system_.contacts().all().size(); ++i)
    for (int point = 0; point < system_.contacts().all()[i]->points(); ++point)
      own_points[{static_cast<int>(i), system_.contacts().all()[i]->number_of_point(point)}] = point;
  std::vector<double> own;
  for (; whole.size() >= static_cast<std::size_t>(width);
       whole = whole.subspan(static_cast<std::size_t>(width))) {
    const auto found = own_points.find({static_cast<int>(whole[0]), static_cast<std::int64_t>(whole[1])});
    if (found == own_points.end()) continue;
    own.push_back(whole[0]);
    own.push_back(static_cast<double>(found->second));
    own.insert(own.end(), whole.begin() + 2, whole.begin() + width);
  }
  return Eigen::Map<const Vector>(own.data(), static_cast<Index>(own.size()));
}

}  // namespace jounce
