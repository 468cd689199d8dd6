// Vectors of which ranks have parts. Alone and on four ranks.

#include "parallel/numbering.h"

#include <gmock/gmock.h>

#include "parallel/natural_order.h"

namespace jounce::parallel {
namespace {

constexpr int kLength = 5;  // entries of a rank, of which the first is the last of the rank before

/// A chain: rank r has the numbers 4 r to 4 r + 4, in descending order; the lower rank owns what two have.
struct NumberedChain {
  Communicator ranks;
  std::vector<int> numbers, owners;

  NumberedChain() {
    for (int k = kLength - 1; k >= 0; --k) {
      numbers.push_back((kLength - 1) * ranks.rank() + k);
      owners.push_back(k == 0 && ranks.rank() > 0 ? ranks.rank() - 1 : ranks.rank());
    }
  }
};

TEST(Numbering, OfOneRankIsWholeAndDoesNothing) {
  Numbering whole;
  std::vector<double> values = {1, 2};
  whole.total(values);
  EXPECT_TRUE(whole.is_whole());
  EXPECT_TRUE(whole.owns(1));
  EXPECT_EQ(values, (std::vector<double>{1, 2}));
  EXPECT_EQ(whole.sum(3.5), 3.5);
  EXPECT_EQ(whole.max(-2), -2);
  EXPECT_FALSE(whole.any(false));
  EXPECT_EQ(whole.text_of_largest(1, "own"), "own");
  EXPECT_EQ(whole.sum_of(0, 2, [&](std::size_t i) { return values[i]; }), 3);
}

TEST(Numbering, TotalsAddUpWhatRanksHaveOfAnEntry) {
  const NumberedChain chain;
  Numbering numbering(chain.numbers, chain.owners);
  std::vector<double> forces(kLength, 1.0 + chain.ranks.rank());
  numbering.total(forces);
  const int rank = chain.ranks.rank(), last = chain.ranks.size() - 1;
  EXPECT_EQ(forces.front(), rank < last ? 2.0 * rank + 3 : rank + 1);  // number 4 r + 4, with the next rank
  EXPECT_EQ(forces.back(), rank > 0 ? 2.0 * rank + 1 : 1);
  EXPECT_EQ(forces[2], rank + 1);
}

TEST(Numbering, CountsEveryEntryOnce) {
  const NumberedChain chain;
  Numbering numbering(chain.numbers, chain.owners);
  const double n = (kLength - 1) * chain.ranks.size() + 1;
  EXPECT_EQ(numbering.sum_of(0, kLength, [](std::size_t) { return 1.0; }), n);
  EXPECT_EQ(numbering.sum_of(0, kLength, [&](std::size_t i) { return chain.numbers[i]; }), n * (n - 1) / 2);
  EXPECT_EQ(numbering.max(chain.numbers.front()), n - 1);
  EXPECT_TRUE(numbering.any(chain.ranks.rank() == chain.ranks.size() - 1));
}

TEST(Numbering, TextOfTheLargestIsThatOfTheFirstRankThatHasIt) {
  const NumberedChain chain;
  Numbering numbering(chain.numbers, chain.owners);
  const std::string own(1, static_cast<char>('a' + chain.ranks.rank()));
  EXPECT_EQ(numbering.text_of_largest(0.5, own), "a");
  EXPECT_EQ(numbering.text_of_largest(chain.ranks.rank(), own),
            std::string(1, static_cast<char>('a' + chain.ranks.size() - 1)));
}

TEST(NaturalOrder, PutsPartsTogetherByTheirNumbers) {
  NumberedChain chain;
  std::vector<int> entries;
  std::vector<std::int64_t> numbers;
  for (int i = 0; i < kLength; ++i) {
    if (chain.owners[static_cast<std::size_t>(i)] != chain.ranks.rank()) continue;
    entries.push_back(i);
    numbers.push_back(10 + 3 * chain.numbers[static_cast<std::size_t>(i)]);  // with gaps
  }
  NaturalOrder order(chain.ranks, entries, numbers);
  std::vector<double> own, whole, expected;
  for (const int number : chain.numbers) own.insert(own.end(), {1.0 * number, -1.0 * number});
  order.gather(own, 2, whole);
  if (chain.ranks.rank() == 0)
    for (int i = 0; i <= (kLength - 1) * chain.ranks.size(); ++i)
      expected.insert(expected.end(), {1.0 * i, -1.0 * i});
  EXPECT_EQ(whole, expected);
}

TEST(NaturalOrder, PlacesCountNumbersOfSeveralRanksOnce) {
  NumberedChain chain;
  std::vector<std::int64_t> numbers;
  for (const int number : chain.numbers) numbers.push_back(7 * number + 100);
  EXPECT_EQ(NaturalOrder::places_of(chain.ranks, numbers), chain.numbers);
}

}  // namespace
}  // namespace jounce::parallel
