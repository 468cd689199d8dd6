#include "python/callbacks.h"

#include <fmt/format.h>
#include <pybind11/numpy.h>

#include <algorithm>
#include <stdexcept>

namespace py = pybind11;

namespace jounce::python {
namespace {

using Array = py::array_t<double, py::array::c_style | py::array::forcecast>;

py::array view(std::span<const double> values, std::vector<py::ssize_t> shape) {
  py::array_t<double> array(std::move(shape), values.data(), py::none());  // with a base: no copy
  array.attr("flags").attr("writeable") = false;
  return array;
}

py::array rows(const UserPoints& points, std::span<const double> values) {
  return view(values, {points.count, points.dimension});
}

py::array parameters(const UserPoints& points) {
  return view(points.parameters, {static_cast<py::ssize_t>(points.parameters.size())});
}

/// Copies what a function returned, of `size` numbers.
void copy(const py::handle& value, std::size_t size, const std::string& what, double* out) {
  const Array array = Array::ensure(value);
  if (!array) {
    PyErr_Clear();
    throw std::runtime_error(fmt::format("{} is not an array of numbers", what));
  }
  if (static_cast<std::size_t>(array.size()) != size)
    throw std::runtime_error(fmt::format("{} has {} numbers instead of {}", what, array.size(), size));
  std::copy_n(array.data(), size, out);
}

/// Calls and turns a Python exception into one with its message and the function's name.
template <class... Arguments>
py::object call(const std::string& name, const py::function& function, Arguments&&... arguments) {
  try {
    return function(std::forward<Arguments>(arguments)...);
  } catch (py::error_already_set& error) {
    if (error.matches(PyExc_KeyboardInterrupt)) throw;
    throw std::runtime_error(fmt::format("the Python function '{}' failed: {}", name, error.what()));
  }
}

}  // namespace

UserForceFunction force_function(const std::string& name, py::function function) {
  return [name, function = std::move(function)](const UserPoints& points, double* f, double* K, double* C) {
    const py::gil_scoped_acquire lock;
    const py::object result =
        call(name, function, points.time, rows(points, points.x), rows(points, points.v), parameters(points));
    const std::size_t n = points.x.size();
    if (!py::isinstance<py::tuple>(result)) {
      copy(result, n, fmt::format("the force that '{}' returned", name), f);
      return false;
    }
    const py::tuple parts = result;
    if (parts.size() != 3)
      throw std::runtime_error(fmt::format("'{}' must return forces, or forces, K and C", name));
    copy(parts[0], n, fmt::format("the force that '{}' returned", name), f);
    if (K == nullptr) return true;
    copy(parts[1], n * n, fmt::format("the matrix K that '{}' returned", name), K);
    copy(parts[2], n * n, fmt::format("the matrix C that '{}' returned", name), C);
    return true;
  };
}

UserGapFunction gap_function(const std::string& name, py::function function) {
  return [name, function = std::move(function)](const UserPoints& points, double& gap, double* gradient) {
    const py::gil_scoped_acquire lock;
    const py::object result = call(name, function, rows(points, points.x), parameters(points));
    const std::string what = fmt::format("the gap that '{}' returned", name);
    if (!py::isinstance<py::tuple>(result)) {
      copy(result, 1, what, &gap);
      return false;
    }
    const py::tuple parts = result;
    if (parts.size() != 2)
      throw std::runtime_error(fmt::format("'{}' must return a gap, or a gap and its gradient", name));
    copy(parts[0], 1, what, &gap);
    if (gradient != nullptr)
      copy(parts[1], points.x.size(), fmt::format("the gradient that '{}' returned", name), gradient);
    return true;
  };
}

UserMassFunction mass_function(const std::string& name, py::function function) {
  return [name, function = std::move(function)](const UserPoints& points, double* M) {
    const py::gil_scoped_acquire lock;
    const py::object result = call(name, function, rows(points, points.x), parameters(points));
    copy(result, points.x.size() * points.x.size(), fmt::format("the mass matrix that '{}' returned", name),
         M);
  };
}

}  // namespace jounce::python
