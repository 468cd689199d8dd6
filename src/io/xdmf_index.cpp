#include "io/xdmf_index.h"
#include "params/quote.h"

#include <fmt/format.h>

#include <iterator>
#include <stdexcept>
#include <string_view>

namespace jounce::io {
namespace {

constexpr std::string_view end_of_file = "</Grid>\n</Domain></Xdmf>\n";

struct XdmfCell {
  int type;
  bool has_count;  ///< number of points follows the type
};

/// XDMF cell type of a VTK cell type (both numberings are fixed by their formats).
XdmfCell xdmf_cell(std::uint8_t vtk_type) {
  switch (vtk_type) {
    case 1:  // vertex
    case 2:  // poly-vertex
      return {1, true};
    case 3:  // line
    case 4:  // poly-line
      return {2, true};
    case 5:  // triangle
      return {4, false};
    case 7:  // polygon
      return {3, true};
    case 9:  // quadrilateral
      return {5, false};
    case 10:  // tetrahedron
      return {6, false};
    case 12:  // hexahedron
      return {9, false};
    case 13:  // wedge
      return {8, false};
    case 14:  // pyramid
      return {7, false};
    case 21:  // line of 3 points
      return {34, false};
    case 22:  // triangle of 6 points
      return {36, false};
    case 23:  // quadrilateral of 8 points
      return {37, false};
    case 24:  // tetrahedron of 10 points
      return {38, false};
    case 25:  // hexahedron of 20 points
      return {48, false};
    case 26:  // wedge of 15 points
      return {40, false};
    case 27:  // pyramid of 13 points
      return {39, false};
    case 28:  // quadrilateral of 9 points
      return {35, false};
    case 29:  // hexahedron of 27 points
      return {50, false};
    default:
      throw std::invalid_argument(
          fmt::format("field results: no XDMF cell for the VTK cell type {}", vtk_type));
  }
}

const char* attribute_type(int components) {
  switch (components) {
    case 1:
      return "Scalar";
    case 3:
      return "Vector";
    case 9:
      return "Tensor";
    default:
      return "Matrix";  // keeps the order of the components of a symmetric tensor
  }
}

}  // namespace

std::vector<std::int64_t> mixed_topology(const FieldMesh& mesh) {
  std::vector<std::int64_t> out;
  out.reserve(mesh.connectivity.size() + 2 * mesh.types.size());
  for (std::size_t cell = 0; cell < mesh.types.size(); ++cell) {
    const auto [type, has_count] = xdmf_cell(mesh.types[cell]);
    const std::int64_t begin = mesh.offsets[cell], end = mesh.offsets[cell + 1];
    out.push_back(type);
    if (has_count) out.push_back(end - begin);
    out.insert(out.end(), mesh.connectivity.begin() + begin, mesh.connectivity.begin() + end);
  }
  return out;
}

XdmfIndex::XdmfIndex(const std::string& h5_name, const FieldMesh& mesh, const std::vector<Field>& fields,
                     std::size_t topology_size, const std::string& program)
    : h5_name_(params::markup_text(h5_name)),
      fields_(fields),
      points_(mesh.point_count()),
      cells_(mesh.cell_count()) {
  for (Field& field : fields_) field.name = params::markup_text(field.name);
  constant_ = fmt::format(
      "<Topology TopologyType=\"Mixed\" NumberOfElements=\"{0}\"><DataItem Dimensions=\"{1}\" "
      "NumberType=\"Int\" "
      "Precision=\"8\" Format=\"HDF\">{2}:/xdmf/topology</DataItem></Topology>\n"
      "<Attribute Name=\"body\" AttributeType=\"Scalar\" Center=\"Cell\"><DataItem Dimensions=\"{0}\" "
      "NumberType=\"Int\" Precision=\"4\" Format=\"HDF\">{2}:/VTKHDF/CellData/body</DataItem></Attribute>\n",
      cells_, topology_size, h5_name_);
  text_ = "<?xml version=\"1.0\"?>\n<Xdmf Version=\"2.0\"><Domain>\n" +
          (program.empty() ? std::string()
                           : fmt::format("<Information Name=\"program\" Value=\"{}\"/>\n",
                                         params::markup_text(program))) +
          "<Grid Name=\"run\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";
  text_ += end_of_file;
}

void XdmfIndex::array(std::size_t frame, std::size_t rows, int components, const std::string& dataset) {
  const std::size_t first = frame * rows;
  const std::size_t end = first + rows;
  // The comment: ParaView keeps a grid whose first node of text in the geometry is the same as before.
  auto to = std::back_inserter(text_);
  if (components == 1) {
    fmt::format_to(to,
                   "<DataItem ItemType=\"HyperSlab\" NumberType=\"Float\" Precision=\"8\" "
                   "Dimensions=\"{0}\"><DataItem Dimensions=\"3 1\" Format=\"XML\">"
                   "{1} 1 {0}</DataItem><DataItem Dimensions=\"{2}\" NumberType=\"Float\" Precision=\"8\" "
                   "Format=\"HDF\">{3}:/VTKHDF/{4}</DataItem></DataItem>",
                   rows, first, end, h5_name_, dataset);
  } else {
    fmt::format_to(
        to,
        "<DataItem ItemType=\"HyperSlab\" NumberType=\"Float\" Precision=\"8\" Dimensions=\"{0} "
        "{5}\"><!--{4} from {1}--><DataItem Dimensions=\"3 "
        "2\" "
        "Format=\"XML\">{1} 0 1 1 {0} {5}</DataItem><DataItem Dimensions=\"{2} {5}\" NumberType=\"Float\" "
        "Precision=\"8\" Format=\"HDF\">{3}:/VTKHDF/{4}</DataItem></DataItem>",
        rows, first, end, h5_name_, dataset, components);
  }
}

void XdmfIndex::add(double time) {
  text_.resize(text_.size() - end_of_file.size());
  fmt::format_to(std::back_inserter(text_),
                 "<Grid Name=\"mesh\" GridType=\"Uniform\"><Time Value=\"{}\"/>\n{}", time, constant_);
  text_ += "<Geometry GeometryType=\"XYZ\">";
  array(frames_, points_, 3, "Points");
  text_ += "</Geometry>\n";
  for (const Field& field : fields_) {
    fmt::format_to(std::back_inserter(text_), "<Attribute Name=\"{}\" AttributeType=\"{}\" Center=\"{}\">",
                   field.name, attribute_type(field.components), field.on_points ? "Node" : "Cell");
    array(frames_, field.on_points ? points_ : cells_, field.components,
          (field.on_points ? "PointData/" : "CellData/") + field.name);
    text_ += "</Attribute>\n";
  }
  text_ += "</Grid>\n";
  text_ += end_of_file;
  ++frames_;
}

}  // namespace jounce::io
