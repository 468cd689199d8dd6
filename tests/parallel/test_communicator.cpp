#include "parallel/communicator.h"

#include <gmock/gmock.h>

#include <array>
#include <string>

namespace jounce::parallel {
namespace {

using testing::ElementsAre;

TEST(Communicator, SumsAndLargestAreThoseOfAllRanks) {
  Communicator ranks;
  const double n = ranks.size(), last = ranks.size() - 1;
  std::array<double, 2> values = {1.0, static_cast<double>(ranks.rank())};
  ranks.sum(values);
  EXPECT_THAT(values, ElementsAre(n, 0.5 * last * n));
  EXPECT_EQ(ranks.sum(2.5), 2.5 * n);
  EXPECT_EQ(ranks.max(ranks.rank() == 0 ? 7.0 : -1.0), 7.0);
  EXPECT_TRUE(ranks.any(ranks.rank() == ranks.size() - 1));
  EXPECT_FALSE(ranks.any(false));
}

TEST(Communicator, GathersListsOfAnyLengthInTheOrderOfTheRanks) {
  Communicator ranks;
  const std::vector<double> own(static_cast<std::size_t>(ranks.rank()), 10.0 + ranks.rank());
  std::vector<double> all, expected;
  const std::vector<int> lengths = ranks.gather(own, all);
  ASSERT_EQ(lengths.size(), static_cast<std::size_t>(ranks.size()));
  for (int p = 0; p < ranks.size(); ++p) {
    EXPECT_EQ(lengths[p], p);
    expected.insert(expected.end(), static_cast<std::size_t>(p), 10.0 + p);
  }
  EXPECT_EQ(all, expected);
}

TEST(Communicator, GathersBytesOnTheFirstRankOnly) {
  Communicator ranks;
  const std::vector<char> own = {static_cast<char>('a' + ranks.rank())};
  std::vector<char> all = {'x'};
  ranks.gather_on_first(own, all);
  const std::string expected =
      ranks.rank() == 0 ? std::string("abcd").substr(0, static_cast<std::size_t>(ranks.size())) : "";
  EXPECT_EQ(std::string(all.begin(), all.end()), expected);
}

TEST(Communicator, SwapsLists) {
  Communicator ranks;
  std::vector<std::vector<int>> to(static_cast<std::size_t>(ranks.size()));
  for (int p = 0; p < ranks.size(); ++p) to[p].assign(p, ranks.rank());
  const auto from = ranks.swap(to);
  ASSERT_EQ(from.size(), to.size());
  for (int p = 0; p < ranks.size(); ++p)
    EXPECT_EQ(from[p], std::vector<int>(static_cast<std::size_t>(ranks.rank()), p));
}

TEST(Communicator, ExchangesMessagesAndCountsThem) {
  Communicator ranks;
  const int to = (ranks.rank() + 1) % ranks.size(), from = (ranks.rank() + ranks.size() - 1) % ranks.size();
  const std::vector<double> out = {1.0 * ranks.rank(), 5.0};
  std::vector<double> in(2, -1.0);
  const Communicator::Message messages[] = {{from, {}, in}, {to, out, {}}};
  ranks.exchange(messages);
  EXPECT_THAT(in, ElementsAre(from, 5.0));
  EXPECT_EQ(ranks.traffic().messages, 1);
  EXPECT_EQ(ranks.traffic().message_bytes, 16);
}

}  // namespace
}  // namespace jounce::parallel
