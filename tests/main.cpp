#include <gmock/gmock.h>

#include <cstdlib>
#include <string_view>

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  // Of several ranks the first one writes the report.
  const char* const rank = std::getenv("OMPI_COMM_WORLD_RANK");
  if (rank != nullptr && std::string_view(rank) != "0") testing::GTEST_FLAG(output) = "";
  return RUN_ALL_TESTS();
}
