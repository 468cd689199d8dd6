#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "materials/thermal.h"
#include "math/quadrature.h"
#include "mesh/cell_shape.h"
#include "model/element.h"
#include "model/temperature_field.h"

namespace jounce {

/// What a plane cell stands for. Axisymmetric: x is the radius, y the axis; forces and masses are those of
/// the whole ring.
enum class PlaneKind { strain, stress, axisymmetric };

/// How strains are integrated.
///   full          every shape with its rule (stiffness_rule)
///   reduced       quadrilaterals and hexahedra with one point less in each direction; those of first order
///                 with hourglass stiffness
///   b_bar         quadrilaterals and hexahedra of first order with the mean volume change of the element in
///                 place of that of the point (selectively reduced integration), against volumetric locking
///   nodal_pressure
///                 tetrahedra of first order with the volume changes of their nodes (NodalVolumes), against
///                 the same; forces of all elements hang together, so that there are no tangents: for
///                 explicit steps
///   incompatible  quadrilaterals and hexahedra of first order with the modes 1 - xi_k^2 of displacement,
///   condensed in the element,
///                 against locking in bending
/// Shapes that a formulation does not name are integrated fully.
enum class SolidFormulation { full, reduced, b_bar, incompatible, nodal_pressure };

struct SolidProperties {
  std::shared_ptr<const Material> material;              ///< in plane stress wrapped in PlaneStress
  ThermalExpansion expansion;                            ///< of it
  std::shared_ptr<const TemperatureField> temperatures;  ///< of the mesh; null where they make no difference
  PlaneKind plane = PlaneKind::strain;                   ///< of cells in the plane
  double thickness = 1;                                  ///< of plane strain and plane stress
  bool finite_strain = false;  ///< Green-Lagrange strain, total Lagrangian; else small strain
  SolidFormulation formulation = SolidFormulation::full;
  double hourglass_share = 0;  ///< of reduced hexahedra of second order, see stiffness_rule
  Quadrature section =
      {};  ///< of reduced hexahedra of second order: points of a hollow section or of a layer within
  bool lumped = false;
  bool mass_by_stiffness_points = false;  ///< consistent masses from the integration points of the stiffness
  double least_crossing = 0;   ///< time of a wave across an element up to which masses are scaled; 0: never
  double contact_mass = 1;     ///< share of their mass that nodes in contact keep, see MassRedistribution
  double alpha = 0, beta = 0;  ///< Rayleigh damping: forces -alpha M v and stresses beta D dE/dt
  bool in_batches = true;      ///< ElementBatches where they can; else element by element, to compare

  /// True where temperatures are given that make a difference.
  bool is_heated() const { return temperatures != nullptr && !temperatures->is_empty(); }
};

/// The rule of stiffness_rule that elements of these properties have, or that of their hollow section.
Quadrature stiffness_rule(CellShape shape, const SolidProperties& properties);

/// The cells of one shape that a block of solid elements is made of, with the nodes they use.
struct SolidCells {
  CellShape shape = CellShape::hexahedron8;
  std::string mesh;
  std::vector<int> numbers;    ///< of the cells in Mesh::Cells
  std::vector<int> nodes;      ///< places in `points`, one cell after another
  std::vector<int> points;     ///< of the mesh, one for each node
  std::vector<double> places;  ///< reference coordinates of the nodes, as many each as the cells' dimension
  std::vector<Index> dofs;     ///< the same for the degrees of freedom
  std::vector<int> in_whole;   ///< of a part of a block: places of the cells in the whole; empty: the same

  std::size_t size() const { return numbers.size(); }
  std::size_t place_in_whole(std::size_t i) const {
    return in_whole.empty() ? i : static_cast<std::size_t>(in_whole[i]);
  }
  std::span<const int> cell(std::size_t i) const {
    const auto n = static_cast<std::size_t>(topology(shape).nodes);
    return std::span<const int>(nodes).subspan(i * n, n);
  }
};

/// Cauchy stress (of small strain: the stress) at the nodes of solid elements.
const QuantityType& stress_quantity();

/// What bounds explicit steps in one element: greatest eigenvalues with its mass matrix.
struct ElementBounds {
  double stiffness = 0;  ///< of K, omega^2; infinite where the mass matrix is not positive definite
  double damping = 0;    ///< of C = -df/dv
};

/// What selective mass scaling added to the nodes of a block's elements.
struct ScaledMass {
  std::size_t elements = 0;
  double mass = 0;  ///< sum of beta m; rigid motions do not feel it
};

/// Elements that failed and were deleted, and when the first of them was.
struct DeletedElements {
  std::size_t count = 0;
  double first = std::numeric_limits<double>::infinity();
};

/// What all blocks of solid elements offer to loads, prints and the analyses of continua.
class SolidElements : public ElementBlock {
 public:
  SolidElements(std::string name, SolidCells cells, SolidProperties properties);

  const SolidCells& cells() const { return cells_; }
  const SolidProperties& properties() const { return properties_; }

