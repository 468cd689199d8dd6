#include "io/field_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "child_process.h"
#include "io/hdf5_file.h"
#include "io/output_error.h"
#include "io/xdmf_index.h"
#include "mesh/cell_shape.h"
#include "temporary_folder.h"

namespace jounce::io {
namespace {

using test::message_of;
using test::read;
using test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;

/// A bar of two lines and a quadrilateral beside it.
FieldMesh example_mesh() {
  FieldMesh mesh;
  mesh.points = {0, 0, 0, 1, 0, 0, 2, 0, 0, 3, -1, 0, 4, -1, 0, 4, 1, 0, 3, 1, 0};
  mesh.connectivity = {0, 1, 1, 2, 3, 4, 5, 6};
  mesh.offsets = {0, 2, 4, 8};
  mesh.types = {3, 3, 9};
  mesh.body = {0, 0, 1};
  mesh.body_names = {"bar", "long wall"};
  return mesh;
}

const std::vector<Field> example_fields = {
    {"velocity", "m/s", 3, true}, {"gap", "m", 1, true}, {"stress", "Pa", 6, false}};

void write_frames(FieldWriter& writer, int first, int end) {
  const FieldMesh mesh = example_mesh();
  for (int k = first; k < end; ++k) {
    std::vector<double> points = mesh.points, velocity(21), gap(7), stress(18);
    for (std::size_t i = 0; i < 21; ++i) {
      points[i] += 0.5 * k;
      velocity[i] = 100.0 * k + static_cast<double>(i);
    }
    for (std::size_t i = 0; i < 7; ++i) gap[i] = k + 0.125 * static_cast<double>(i);
    for (std::size_t i = 0; i < 18; ++i) stress[i] = -1000.0 * k - static_cast<double>(i);
    const std::vector<std::span<const double>> values = {velocity, gap, stress};
    writer.frame(0.25 * k, points, values);
  }
}

/// Reads a file as a reader of temporal VTKHDF does: only through the offsets of the group Steps.
class TemporalReader {
 public:
  explicit TemporalReader(const std::filesystem::path& path)
      : context_{path, "read"}, file_(hdf5::open_file(context_, false)) {}

  std::int64_t steps() const {
    const hdf5::Handle group(context_.check(H5Gopen2(file_, "VTKHDF/Steps", H5P_DEFAULT)), H5Gclose);
    const hdf5::Handle attribute(context_.check(H5Aopen(group, "NSteps", H5P_DEFAULT)), H5Aclose);
    std::int64_t steps = -1;
    context_.check(H5Aread(attribute, H5T_NATIVE_INT64, &steps));
    return steps;
  }

  std::vector<double> numbers(const std::string& name) const {
    const hdf5::Handle dataset(context_.check(H5Dopen2(file_, ("VTKHDF/" + name).c_str(), H5P_DEFAULT)),
                               H5Dclose);
    const hdf5::Handle space(context_.check(H5Dget_space(dataset)), H5Sclose);
    std::vector<double> values(static_cast<std::size_t>(context_.check(H5Sget_simple_extent_npoints(space))));
    if (!values.empty()) {
      context_.check(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
    }
    return values;
  }

  std::vector<double> rows(const std::string& name, const std::string& offsets, std::int64_t step,
                           std::size_t count, std::size_t components) const {
    const std::vector<double> all = numbers(name);
    const auto first =
        static_cast<std::size_t>(numbers("Steps/" + offsets).at(static_cast<std::size_t>(step)));
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first * components);
    EXPECT_LE((first + count) * components, all.size());
    return {begin, begin + static_cast<std::ptrdiff_t>(count * components)};
  }

  std::string attribute(const std::string& object, const char* name) const {
    const hdf5::Handle place(context_.check(H5Oopen(file_, object.c_str(), H5P_DEFAULT)), H5Oclose);
    const hdf5::Handle attribute(context_.check(H5Aopen(place, name, H5P_DEFAULT)), H5Aclose);
    const hdf5::Handle type(context_.check(H5Aget_type(attribute)), H5Tclose);
    std::string text(H5Tget_size(type), '\0');
    context_.check(H5Aread(attribute, type, text.data()));
    return text;
  }

