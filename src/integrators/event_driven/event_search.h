#pragma once

#include <optional>

#include "integrators/event_driven/bracketing.h"
#include "integrators/event_driven/contact_table.h"
#include "integrators/event_driven/dormand_prince.h"

namespace jounce {

/// What ends a piece of smooth motion.
struct MotionEvent {
  double s = 0;          ///< time after the start of the step
  Index row = 0;         ///< contact of the table
  bool release = false;  ///< its force changes sign (closed contact); else its gap does (open contact)
};

/// Finds the first event in a step of smooth motion. Gaps, their velocities and contact forces are sampled on
/// the dense output, where also a minimum between two samples is seen; the event is then located to round-off
/// of the step by stepping again from the start, so that it has the order of the scheme and not that of the
/// dense output. A contact that starts the step at gap zero without approaching has just left: it must rise
/// before it can close.
class EventSearch {
 public:
  EventSearch(const System& system, EventDynamics& dynamics, DormandPrince& motion)
      : system_(system), dynamics_(dynamics), motion_(motion) {}

  /// First event in the step `motion` has just taken; afterwards `motion` may hold a shorter step.
  std::optional<MotionEvent> first(const ContactTable& table);
  /// Contact forces that are negative: closed contacts (numbers in the table) that want to open.
  std::vector<Index> releasing(const ContactTable& table, const State& state);

 private:
  static constexpr int kSamples = 8;

  struct Interval {
    double from = 0, to = 0;  ///< fractions of the step
    double offset = 0;        ///< the gap is compared with -offset
  };

  void sample(const ContactTable& table);
  std::optional<Interval> closing_interval(const ContactTable& table, Index open, int k);
  double turning_point(const ContactRow& row, double from, double to);
  std::optional<MotionEvent> locate(const ContactTable& table, Index row, bool release,
                                    const Interval& interval, double s);
  /// Negative when closed contacts want to open.
  double holding(const ContactTable& table, const State& state);

  const System& system_;
  EventDynamics& dynamics_;
  DormandPrince& motion_;
  std::vector<Index> open_;
  std::array<Vector, kSamples + 1> gap_, velocity_;  ///< of the open contacts at the samples
  std::vector<std::uint8_t> low_;                    ///< open contacts that have not risen yet
  State scratch_;
  EventDynamics::Acceleration acceleration_;
};

}  // namespace jounce
