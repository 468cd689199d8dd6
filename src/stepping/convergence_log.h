#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jounce {

/// Kinds of equations of a step, whose residuals a convergence log shows apart.
enum class Field : std::uint8_t {
  motion,            ///< equations of motion, balance of forces in statics
  joint_position,    ///< joints on positions
  joint_velocity,    ///< joints on velocities or accelerations
  contact_position,  ///< gaps of closed contacts, multipliers of open ones
  contact_velocity,  ///< the law of impact or of lasting contact, on velocities
  friction,          ///< Coulomb's law, in contacts and joints
};

/// Largest residual of every field, each over what the scheme's own test of convergence allows for its
/// entry: 1 is the limit. NaN for fields without equations.
class FieldResiduals {
 public:
  static constexpr std::size_t kFields = 6;

  FieldResiduals() { clear(); }
  void clear() { ratio_.fill(std::numeric_limits<double>::quiet_NaN()); }
  void raise(Field field, double ratio) {
    double& worst = ratio_[static_cast<std::size_t>(field)];
    if (!(ratio <= worst)) worst = ratio;
  }
  /// The larger of both, field by field.
  void raise(const FieldResiduals& other) {
    for (std::size_t i = 0; i < kFields; ++i)
      if (!(other.ratio_[i] <= ratio_[i]) && other.ratio_[i] == other.ratio_[i]) ratio_[i] = other.ratio_[i];
  }
  double operator[](std::size_t field) const { return ratio_[field]; }
  double largest() const {
    double worst = 0;
    for (const double ratio : ratio_)
      if (ratio > worst) worst = ratio;
    return worst;
  }

 private:
  std::array<double, kFields> ratio_;
};

/// What the iterations of a step did: residuals by field and changes of the active set. A run gives one to
/// its integrator (Stepper::log_to), which adds a row for every iteration; rows of one attempt at a step
/// are kept in memory that is used again.
class ConvergenceLog {
 public:
  static constexpr int kNoFlag = -1, kUnknown = -1;

  /// The first few flags that changed, without memory of their own: rows are made in every iteration.
  class Flags {
   public:
    void add(int flag) {
      if (size_ < flags_.size()) flags_[size_++] = flag;
    }
    std::span<const int> list() const { return std::span(flags_).first(size_); }

   private:
    std::array<int, 20> flags_{};
    std::size_t size_ = 0;
  };

  struct Row {
    const char* stage = "";      ///< of a step that solves several systems: "sweeps", "impact"; a literal
    int iteration = 0;           ///< from 0, the first guess
    double residual = 0;         ///< what the test of convergence looks at; 1 is its limit
    FieldResiduals fields{};     ///< parts of it, for schemes that have them
    int active = 0;              ///< contacts that are closed in the active set of the iteration; or kUnknown
    int changes = 0;             ///< contacts and joints whose branch has changed since the last; or kUnknown
    int first_change = kNoFlag;  ///< the first of them
    int name = kNoFlag;          ///< of that one, among names
    Flags changed{};             ///< the first of them
  };

  /// @param names_all  name what changed in solutions that converge, too
  explicit ConvergenceLog(bool names_all) : names_all_(names_all) { rows_.reserve(64); }

  /// A new attempt at a step.
  void begin_step() {
    rows_.clear();
    names_.clear();
    flips_.clear();
    unnamed_ = 0;
  }
  /// `describe(flag)` gives the name of what changed, which is kept at once where all names are wanted.
  template <typename Describe>
  void add(const Row& row, const Describe& describe) {
    rows_.push_back(row);
    if (names_all_ && row.first_change != kNoFlag) name(rows_.back(), describe);
    if (watch_) watch_(&rows_.back());
  }
  void add(const Row& row) {
    rows_.push_back(row);
    if (watch_) watch_(&rows_.back());
  }
  /// Iterations that have no row: the one who watches may want to stop.
  void pass() const {
    if (watch_) watch_(nullptr);
  }
  /// Whom `add` and `pass` call, with the new row or null. What it throws ends the step: integrators let it
  /// pass and leave the state and their memory as they were.
  using Watch = std::function<void(const Row*)>;
  void watch(Watch watch) { watch_ = std::move(watch); }
  /// After a solution: `describe(flag)` gives the name of what changed, while it is still known. Names of
  /// solutions that converged are left out unless they are wanted.
  template <typename Describe>
  void name_changes(bool converged, const Describe& describe) {
    if (!converged) count_flips(describe);
    for (; unnamed_ < rows_.size(); ++unnamed_) {
      Row& row = rows_[unnamed_];
      if (row.first_change == kNoFlag || row.name != kNoFlag || (converged && !names_all_)) continue;
      name(row, describe);
    }
  }

  /// What changed most often in the last kLast iterations of the last solution that failed, with how often.
  struct Flips {
    std::string name;
    int count = 0;
  };
  static constexpr std::size_t kLast = 10, kListed = 5;
  const std::vector<Flips>& flips() const { return flips_; }

  const std::vector<Row>& rows() const { return rows_; }
  std::string_view name(const Row& row) const {
    return row.name == kNoFlag ? std::string_view() : names_[row.name];
  }

 private:
  template <typename Describe>
  void name(Row& row, const Describe& describe) {
    row.name = static_cast<int>(names_.size());
    names_.push_back(describe(row.first_change));
  }

  template <typename Describe>
  void count_flips(const Describe& describe) {
    flips_.clear();
    std::map<int, int> counts;
    for (std::size_t i = std::max(unnamed_, rows_.size() - std::min(rows_.size(), kLast)); i < rows_.size();
         ++i)
      for (const int flag : rows_[i].changed.list()) ++counts[flag];
    std::vector<std::pair<int, int>> most(counts.begin(), counts.end());
    std::stable_sort(most.begin(), most.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    for (const auto& [flag, count] : most) {
      std::string name = describe(flag);
      const auto known =
          std::find_if(flips_.begin(), flips_.end(), [&](const Flips& f) { return f.name == name; });
      if (known != flips_.end())  // position and velocity level, stick and slip of one contact
        known->count += count;
      else if (flips_.size() < kListed)
        flips_.push_back({std::move(name), count});
    }
  }

  bool names_all_;
  std::vector<Row> rows_;
  std::vector<std::string> names_;
  std::vector<Flips> flips_;
  std::size_t unnamed_ = 0;
  Watch watch_;
};

/// Changes of an active set since the last row of a log, and what is active.
class SetChanges {
 public:
  void clear() { *this = SetChanges(); }
  /// Counts the flags that differ; of different sizes, none.
  void count(const std::vector<std::uint8_t>& before, const std::vector<std::uint8_t>& now) {
    if (before.size() != now.size()) return;
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (before[i] == now[i]) continue;
      if (changes_ == 0) first_ = static_cast<int>(i);
      flags_.add(static_cast<int>(i));
      ++changes_;
    }
  }
  /// Moves the count into a row, and counts what is active among `size` flags from `first` on.
  void put(const std::vector<std::uint8_t>& sets, int first, int size, ConvergenceLog::Row& row) {
    row.changes += changes_;
    for (const int flag : flags_.list()) row.changed.add(flag);
    if (row.first_change == ConvergenceLog::kNoFlag) row.first_change = first_;
    row.active = 0;
    for (int i = first; i < first + size; ++i) row.active += sets[i] != 0;
    clear();
  }

 private:
  int changes_ = 0, first_ = ConvergenceLog::kNoFlag;
  ConvergenceLog::Flags flags_;
};

}  // namespace jounce