 private:
  hdf5::Context context_;
  hdf5::Handle file_;
};

void expect_frame(const TemporalReader& reader, std::int64_t k) {
  const double number = static_cast<double>(k);
  const auto points = reader.rows("Points", "PointOffsets", k, 7, 3);
  EXPECT_EQ(points[0], 0.5 * number);
  EXPECT_EQ(points[20], 0.5 * number);
  EXPECT_EQ(points[15], 4.0 + 0.5 * number);
  const auto velocity = reader.rows("PointData/velocity", "PointDataOffsets/velocity", k, 7, 3);
  EXPECT_EQ(velocity[20], 100.0 * number + 20.0);
  EXPECT_EQ(reader.rows("PointData/gap", "PointDataOffsets/gap", k, 7, 1)[6], number + 0.75);
  EXPECT_EQ(reader.rows("CellData/stress", "CellDataOffsets/stress", k, 3, 6)[17], -1000.0 * number - 17.0);
  EXPECT_THAT(reader.rows("CellData/body", "CellDataOffsets/body", k, 3, 1), ElementsAre(0, 0, 1));
  EXPECT_THAT(reader.rows("Types", "CellOffsets", k, 3, 1), ElementsAre(3, 3, 9));
  EXPECT_THAT(reader.rows("Offsets", "CellOffsets", k, 4, 1), ElementsAre(0, 2, 4, 8));
  EXPECT_THAT(reader.rows("Connectivity", "ConnectivityIdOffsets", k, 8, 1),
              ElementsAre(0, 1, 1, 2, 3, 4, 5, 6));
  EXPECT_THAT(reader.rows("NumberOfPoints", "PartOffsets", k, 1, 1), ElementsAre(7));
  EXPECT_EQ(reader.numbers("Steps/NumberOfParts").at(static_cast<std::size_t>(k)), 1.0);
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t number = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++number;
  return number;
}

TEST(FieldWriter, TemporalVtkhdfReadsBack) {
  const TemporaryFolder folder;
  FieldWriter writer(folder / "fields.vtkhdf", example_mesh(), example_fields,
                     {{"version", "1.2"}, {"deck", ""}});
  write_frames(writer, 0, 40);
  EXPECT_EQ(writer.frame_count(), 40u);
  writer.close();

  const TemporalReader reader(folder / "fields.vtkhdf");
  ASSERT_EQ(reader.steps(), 40);
  const auto times = reader.numbers("Steps/Values");
  ASSERT_EQ(times.size(), 40u);
  EXPECT_EQ(times[39], 9.75);
  for (const std::int64_t k : {0, 1, 15, 16, 39}) expect_frame(reader, k);
  EXPECT_EQ(reader.numbers("Points").size(), 40u * 21);
  EXPECT_EQ(reader.attribute("VTKHDF", "Type"), "UnstructuredGrid");
  EXPECT_EQ(reader.attribute("VTKHDF/CellData/stress", "unit"), "Pa");
  EXPECT_EQ(reader.attribute("metadata", "version"), "1.2");
}

TEST(FieldWriter, EveryFrameIsInTheFileAtOnce) {
  const TemporaryFolder folder;
  FieldWriter writer(folder / "fields.vtkhdf", example_mesh(), example_fields);
  EXPECT_EQ(TemporalReader(folder / "fields.vtkhdf").steps(), 0);
  for (int k = 0; k < 20; ++k) {
    write_frames(writer, k, k + 1);
    const std::filesystem::path copy = folder / "copy.vtkhdf";
    std::filesystem::copy_file(folder / "fields.vtkhdf", copy,
                               std::filesystem::copy_options::overwrite_existing);
    const TemporalReader reader(copy);
    ASSERT_EQ(reader.steps(), k + 1);
    expect_frame(reader, k);
  }
}

TEST(FieldWriter, XdmfIndexNamesEveryFrame) {
  const TemporaryFolder folder;
  FieldWriter writer(folder / "fields.vtkhdf", example_mesh(), example_fields);
  write_frames(writer, 0, 3);
  std::string index = read(folder / "fields.xdmf");
  EXPECT_EQ(count(index, "<Time Value="), 3u);  // short indices are always complete
  EXPECT_THAT(index, HasSubstr("</Domain></Xdmf>"));
  write_frames(writer, 3, 50);
  EXPECT_GE(count(read(folder / "fields.xdmf"), "<Time Value="), 44u);
  writer.close();
  index = read(folder / "fields.xdmf");
  EXPECT_EQ(count(index, "<Time Value="), 50u);
  EXPECT_EQ(count(index, "<Grid "), 51u);
  EXPECT_EQ(count(index, "</Grid>"), 51u);
  EXPECT_THAT(index, HasSubstr(R"(<Time Value="12.25"/>)"));
  EXPECT_THAT(index, HasSubstr(">343 0 1 1 7 3</DataItem>"));  // the points of the last frame
  EXPECT_THAT(index, HasSubstr(">fields.vtkhdf:/VTKHDF/CellData/stress</DataItem>"));
  EXPECT_EQ(index.find(folder.path().string()), std::string::npos);
}

// Numbers of the format (XdmfTopology.h): lines are polylines of two points, whose number follows the type;
// the nodes of second-order cells are in the order of VTK.
TEST(XdmfIndex, KnowsEveryShapeOfCells) {
  const std::map<CellShape, std::int64_t> types = {
      {CellShape::line2, 2},        {CellShape::line3, 0x22},         {CellShape::triangle3, 4},
      {CellShape::triangle6, 0x24}, {CellShape::quadrilateral4, 5},   {CellShape::quadrilateral8, 0x25},
      {CellShape::tetrahedron4, 6}, {CellShape::tetrahedron10, 0x26}, {CellShape::wedge6, 8},
      {CellShape::wedge15, 0x28},   {CellShape::hexahedron8, 9},      {CellShape::hexahedron20, 0x30}};
  ASSERT_EQ(types.size(), static_cast<std::size_t>(kCellShapes));
  for (const auto& [shape, type] : types) {
    FieldMesh mesh;
    std::vector<std::int64_t> expected = {type};
    if (shape == CellShape::line2) expected.push_back(2);
    for (int node = 0; node < topology(shape).nodes; ++node) {
      mesh.connectivity.push_back(100 + node);
      expected.push_back(100 + node);
    }
    mesh.types = {topology(shape).vtk_type};
    mesh.offsets = {0, topology(shape).nodes};
    EXPECT_EQ(mixed_topology(mesh), expected) << topology(shape).name;
  }
  FieldMesh mesh;
  mesh.types = {11};  // voxel
  mesh.offsets = {0, 0};
  EXPECT_THAT(message_of<std::invalid_argument>([&] { mixed_topology(mesh); }),
              HasSubstr("VTK cell type 11"));
}

TEST(FieldWriter, RoomForTheExpectedFramesOnly) {
  const TemporaryFolder folder;
  FieldWriter writer(folder / "fields.vtkhdf", example_mesh(), example_fields, {},
                     {.expected_frames = 5, .continue_after = {}});
  write_frames(writer, 0, 7);  // more than expected
  writer.close();
  const TemporalReader reader(folder / "fields.vtkhdf");
  EXPECT_EQ(reader.steps(), 7);
  expect_frame(reader, 6);
}

TEST(FieldWriter, TheIndexNamesTheProgram) {
  const TemporaryFolder folder;
  FieldWriter(folder / "fields.vtkhdf", example_mesh(), example_fields, {{"program", "jounce 1 (a<b)"}})
      .close();
  EXPECT_THAT(read(folder / "fields.xdmf"),
              HasSubstr(R"toml(<Information Name="program" Value="jounce 1 (a&lt;b)"/>)toml"));
}

TEST(FieldWriter, LongMetadata) {
  const TemporaryFolder folder;
  const std::string deck(200000, 'd');
  FieldWriter(folder / "fields.vtkhdf", example_mesh(), example_fields, {{"deck", deck}}).close();
  const hdf5::Context context{folder / "fields.vtkhdf", "read"};
  const hdf5::Handle file = hdf5::open_file(context, false);
  const hdf5::Handle dataset(context.check(H5Dopen2(file, "metadata/deck", H5P_DEFAULT)), H5Dclose);
  const hdf5::Handle type(H5Dget_type(dataset), H5Tclose);
  EXPECT_EQ(H5Tget_size(type), deck.size());
}

TEST(FieldWriter, ContinuesAfterARestart) {
  const TemporaryFolder folder;
  {
    FieldWriter writer(folder / "fields.vtkhdf", example_mesh(), example_fields);
    write_frames(writer, 0, 20);
  }
  {
    FieldWriter writer(folder / "fields.vtkhdf", example_mesh(), example_fields, {},
                       {.expected_frames = 30, .continue_after = 0.25 * 9 + 0.1});
    EXPECT_EQ(writer.frame_count(), 10u);
    write_frames(writer, 10, 25);
  }
  const TemporalReader reader(folder / "fields.vtkhdf");
  EXPECT_EQ(reader.steps(), 25);
  EXPECT_EQ(reader.numbers("Steps/Values").size(), 25u);
  for (const std::int64_t k : {0, 9, 10, 24}) expect_frame(reader, k);
  EXPECT_EQ(count(read(folder / "fields.xdmf"), "<Time Value="), 25u);
}

TEST(FieldWriter, GrowsInPlaceWhereThereCanBeNoCopy) {
  const TemporaryFolder folder;
  {
    FieldWriter writer(folder / "fields.vtkhdf", example_mesh(), example_fields);
    write_frames(writer, 0, 3);
  }
  std::filesystem::create_directories(folder / "fields.vtkhdf.tmp/in the way");
  {
    FieldWriter writer(folder / "fields.vtkhdf", example_mesh(), example_fields, {},
                       {.expected_frames = 2, .continue_after = 0.25 * 1 + 0.1});
    write_frames(writer, 2, 40);
  }
  const TemporalReader reader(folder / "fields.vtkhdf");
  EXPECT_EQ(reader.steps(), 40);
  for (const std::int64_t k : {0, 1, 2, 39}) expect_frame(reader, k);
}

TEST(FieldWriter, ContinuesWithANewFileWhenThereIsNone) {
  const TemporaryFolder folder;
  FieldWriter writer(folder / "fields.vtkhdf", example_mesh(), example_fields, {},
                     {.expected_frames = 0, .continue_after = 1.0});
  EXPECT_EQ(writer.frame_count(), 0u);
}

TEST(FieldWriter, RefusesToContinueAnotherModel) {
  const TemporaryFolder folder;
  FieldWriter(folder / "fields.vtkhdf", example_mesh(), example_fields).close();
  const FieldWriterOptions options{.expected_frames = 0, .continue_after = 1.0};
  const auto attempt = [&](const FieldMesh& mesh, const std::vector<Field>& fields) {
    return message_of<OutputError>([&] { FieldWriter(folder / "fields.vtkhdf", mesh, fields, {}, options); });
  };
  FieldMesh larger = example_mesh();
  larger.points.insert(larger.points.end(), {0, 0, 0});
  EXPECT_THAT(attempt(larger, example_fields), HasSubstr("its NumberOfPoints is 7, that of this run 8"));
  EXPECT_THAT(attempt(example_mesh(), {{"force", "N", 3, true}}), HasSubstr("cannot continue"));
  EXPECT_THAT(attempt(example_mesh(), {{"gap", "m", 3, true}}),
              HasSubstr("has 1 components, this run writes 3"));
  test::write(folder / "fields.vtkhdf", "no HDF5 file");
  EXPECT_THAT(attempt(example_mesh(), example_fields), HasSubstr("cannot continue"));
}

TEST(FieldWriter, EmptyModel) {
  const TemporaryFolder folder;
  FieldMesh mesh;
  mesh.offsets = {0};
  FieldWriter writer(folder / "fields.vtkhdf", mesh, {});
  writer.frame(0.0, {}, {});
  writer.frame(1.0, {}, {});
  writer.close();
  EXPECT_EQ(TemporalReader(folder / "fields.vtkhdf").steps(), 2);
}

TEST(FieldWriter, InconsistentMeshesAreRefused) {
  const TemporaryFolder folder;
  const auto message = [&](const FieldMesh& mesh, const std::vector<Field>& fields) {
    return message_of<std::invalid_argument>([&] { FieldWriter(folder / "f.vtkhdf", mesh, fields); });
  };
  FieldMesh mesh = example_mesh();
  mesh.connectivity[7] = 7;
  EXPECT_THAT(message(mesh, {}), HasSubstr("a point that does not exist"));
  mesh = example_mesh();
  mesh.offsets.back() = 7;
  EXPECT_THAT(message(mesh, {}), HasSubstr("offsets"));
  mesh = example_mesh();
  mesh.body.pop_back();
  EXPECT_THAT(message(mesh, {}), HasSubstr("one body index per cell"));
  mesh = example_mesh();
  mesh.types[0] = 77;
  EXPECT_THAT(message(mesh, {}), HasSubstr("VTK cell type 77"));
  mesh = example_mesh();
  EXPECT_THAT(message(mesh, {{"x", "", 2, true}}), HasSubstr("2 components"));
  EXPECT_THAT(message(mesh, {{"a/b", "", 1, true}}), HasSubstr("not a valid name"));
  EXPECT_THAT(message(mesh, {{"a", "", 1, true}, {"a", "", 3, true}}), HasSubstr("occurs twice"));
  EXPECT_THAT(message(mesh, {{"body", "", 1, false}}), HasSubstr("occurs twice"));
  EXPECT_FALSE(std::filesystem::exists(folder / "f.vtkhdf"));
}

TEST(FieldWriter, UnwritablePlaces) {
  const TemporaryFolder folder;
  test::write(folder / "file", "x");
  const auto message = [&](const std::filesystem::path& path) {
    return message_of<OutputError>([&] { FieldWriter(path, example_mesh(), example_fields); });
  };
  EXPECT_THAT(message(folder / "file/f.vtkhdf"), HasSubstr("Not a directory"));
  EXPECT_THAT(message(folder / "no/f.vtkhdf"), HasSubstr("No such file"));
  EXPECT_THAT(message(folder.path()), HasSubstr("it is a folder, not a file"));
  EXPECT_FALSE(std::filesystem::exists(folder.path().string() + ".tmp"));
}

TEST(FieldWriter, FullDisk) {
  // At the creation of the file (it grows by 16 MB at once) and later.
  for (const rlim_t limit : {rlim_t{300000}, rlim_t{40000000}}) {
    const TemporaryFolder folder;
    const int status = test::with_file_limit(limit, [&] {
      FieldMesh mesh;
      mesh.points.resize(9000);
      mesh.offsets = {0};
      const std::vector<std::span<const double>> values = {mesh.points};
      const std::string message = message_of<OutputError>([&] {
        FieldWriter writer(folder / "fields.vtkhdf", mesh, {{"velocity", "m/s", 3, true}});
        for (int k = 0; k < 1000; ++k) writer.frame(k, mesh.points, values);
      });
      if (message.find("fields.vtkhdf") == std::string::npos) return 8;
      return message.find("File too large") != std::string::npos ? 7 : 9;
    });
    EXPECT_EQ(status, 7) << limit;
    EXPECT_EQ(std::filesystem::exists(folder / "fields.vtkhdf"), limit > 16000000);
    EXPECT_FALSE(std::filesystem::exists(folder / "fields.vtkhdf.tmp"));
  }
}

TEST(FieldWriter, IndexThatCannotBeWritten) {
  const TemporaryFolder folder;
  FieldWriter writer(folder / "fields.vtkhdf", example_mesh(), example_fields);
  std::filesystem::create_directory(folder / "fields.xdmf.tmp");
  EXPECT_THAT(message_of<OutputError>([&] { write_frames(writer, 0, 1); }), HasSubstr("fields.xdmf"));
  EXPECT_THAT(message_of<OutputError>([&] { write_frames(writer, 1, 2); }), HasSubstr("is closed"));
}

/// How often writers are killed; more by the environment variable JOUNCE_KILLS.
int kills() {
  const char* const wanted = std::getenv("JOUNCE_KILLS");
  return wanted != nullptr ? std::max(12, std::atoi(wanted)) : 12;
}

/// The frames that a file of a killed writer has, as far as a reader can tell.
std::int64_t readable_frames(const std::filesystem::path& file) {
  const TemporalReader reader(file);
  const std::int64_t steps = reader.steps();
  EXPECT_LE(reader.numbers("Steps/Values").size(), static_cast<std::size_t>(steps));
  for (const std::int64_t k : {std::int64_t{0}, steps / 2, steps - 1})
    if (k >= 0 && k < steps) expect_frame(reader, k);
  return steps;
}

/// Of twelve writers the last one has written a frame when it is killed.
bool has_frame(int trial, const std::filesystem::path& index) {
  return trial % 12 < 11 || read(index).find("<Time Value=") != std::string::npos;
}

/// With the room that a run reserves for its frames, and growing again and again.
TEST(FieldWriter, KilledRunLeavesReadableFiles) {
  for (int trial = 0; trial < kills(); ++trial) {
    const FieldWriterOptions room{.expected_frames = trial % 2 == 0 ? std::size_t{1} << 15 : 0,
                                  .continue_after = {}};
    const TemporaryFolder folder;
    const bool was_running = test::kill_during(
        [&] {
          FieldWriter writer(folder / "fields.vtkhdf", example_mesh(), example_fields, {}, room);
          write_frames(writer, 0, 1 << 30);
        },
        folder / "fields.xdmf", 11 * (trial % 12), [&] { return has_frame(trial, folder / "fields.xdmf"); });
    ASSERT_TRUE(was_running);
    const std::int64_t steps = readable_frames(folder / "fields.vtkhdf");
    const std::string index = read(folder / "fields.xdmf");
    EXPECT_THAT(index, HasSubstr("</Domain></Xdmf>"));
    EXPECT_LE(count(index, "<Time Value="), static_cast<std::size_t>(steps));
    EXPECT_GE(count(index, "<Time Value=") * 8 / 7 + 2, static_cast<std::size_t>(steps));
    EXPECT_TRUE(trial % 12 < 11 || steps > 0);
  }
}

TEST(FieldWriter, KilledRestartLeavesReadableFiles) {
  for (int trial = 0; trial < kills(); ++trial) {
    const TemporaryFolder folder;
    const auto restart = [&](int i) {
      FieldWriter writer(folder / "fields.vtkhdf", example_mesh(), example_fields, {},
                         {.expected_frames = 20, .continue_after = 0.25 * (5 * i) - 0.1});
      write_frames(writer, 5 * i, 5 * i + 7);  // of which the next one keeps five
    };
    const bool was_running = test::kill_during(
        [&] {
          for (int i = 0; i < 1 << 20; ++i) restart(i);
        },
        folder / "fields.xdmf", 7 * (trial % 12), [&] { return has_frame(trial, folder / "fields.xdmf"); });
    ASSERT_TRUE(was_running);
    const std::int64_t steps = readable_frames(folder / "fields.vtkhdf");
    EXPECT_TRUE(trial % 12 < 11 || steps > 0);
  }
}

}  // namespace
}  // namespace jounce::io
