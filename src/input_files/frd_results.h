#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "input_files/frd_request.h"
#include "input_files/keyword_values.h"
#include "io/frd_writer.h"
#include "linear_dynamics/buckling.h"

namespace jounce {

/// Result file of a job as CalculiX writes it (.frd): nodes, elements, and the values at nodes that *NODE
/// FILE, *EL FILE, *CONTACT FILE and their OUTPUT forms ask for, at the increments of their FREQUENCY.
///
/// Values of elements go from the integration points to the nodes by to_nodes; each node has the mean over
/// its elements. All are in global axes. Of beams the solids that they are expanded into are written; with
/// OUTPUT=2D the lines, with means over the sections (forces: sums). Plane elements are written as they are.
class FrdResults {
 public:
  using Forces = KeywordValues::Forces;

  /// The file appears with its nodes and elements. Throws io::OutputError, as the others do.
  FrdResults(const keyword::Input& input, const std::filesystem::path& file);
  ~FrdResults();
  FrdResults(const FrdResults&) = delete;
  FrdResults& operator=(const FrdResults&) = delete;

  /// A state of a step, where something is due; imaginary parts follow their real ones.
  void state(const KeywordValues& values, std::size_t step, int increment, const KeywordMoment& moment,
             const State& state, const Forces& forces);
  /// Shapes of modes about a state: what a displacement along x changes, to first order.
  void modes(const KeywordValues& values, std::size_t step, const State& base, const EigenPairs& pairs);
  /// The displacement under the loads, then the shapes.
  void buckling(const KeywordValues& values, std::size_t step, const State& base, const Buckling& buckling);
  /// Ends the file.
  void close() { writer_->close(); }

 private:
  struct Block {
    std::string name;
    io::FrdValues kind;
    std::vector<int> nodes;  ///< numbers
    std::vector<double> values;
  };
  /// Values at the integration points of an element (rows).
  using AtPoints = std::function<void(int element, DenseMatrix& values)>;
  /// Columns: values at the nodes of an element that has no points in a block; nothing of others.
  using AtNodes = std::function<DenseMatrix(int element)>;

  std::vector<int> nodes_of(const FrdRequest& request, const std::string& quantity) const;
  std::vector<Block> blocks(const KeywordValues& values, const FrdRequest& request, const State& state,
                            const Forces& forces) const;
  Block node_block(const KeywordValues& values, const std::string& name, const std::vector<int>& nodes,
                   const Vector& vector, bool are_forces) const;
  Block element_block(const KeywordValues& values, const std::string& name, io::FrdValues kind,
                      const std::vector<int>& nodes, const AtPoints& at_points,
                      const AtNodes& at_nodes = {}) const;
  std::optional<Block> temperatures(const KeywordValues& values, const std::vector<int>& nodes,
                                    const State& state) const;
  /// Of all nodes, zero where there is no contact; of pairs of nodes and faces alone of the nodes in contact.
  std::optional<Block> contact_block(const KeywordValues& values, const FrdRequest& request,
                                     const std::vector<ContactPoint>& points) const;
  /// d/d(eps) of the blocks at base + eps x.
  std::vector<Block> shape(const KeywordValues& values, const FrdRequest& request, const State& base,
                           const Vector& x) const;
  void write(const io::FrdFrame& frame, const std::vector<Block>& blocks, const char* suffix = "");

  const keyword::Input& input_;
  bool flat_elements_ = false;
  std::vector<int> nodes_;  ///< places in Input::nodes of those that are written, by ascending numbers
  std::optional<io::FrdWriter> writer_;
  int frames_ = 0;
};

}  // namespace jounce
