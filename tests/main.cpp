#include <gmock/gmock.h>

#include <cstdlib>
#include <string_view>

int main(int argc, char** argv) {
  // Of several ranks the first one writes the report; GoogleTest makes up its mind at its start.
  const char* const rank = std::getenv("OMPI_COMM_WORLD_RANK");
  if (rank != nullptr && std::string_view(rank) != "0") unsetenv("GTEST_OUTPUT");
  testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}
