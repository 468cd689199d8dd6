#include "python/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "params/input_error.h"

namespace py = pybind11;

namespace jounce::python {
namespace {

/// Arrays and numbers of NumPy as lists and numbers of Python, paths as texts.
py::object plain(const py::handle& value) {
  if (py::hasattr(value, "tolist")) return value.attr("tolist")();
  if (py::hasattr(value, "__fspath__")) return value.attr("__fspath__")();
  return py::reinterpret_borrow<py::object>(value);
}

bool is_list(const py::handle& value) {
  return py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value);
}

/// A value as TOML writes it; numbers, booleans and texts are those of JSON.
std::string toml_of(const std::string& path, const py::handle& given) {
  const py::object value = plain(given);
  if (value.is_none())
    throw params::InputError({"--set " + path}, "None is not a value of a deck; omit the key");
  if (py::isinstance<py::float_>(value)) {
    const double number = value.cast<double>();
    if (!std::isfinite(number)) return std::isnan(number) ? "nan" : number > 0 ? "inf" : "-inf";
  }
  if (!is_list(value)) return py::module_::import("json").attr("dumps")(value).cast<std::string>();
  std::string text;
  for (const py::handle entry : py::reinterpret_borrow<py::iterable>(value))
    text += (text.empty() ? "" : ", ") + toml_of(path, entry);
  return "[" + text + "]";
}

/// How messages call an entry of a list: by its name, or its number.
std::string label(const py::handle& entry, std::size_t number) {
  if (py::isinstance<py::dict>(entry)) {
    const auto table = py::reinterpret_borrow<py::dict>(entry);
    if (table.contains("name") && py::isinstance<py::str>(table["name"]))
      return table["name"].cast<std::string>();
  }
  return fmt::format("{}", number);
}

constexpr int kDeepest = 32;  ///< tables and lists within each other; as in TOML

params::Node node_of(const py::handle& given, const std::string& path, int depth);

params::Node scalar_node(const py::object& value, const std::string& path) {
  if (value.is_none()) throw params::InputError({path}, "None is not a value of a deck; omit the key");
  if (py::isinstance<py::bool_>(value)) return {value.cast<bool>()};
  if (py::isinstance<py::str>(value)) return {value.cast<std::string>()};
  if (py::isinstance<py::float_>(value)) return {value.cast<double>()};
  if (py::isinstance<py::int_>(value)) {
    params::Node node(value.attr("__float__")().cast<double>());
    int overflow = 0;
    const long long whole = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (overflow != 0) throw params::InputError({path}, "the number is too large");
    node.type = params::Node::Type::integer;
    node.integer = whole;
    return node;
  }
  throw params::InputError(
      {path}, fmt::format("a value of the type '{}' has no place in a deck",
                          py::str(py::type::handle_of(value).attr("__name__")).cast<std::string>()));
}

params::Node table_node(const py::dict& members, const std::string& path, int depth) {
  params::Node table;
  for (const auto& [key, member] : members) {
    if (!py::isinstance<py::str>(key))
      throw params::InputError(
          {path}, fmt::format("keys of tables are texts, not {}", py::repr(key).cast<std::string>()));
    const auto name = key.cast<std::string>();
    const std::string at = path.empty() ? name : path + "." + name;
    params::Node child = node_of(member, at, depth + 1);
    child.key = name;
    child.key_where = {at};
    table.children.push_back(std::move(child));
  }
  return table;
}

params::Node node_of(const py::handle& given, const std::string& path, int depth) {
  if (depth > kDeepest) throw params::InputError({path}, "tables or lists are nested too deeply");
  const py::object value = plain(given);
  params::Node node;
  if (py::isinstance<py::dict>(value)) {
    node = table_node(py::reinterpret_borrow<py::dict>(value), path, depth);
  } else if (is_list(value)) {
    node.type = params::Node::Type::array;
    std::size_t number = 0;
    for (const py::handle entry : py::reinterpret_borrow<py::iterable>(value)) {
      const bool is_table = py::isinstance<py::dict>(entry);
      node.children.push_back(node_of(entry, is_table ? path + "." + label(entry, number) : path, depth + 1));
      ++number;
    }
  } else {
    node = scalar_node(value, path);
  }
  node.where = {path};
  return node;
}

}  // namespace

std::vector<std::string> overrides(const py::dict& set) {
  std::vector<std::string> list;
  for (const auto& [key, value] : set) {
    const auto path = py::cast<std::string>(key);
    list.push_back(fmt::format("{}={}", path, toml_of(path, value)));
  }
  return list;
}

params::Node document_of(const py::dict& tables) { return table_node(tables, "", 0); }

py::array read_only(py::array array) {
  array.attr("flags").attr("writeable") = false;
  return array;
}

py::array read_only(const Vector& values) {
  return read_only(py::array_t<double>(static_cast<py::ssize_t>(values.size()), values.data()));
}

py::array read_only(const std::vector<double>& values, py::ssize_t columns) {
  const auto size = static_cast<py::ssize_t>(values.size());
  if (columns == 1) return read_only(py::array_t<double>(size, values.data()));
  return read_only(py::array_t<double>(std::vector<py::ssize_t>{size / columns, columns}, values.data()));
}

py::array view_of(const Vector& values, const py::handle& owner) {
  return read_only(py::array_t<double>(static_cast<py::ssize_t>(values.size()), values.data(), owner));
}

Vector vector_of(const py::handle& value, Index size, const std::string& what) {
  using Array = py::array_t<double, py::array::c_style | py::array::forcecast>;
  const Array array = Array::ensure(value);
  if (!array) {
    PyErr_Clear();
    throw py::value_error(fmt::format("{} must be an array of {} numbers", what, size));
  }
  if (array.ndim() != 1 || array.size() != static_cast<py::ssize_t>(size))
    throw py::value_error(fmt::format("{} must have {} numbers in a row, not the shape {}", what, size,
                                      py::str(array.attr("shape")).cast<std::string>()));
  Vector vector = Eigen::Map<const Vector>(array.data(), size);
  if (!vector.allFinite()) throw py::value_error(fmt::format("{} has numbers that are not finite", what));
  return vector;
}

py::array_t<double> table(py::ssize_t rows, py::ssize_t columns) {
  py::array_t<double> array({rows, columns});
  std::fill_n(array.mutable_data(), rows * columns, 0.0);
  return array;
}

py::object table_of(const py::dict& columns) {
  return py::module_::import("jounce._tables").attr("Table")(columns);
}

}  // namespace jounce::python
