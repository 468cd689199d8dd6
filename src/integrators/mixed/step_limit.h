#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "elements/solid.h"
#include "integrators/mixed/looked_shapes.h"
#include "model/system.h"

namespace jounce {

/// Longest stable step h of half-explicit for a mode q'' + c q' + lambda q = 0, with a = h sqrt(lambda) and
/// s = h c / 2: its step is regular while
///
///   s <= 1   and   a^2 + 4 s - 4 s^2 <= 4
///
/// (determinant and trace of the step's matrix, E. I. Jury), so that with xi = c / (2 sqrt(lambda))
///
///   h = 2 / (sqrt(lambda) (xi + sqrt(1 - 3 xi^2)))   for xi <= 1/2,   h = 2 / c   beyond.
///
/// Infinite where both are zero.
double longest_stable_step(double lambda, double c);

/// The longest stable step of a model in its present state from its elements: the largest eigenvalue of any
/// element with its own masses bounds that of the mesh (B. M. Irons 1970), so the step is safe. Exact where
/// all elements are equal and free; a mesh of elements that differ, or that is held, may take some more.
///
///   solids     ElementBounds: exact for the element in its present shape, of elastic answers of plastic ones
///   blocks whose elements have masses of their own (bars, beams, floating bodies)
///              the same from the matrices that they add
///   what has no mass (springs, bushings, dampers, loads)
///              rows of M^-1 K, sum_j |K_ij| / sqrt(m_i m_j) (S. A. Gershgorin), together with the bound of
///              the elements at the same nodes
///
/// Where M couples degrees of freedom that such a row touches, or masses are handed on, the elements know no
/// bound: then vector iteration finds the largest frequency of the model (largest_frequency).
///
/// follow() is for every step. Rates of stretching of elements of finite strain are added up; an element's
/// limit is then between those that kSensitivity times its stretching makes of the last one, and elements are
/// looked at anew only where these bounds of the least limit lie too far apart (and then by their shapes
/// first, as rates of what sways add up and strains do not). Rates are looked at as often as kStretch takes,
/// at least every kSteps steps, and after an impact.
class StepLimit {
 public:
  static constexpr double kNoLimit = std::numeric_limits<double>::infinity();
  /// By how much longer a step of the model may be than one of an element, for each element of each block of
  /// the system; an empty entry for a block stands for ones. See Subcycling.
  using Factors = std::vector<std::vector<double>>;

  /// @param factors  have to live as long as this; none: a step of the model is one of all its elements
  explicit StepLimit(const System& system, const Factors* factors = nullptr);

  struct Limit {
    double step = std::numeric_limits<double>::infinity();
    std::string place;               ///< "hexahedron8 12 of mesh 'arm' near (0, 1, 2)", "element 3 of 'rod'"
    double lambda = 0, damping = 0;  ///< of that place
    bool is_of_solid = false;        ///< which does not change when the element turns
    bool is_of_elements = true;      ///< else of vector iteration, which is no bound but an estimate
  };
  /// The limit at a state, everything looked at anew.
  Limit find(const State& state);
  /// The limit of steps that begin at the state, which follows that of the last call.
  /// @param has_jumped  the velocities have, by an impact
  /// @param enough  a step that is asked for: a bound at or above it need not be the closest one
  double follow(const State& state, bool has_jumped, double enough = kNoLimit);
  /// The step in which the element that is stretched fastest, at the last look at rates, is stretched by a
  /// tenth: longer ones may leave the state behind whose limit is known. Of finite strain; infinite where
  /// nothing moves.
  double slowest_stretch() const;
  /// What the last call found, with its place in words.
  Limit last(const State& state) const;
  /// The next call of follow looks at everything anew.
  void forget() { is_known_ = false; }

  /// Who allows which steps at a state.
  struct Shares {
    Factors of_solids;            ///< steps of the elements; empty entries for blocks of others
    double of_others = kNoLimit;  ///< of what has masses and is no solid; 0 where elements know no bound
    std::vector<Index>
        stiffened;  ///< degrees of freedom on which others than solids have stiffness or damping
  };
  Shares shares(const State& state);

 private:
  static constexpr double kStretch = 0.02;     ///< between two looks at rates
  static constexpr double kStepStretch = 0.1;  ///< within a step
  static constexpr double kSensitivity = 2;    ///< of the logarithm of a limit to the stretching
  static constexpr int kSteps = 20;

  struct Solids {
    const SolidElements* block;
    bool changes;                        ///< its elements' limits do in time: they are stretched, or deleted
    const std::vector<double>* factors;  ///< null: ones
    std::size_t number;                  ///< of the block in the system
    std::vector<double> step, stretch;
    LookedShapes looked;             ///< when the limits were found
    double lambda = 0, damping = 0;  ///< largest ones
    std::size_t worst = 0;
  };
  /// A block whose elements are known by their matrices.
  struct Matrices {
    const ElementBlock* block;
    double lambda = 0, damping = 0, step = std::numeric_limits<double>::infinity();
    std::size_t worst = 0;
    bool has_mass = false;
    std::vector<Index> dofs = {};  ///< that it touches
  };
  struct Rows;

  void look_at_all(const State& state);
  void look_at(Solids& solids, const State& state, std::span<const int> elements);
  void stretch(const State& state);
  void renew_stretched(const State& state, double enough);
  /// Where a limit lies: as long as an element is not looked at, between what its stretching can make of it.
  struct Interval {
    double lower = kNoLimit, upper = kNoLimit;
  };
  Interval interval(const Solids& solids, std::size_t element) const;
  Interval interval(Solids& solids) const;  ///< of the least limit of its elements
  /// Whether an element has to be looked at, as its limit may be below `close`.
  bool is_due(Solids& solids, const State& state, std::size_t element, double close) const;
  /// @return false where the elements know no bound
  bool look_at(Matrices& matrices, const State& state) const;
  bool look_at_massless(const State& state);
  void look_at_others(const State& state);
  Interval take_least();

  const System& system_;
  std::vector<Solids> solids_;
  std::vector<Matrices> matrices_;
  std::vector<double> rates_;
  std::vector<int> due_;
  bool is_known_ = false, is_global_ = false, changes_ = false, others_change_ = false;
  double step_ = 0;      ///< the limit
  double fastest_ = 0;   ///< rate of stretching at the last look
  double massless_ = 0;  ///< of the rows
  std::string massless_name_;
  double massless_lambda_ = 0, massless_damping_ = 0;
  double global_ = 0, global_lambda_ = 0;
  double time_ = 0;  ///< of the last look at rates
  double next_ = 0;  ///< time of the next one
  double next_others_ = 0;
};

}  // namespace jounce
