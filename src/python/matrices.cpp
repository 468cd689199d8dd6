#include "python/matrices.h"

#include <algorithm>
#include <cmath>

#include "python/values.h"

namespace py = pybind11;

namespace jounce::python {
namespace {

/// Keeps the entries of the blocks that come in.
class TripletSink final : public MatrixSink {
 public:
  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override {
    for (const Index col : cols)
      for (const Index row : rows) {
        const double value = *values++;
        if (value != 0) put(row, col, value);
      }
  }
  void put(Index row, Index col, double value) {
    rows_.push_back(row);
    cols_.push_back(col);
    values_.push_back(value);
  }
  py::object matrix(Index rows, Index cols) const;

 private:
  std::vector<Index> rows_, cols_;
  std::vector<double> values_;
};

py::module_ scipy_sparse() {
  try {
    return py::module_::import("scipy.sparse");
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_ImportError)) throw;
    throw py::import_error("matrices need SciPy (package python3-scipy of Debian)");
  }
}

template <class T>
py::array_t<T> copied(const std::vector<T>& values) {
  return py::array_t<T>(static_cast<py::ssize_t>(values.size()), values.data());
}

py::object TripletSink::matrix(Index rows, Index cols) const {
  const auto entries = py::make_tuple(copied(values_), py::make_tuple(copied(rows_), copied(cols_)));
  py::object matrix =
      scipy_sparse().attr("coo_matrix")(entries, py::arg("shape") = py::make_tuple(rows, cols));
  return matrix.attr("tocsr")();  // sums what stands at the same place
}

std::vector<ContactRow> rows_within(const ContactPairs& contacts, const State& state, double within) {
  if (std::isnan(within)) throw py::value_error("within must be a number");
  std::vector<ContactRow> rows;
  contacts.search(state, SearchRange(within), rows);
  std::erase_if(rows,
                [&](const ContactRow& row) { return contacts.all()[row.pair]->gap(state, row) > within; });
  return rows;
}

}  // namespace

py::object mass_matrix(const Model& model, const State& state) {
  TripletSink sink;
  model.system.add_mass(state, 1, sink);
  return sink.matrix(model.system.nv(), model.system.nv());
}

py::object stiffness_matrix(const Model& model, const State& state, const std::optional<Vector>& a) {
  TripletSink sink;
  const Vector zero = Vector::Zero(model.system.nv());
  model.system.add_tangent(state, a ? *a : zero, {0, 0, 1}, sink);
  return sink.matrix(model.system.nv(), model.system.nv());
}

py::object damping_matrix(const Model& model, const State& state) {
  TripletSink sink;
  model.system.add_tangent(state, Vector::Zero(model.system.nv()), {0, 1, 0}, sink);
  return sink.matrix(model.system.nv(), model.system.nv());
}

py::object row_matrix(const RowJacobian& rows, Index columns, bool transposed) {
  TripletSink sink;
  for (int row = 0; row < rows.rows(); ++row) {
    const auto dofs = rows.dofs(row);
    const auto values = rows.values(row);
    for (std::size_t k = 0; k < dofs.size(); ++k)
      transposed ? sink.put(dofs[k], row, values[k]) : sink.put(row, dofs[k], values[k]);
  }
  return transposed ? sink.matrix(columns, rows.rows()) : sink.matrix(rows.rows(), columns);
}

py::object joint_matrix(const Model& model, const State& state) {
  RowJacobian G;
  model.system.joints().jacobian(state, G);
  return row_matrix(G, model.system.nv(), false);
}

py::dict contact_points(const Model& model, const State& state, double within) {
  const ContactPairs& contacts = model.system.contacts();
  const std::vector<ContactRow> rows = rows_within(contacts, state, within);
  Vector gaps;
  contacts.gaps(rows, state, gaps);
  py::list pairs, points;
  std::vector<double> places, normals;
  for (const ContactRow& row : rows) {
    const ContactPair& pair = *contacts.all()[row.pair];
    pairs.append(pair.name());
    points.append(pair.point_name(row));
    const Vector3 x = pair.position(state, row), normal = pair.axis(state, row, Direction::normal);
    places.insert(places.end(), x.begin(), x.end());
    normals.insert(normals.end(), normal.begin(), normal.end());
  }
  py::dict dict;
  dict["pair"] = pairs;
  dict["point"] = points;
  dict["gap"] = read_only(gaps);
  dict["position"] = read_only(places, 3);
  dict["normal"] = read_only(normals, 3);
  return dict;
}

py::object normal_directions(const Model& model, const State& state, double within) {
  const ContactPairs& contacts = model.system.contacts();
  RowJacobian W;
  contacts.jacobian(rows_within(contacts, state, within), state, W);
  return row_matrix(W, model.system.nv(), true);
}

py::object friction_directions(const Model& model, const State& state, double within) {
  const ContactPairs& contacts = model.system.contacts();
  RowJacobian D;
  contacts.tangents(rows_within(contacts, state, within), state, D);
  return row_matrix(D, model.system.nv(), true);
}

}  // namespace jounce::python
