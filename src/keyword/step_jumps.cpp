#include "keyword/step_jumps.h"

#include <fmt/format.h>

#include <algorithm>

namespace jounce::keyword {
namespace {

constexpr double kShort = 1e-8;  ///< longest jump, of the step

bool is_function(const params::Node& node) {
  return node.is(params::Node::Type::table) && node.find("times") != nullptr &&
         node.find("values") != nullptr;
}

/// Calls visit(times, values) for the functions of time in an entry that are tables.
template <class Visit>
void each_function(params::Node& node, const Visit& visit) {
  if (is_function(node)) return visit(node.find("times")->children, node.find("values")->children);
  for (params::Node& child : node.children) each_function(child, visit);
}

/// Place of the point after a jump at this time; 0 for none.
std::size_t after_jump(const std::vector<params::Node>& times, const StepTime& step) {
  const double longest = kShort * (step.end - step.start);
  for (std::size_t i = 1; i < times.size(); ++i)
    if (std::abs(times[i - 1].number - step.start) <= longest && times[i].number > step.start &&
        times[i].number - step.start <= longest)
      return i;
  return 0;
}

bool jumps(params::Node& entry, const StepTime& step) {
  bool found = false;
  each_function(entry, [&](const auto& times, const auto&) { found = found || after_jump(times, step) > 0; });
  return found;
}

/// What is before the jump is left out: functions are constant there.
void begin_after_jump(params::Node& entry, const StepTime& step) {
  each_function(entry, [&](auto& times, auto& values) {
    const auto count = static_cast<std::ptrdiff_t>(after_jump(times, step));
    times.erase(times.begin(), times.begin() + count);
    values.erase(values.begin(), values.begin() + count);
  });
}

}  // namespace

void split_jumps(const Translation& translation, params::Node& model) {
  params::Node* const loads = model.find("load");
  if (!translation.is_chain || loads == nullptr) return;
  std::vector<params::Node> all;
  for (params::Node& load : loads->children) {
    const std::string name = load.find("name")->text;
    std::size_t from = 0;
    const auto act_up_to = [&](std::size_t end) {
      if (from == 0 && end == translation.steps.size()) return;
      load.set("steps", translation.step_names([&](std::size_t k) { return k >= from && k < end; }));
    };
    for (std::size_t k = 1; k < translation.steps.size(); ++k) {
      if (!translation.times[k].moves || !jumps(load, translation.times[k])) continue;
      params::Node rest = load;
      act_up_to(k);
      all.push_back(std::move(load));
      load = std::move(rest);
      begin_after_jump(load, translation.times[k]);
      load.find("name")->text = fmt::format("{}_from_{}", name, translation.steps[k] + 1);
      from = k;
    }
    act_up_to(translation.steps.size());
    all.push_back(std::move(load));
  }
  loads->children = std::move(all);
}

}  // namespace jounce::keyword