  bool is_solid() const override { return true; }
  Connectivity connectivity() const override;
  /// Stresses, and what the material keeps in its history.
  std::vector<ElementQuantity> quantities() const override;
  /// Elements that have their masses and forces at their own nodes can be shared out among ranks.
  int shareable() const override {
    const bool needs_others =
        has_redistributed_mass() || properties_.formulation == SolidFormulation::nodal_pressure;
    return needs_others ? 0 : static_cast<int>(cells_.size());
  }
  std::unique_ptr<ElementBlock> part(std::span<const int> elements) const override;

  /// Elements are deleted in a step at whose end their material fails at one integration point at least: from
  /// then on they have no stress and no stiffness. The history keeps the fact, in the place where a law has
  /// its measure of failure (Material::failure_place): it is 1 or more at all points of a deleted element,
  /// and less at all points of others. The two numbers behind it are what failure has taken of the stored
  /// energy of a unit of volume, and, of deleted elements, the time.
  bool can_fail() const { return history() >= 0 && properties_.material->failure_place() >= 0; }
  bool is_deleted(const State& state, std::size_t element) const override;
  DeletedElements deleted(const State& state) const;

  /// Takes mass from the flagged nodes (of every node of the cells), as SolidProperties::contact_mass says.
  /// @return place of a flagged node from which there is no element free of them within reach; -1: done
  virtual int redistribute_mass(const std::vector<std::uint8_t>& in_contact) = 0;
  virtual bool has_redistributed_mass() const = 0;

  /// Cauchy stress (small strain: the stress) at the integration points of an element, and its values at the
  /// nodes by least squares through them: linear between the corners, means of the corners at the middles.
  virtual int n_points() const = 0;
  virtual void point_stresses(const State& state, std::size_t element, std::span<Voigt> stress) const = 0;
  virtual void nodal_stresses(const State& state, std::size_t element, std::span<Voigt> stress) const = 0;
  /// Adds those of all elements that are not deleted to the sums at the nodes of the cells, six numbers each.
  virtual void add_nodal_stresses(const State& state, std::span<double> sums) const = 0;
  /// w int grad N_a . S grad N_b dV in every direction, S the stresses at a state (of Green-Lagrange strain
  /// the second Piola-Kirchhoff ones): the part of a tangent that comes from stresses.
  virtual void add_stress_stiffness(const State& state, double w, MatrixSink& sink) const = 0;
  /// Stored energy of an element.
  virtual double strain_energy(const State& state, std::size_t element) const = 0;
  /// Volume of an element before deformation, of the ring where it is axisymmetric.
  virtual double volume(std::size_t element) const = 0;
  /// Characteristic length of an element before deformation: the cube or square root of its size, of elements
  /// of second order half of that.
  double length(std::size_t element) const;
  /// Place of the first element of finite strain that is crushed or turned inside out at the state, det F <=
  /// 0 at an integration point; number of elements when there is none.
  virtual std::size_t find_inverted(const State& state) const = 0;
  virtual ScaledMass scaled_mass() const = 0;
  /// Elements of one integration point, which are held in their hourglass modes by a stiffness, and the
  /// energy of that, a part of the strain energy.
  virtual bool has_hourglass() const = 0;
  virtual double hourglass_energy(const State& state) const = 0;
  /// Writes the bounds of these elements for explicit steps.
  virtual void bounds(const State& state, std::span<const int> elements,
                      std::span<ElementBounds> out) const = 0;
  /// Bounds of the rates (a unit of time) at which lengths within the elements change: the greatest norm of
  /// sym grad v at the integration points of each.
  virtual void stretch_rates(const State& state, std::span<double> rates) const = 0;
  /// Total strain at the integration points, that of temperatures included: e (small strain) or E (Green and
  /// Lagrange), components of the tensor, in plane stress with the one across.
  virtual void point_strains(const State& state, std::size_t element, std::span<Voigt> strain) const = 0;
  /// Values at the nodes (rows) of those at the integration points, as nodal_stresses has them.
  virtual const DenseMatrix& extrapolation() const = 0;

 protected:
  /// What the history of a point has from Material::failure_place on.
  const double* failure_of(const State& state, std::size_t element, std::size_t point) const;

 private:
  SolidCells cells_;
  SolidProperties properties_;
};

/// The blocks of solid elements among those of a system.
std::vector<SolidElements*> solids_of(const std::vector<std::unique_ptr<ElementBlock>>& blocks);

/// "hexahedron8 12 of mesh 'arm' near (0.1, 0, 2)", the place that of its centre.
std::string describe_element(const SolidElements& block, std::size_t element, const State& state);

/// Place in the list of the first cell with a Jacobian determinant that is not positive at a point of the
/// full stiffness rule or of the mass rule, where that is another one; size() when there is none.
std::size_t find_inverted(const SolidCells& cells, bool mass_by_stiffness_points = false);

/// The block of elements of these cells. Preconditions: no cell is inverted, no ring reaches across its axis,
/// and the properties fit together (see solid_part.cpp).
/// @param first_history  place of the block's array in State::history; -1 without history
std::unique_ptr<SolidElements> make_solid(std::string name, SolidCells cells, SolidProperties properties,
                                          int first_history);

}  // namespace jounce
