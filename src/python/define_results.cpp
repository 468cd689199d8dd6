#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "io/field_file.h"
#include "io/history_reader.h"
#include "io/output_error.h"
#include "python/definitions.h"
#include "python/fields.h"
#include "python/values.h"

namespace py = pybind11;

namespace jounce::python {
namespace {

py::ssize_t components_of(const io::FieldFile& file, const std::string& name) {
  for (const io::Field& field : file.fields())
    if (field.name == name) return field.components;
  return 1;
}

py::dict field_list(const io::FieldFile& file) {
  py::dict list;
  for (const io::Field& field : file.fields())
    list[py::str(field.name)] = py::make_tuple(field.unit, field.components, field.on_points);
  return list;
}

py::dict mesh_of(const io::FieldFile& file) {
  const io::FieldMesh& mesh = file.mesh();
  const auto copied = [](const auto& values) {
    using T = typename std::decay_t<decltype(values)>::value_type;
    return read_only(py::array_t<T>(static_cast<py::ssize_t>(values.size()), values.data()));
  };
  py::dict dict;
  dict["connectivity"] = copied(mesh.connectivity);
  dict["offsets"] = copied(mesh.offsets);
  dict["types"] = copied(mesh.types);
  return dict;
}

}  // namespace

void define_results(py::module_& module) {
  py::register_exception<io::OutputError>(module, "ResultError", PyExc_OSError).attr("__doc__") =
      "Results cannot be read or written.";
  py::class_<io::FieldFile>(module, "FieldFile", "A file of fields, fields.vtkhdf; used by jounce.open.")
      .def(py::init<std::filesystem::path>(), py::arg("file"))
      .def_property_readonly(
          "times", [](const io::FieldFile& self) { return read_only(self.times(), 1); },
          "Times of the frames.")
      .def_property_readonly("fields", &field_list, "By name: unit, number of components, whether on points.")
      .def_property_readonly("body_names", &io::FieldFile::body_names, "Names of what is drawn.")
      .def_property_readonly("mesh", &mesh_of, "connectivity, offsets and VTK types of the cells.")
      .def(
          "points",
          [](const io::FieldFile& self, std::size_t frame) { return read_only(self.points(frame), 3); },
          py::arg("frame"), "Positions in a frame.")
      .def(
          "values",
          [](const io::FieldFile& self, const std::string& field, std::size_t frame) {
            return read_only(self.values(field, frame), components_of(self, field));
          },
          py::arg("field"), py::arg("frame"), "Numbers of a field in a frame.");
  module.def(
      "read_history",
      [](const std::filesystem::path& file) {
        const io::History history(file);
        py::dict columns, units;
        for (const std::string& name : history.names()) {
          columns[py::str(name)] = read_only(history.column(name), 1);
          units[py::str(name)] = history.unit(name);
        }
        return py::make_tuple(columns, units);
      },
      py::arg("file"), "Columns of a CSV file of numbers, and their units.");
  module.def("scene_of_result", &scene_of_result, py::arg("result"), py::arg("frames") = 0,
             "The page of `jounce view`.");
  module.def("curves_of_result", &curves_of_result, py::arg("result"), py::arg("columns"),
             "Curves as reports show them, HTML.");
}

}  // namespace jounce::python
