#pragma once

#include "model/contact.h"

namespace jounce {

/// Numbers that a scheme keeps of contacts from step to step, as one vector for checkpoints: entries of equal
/// length that begin with pair and point of a contact and stand in the order of the search. Finds them again
/// for rows that are asked for in that order, in one sweep over both lists.
class ContactMemory {
 public:
  ContactMemory(const Vector& store, Index entry)
      : at_(store.data()), end_(at_ + store.size()), entry_(entry) {}

  /// Entry of a contact; null when there is none. To be called for ascending contacts.
  const double* find(const ContactIdentity& contact) {
    const double pair = contact.pair, point = static_cast<double>(contact.point);
    while (at_ != end_ && (at_[0] < pair || (at_[0] == pair && at_[1] < point))) at_ += entry_;
    return at_ != end_ && at_[0] == pair && at_[1] == point ? at_ : nullptr;
  }

 private:
  const double *at_, *end_;
  Index entry_;
};

}  // namespace jounce
