#pragma once

#include <memory>
#include <string>
#include <vector>

#include "deck/deck.h"
#include "model/model.h"
#include "model/redundancy.h"
#include "model/user_functions.h"
#include "run/analysis.h"
#include "run/contact_reach.h"
#include "run/schedule.h"
#include "run/start.h"
#include "run/step_control.h"
#include "run/step_guard.h"
#include "sensors/sensor.h"

namespace jounce {

/// What a run is made of before its first step: all that the deck says, read, built and checked. A deck that
/// is wrong raises params::InputError here.
struct Setup {
  /// @param functions  of users that the deck may name, beside those of its plugins
  Setup(const deck::Deck& given, UserFunctions functions);

  const deck::Deck& deck;
  Schedule schedule;
  std::unique_ptr<Model> model;
  std::unique_ptr<Analysis> analysis;
  // What a step that converges has to pass beside
  StepGuard guard;
  StepControl control;
  ContactReach reach;

  std::string limited_by;  ///< element or part whose limit the steps follow at the start; else empty
  std::string limit_note;  ///< what the scheme says about that limit; else empty
  State start;             ///< the run takes it over
  std::vector<InitialPenetration> penetrations;  ///< of contacts at the start
  Redundancy redundancy;                         ///< of joint rows at the start
  /// What is noteworthy about the start: a projection of the initial state, contacts that penetrate,
  /// redundant joints.
  std::vector<std::string> notes;
  std::vector<Sensor> sensors;  ///< columns of the history

  void follow_limit();  ///< sets the step that is not given

  const params::Units& units() const { return deck.units(); }
  const System& system() const { return model->system; }
  Stepper& stepper() const { return analysis->stepper(); }
};

}  // namespace jounce
