#pragma once

#include <memory>

#include "materials/material.h"

namespace jounce {

/// A material that answers by another law, whose history it keeps.
class WrappedLaw : public Material {
 public:
  explicit WrappedLaw(std::shared_ptr<const Material> law) : Material(law->density()), law_(std::move(law)) {}

  bool needs_finite_strain() const override { return law_->needs_finite_strain(); }
  int history_size() const override { return law_->history_size(); }
  std::vector<MaterialQuantity> quantities() const override { return law_->quantities(); }
  bool depends_on_temperature() const override { return law_->depends_on_temperature(); }
  bool depends_on_rate() const override { return law_->depends_on_rate(); }
  int failure_place() const override { return law_->failure_place(); }
  int length_place() const override { return law_->length_place(); }

 protected:
  const Material& law() const { return *law_; }
  const std::shared_ptr<const Material>& shared_law() const { return law_; }

 private:
  std::shared_ptr<const Material> law_;
};

}  // namespace jounce
