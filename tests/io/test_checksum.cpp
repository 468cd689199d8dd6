#include "io/checksum.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>

namespace jounce::io {
namespace {

std::uint64_t of(std::string_view text) {
  Checksum sum;
  sum.add(text);
  return sum.value();
}

TEST(Checksum, DoesNotDependOnHowTheBytesCome) {
  std::mt19937 random(3);
  std::string text;
  for (int i = 0; i < 500; ++i) text += static_cast<char>(random());
  for (int trial = 0; trial < 200; ++trial) {
    Checksum sum;
    for (std::string_view rest = text; !rest.empty();) {
      const std::size_t part = std::min<std::size_t>(rest.size(), random() % 20);
      sum.add(rest.substr(0, part));
      rest.remove_prefix(part);
    }
    EXPECT_EQ(sum.value(), of(text));
    EXPECT_EQ(sum.bytes(), text.size());
  }
}

TEST(Checksum, NoticesEveryChangedMissingOrExchangedByte) {
  std::string text = "time,x\n0,1\n0.1,2\n0.2,3\n";
  std::set<std::uint64_t> seen = {of(text)};
  std::size_t different = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string other = text;
    other[i] = static_cast<char>(other[i] ^ 1);
    seen.insert(of(other));
    seen.insert(of(text.substr(0, i)));
    different += 2;
  }
  EXPECT_EQ(seen.size(), different);
  EXPECT_NE(of(std::string(8, 'a') + std::string(8, 'b')), of(std::string(8, 'b') + std::string(8, 'a')));
  EXPECT_NE(of(""), of(std::string(1, '\0')));
}

}  // namespace
}  // namespace jounce::io
