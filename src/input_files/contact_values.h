#pragma once

#include <array>
#include <map>
#include <span>
#include <vector>

#include "keyword/translation.h"
#include "model/model.h"
#include "stepping/stepper.h"

namespace jounce {

/// What a contact of an input file has at one point, as *CONTACT PRINT and *CONTACT FILE show it.
///
/// n is the outward normal of the master, t_1 the x axis in its plane (the z axis where n is within 0.1
/// degrees of x), t_2 = n x t_1.
struct ContactPoint {
  int pair = 0;     ///< place in Input::contacts
  int element = 0;  ///< slave face: place in Input::elements, side from 1; 0: a node alone
  int side = 0;
  int node = -1;                         ///< of a node alone: place in Input::nodes
  std::array<double, 4> functions = {};  ///< of first order, of the corners of the slave face
  double area = 0;
  Vector3 place = Vector3::Zero(), normal = Vector3::Zero();
  /// Gap (negative: overlap), and the displacement of the slave along t_1 and t_2 relative to what is
  /// opposite it now; zero without friction.
  std::array<double, 3> displacement = {};
  /// Pressure, and what resists these displacements.
  std::array<double, 3> stress = {};
  Vector3 force = Vector3::Zero();  ///< on the slave
  double energy = 0;                ///< of the laws of pressures and of sticking

  bool is_closed() const { return stress[0] > 0; }
  /// Whether it is shown: closed, of nodes also where they are open by less than 1e-3 of the root of the
  /// area, as in CalculiX.
  bool is_shown() const;
};

/// Mean values of contact at the nodes of slave surfaces: displacement and stress, by the place of the node.
using ContactAtNodes = std::map<int, std::array<double, 6>>;

/// Reads the contacts of an input file from the rows of a step.
class ContactValues {
 public:
  ContactValues(const keyword::Input& input, const keyword::Translation& translation, const Model& model);

  /// All points of the rows. @param h  length of the step
  std::vector<ContactPoint> points(const State& state, const StepResult& result, double h) const;
  /// From the points of each slave face to its corners by the function of first order that comes next
  /// to them, within the limits of their values; middle nodes have means of corners, nodes of several faces
  /// means of them. That is how CalculiX does it. Nodes alone have their own values, and faces of a pair of
  /// nodes and faces have no limits.
  ContactAtNodes at_nodes(std::span<const ContactPoint> points) const;
  bool is_by_nodes(int pair) const { return pairs_[pair].is_by_nodes; }  ///< TYPE=NODE TO SURFACE

 private:
  struct Face {
    int element, side;
    std::vector<int> nodes;  ///< corners first
    int corners;
  };
  struct Pair {
    bool is_of_nodes = false;
    bool is_by_nodes = false;                ///< nodes of the slave count, though it may be given by faces
    std::map<std::vector<int>, Face> faces;  ///< of the slave, by their sorted nodes
    std::map<std::array<int, 2>, const Face*> by_side;  ///< the same, by element and side
    const Face& face(int element, int side) const { return *by_side.at({element, side}); }
  };
  const Face* face_of(const Pair& pair, std::span<const int> nodes) const;
  void find_place(const ContactRow& row, std::span<const int> nodes, std::span<const double> shares,
                  ContactPoint& point) const;
  void add_tangents(const ContactLaw& law, const Vector3& friction, const Vector3& moved,
                    ContactPoint& point) const;

  const keyword::Input& input_;
  const Model& model_;
  std::vector<int> node_of_dof_, node_of_point_;
  std::vector<Pair> pairs_;   ///< of Input::contacts
  std::vector<int> pair_of_;  ///< of the contact pairs of the system; -1: another contact
};

}  // namespace jounce
