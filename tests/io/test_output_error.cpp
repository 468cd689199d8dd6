#include "io/output_error.h"

#include <gmock/gmock.h>

#include <cerrno>

#include "temporary_folder.h"

namespace jounce::io {
namespace {

using test::message_of;
using testing::HasSubstr;
using testing::Not;

TEST(OutputError, AdviceFitsWhatWasAttempted) {
  const auto message = [](const char* action) {
    return message_of<OutputError>([&] { fail_output("a/checkpoint.h5", action, EACCES); });
  };
  EXPECT_THAT(message("write"), HasSubstr("choose a folder that you may write to"));
  EXPECT_THAT(message("read"), HasSubstr("cannot read 'a/checkpoint.h5'"));
  EXPECT_THAT(message("read"), HasSubstr("permission to read it"));
  EXPECT_THAT(message("read"), Not(HasSubstr("folder")));
}

}  // namespace
}  // namespace jounce::io
