// A failure of one rank reaches all of them. Alone and on four ranks.

#include "parallel/together.h"

#include <gtest/gtest.h>

#include "model/system.h"

namespace jounce::test {
namespace {

using parallel::Communicator;
using parallel::FailedElsewhere;

/// The message with which `together` ends where some ranks throw an out_of_range; "went on" for none.
template <class Fails>
std::string outcome(const Fails& fails) {
  Communicator ranks;
  try {
    parallel::together(ranks, [&] {
      if (fails(ranks.rank())) throw std::out_of_range("rank " + std::to_string(ranks.rank()));
    });
  } catch (const std::out_of_range& own) {
    EXPECT_TRUE(fails(ranks.rank()));
    return own.what();
  } catch (const FailedElsewhere& other) {
    EXPECT_FALSE(fails(ranks.rank()));
    return other.what();
  }
  return "went on";
}

TEST(Together, AllGoOnOrNone) {
  const int last = Communicator().size() - 1, rank = Communicator().rank();
  EXPECT_EQ(outcome([](int) { return false; }), "went on");
  EXPECT_EQ(outcome([&](int r) { return r == last; }), "rank " + std::to_string(last));
  EXPECT_EQ(outcome([](int) { return true; }), "rank " + std::to_string(rank));
  // The first rank that failed speaks for those that did not.
  EXPECT_EQ(outcome([](int r) { return r % 2 == 0; }), "rank " + std::to_string(rank % 2 == 0 ? rank : 0));
}

TEST(Together, AllHearTheFirstFailureAtTheEnd) {
  const int last = Communicator().size() - 1, rank = Communicator().rank();
  const parallel::End well = parallel::end_together({0, "all well on " + std::to_string(rank)});
  EXPECT_EQ(well.status, 0);
  EXPECT_EQ(well.message, "all well on " + std::to_string(rank));
  const parallel::End bad = parallel::end_together({rank == last ? 2 : 0, std::to_string(rank)});
  EXPECT_EQ(bad.status, 2);
  EXPECT_EQ(bad.message, std::to_string(last));
}

/// An element whose part fails on one rank.
class Breaking final : public ElementBlock {
 public:
  explicit Breaking(int rank) : ElementBlock("breaking"), breaks_on_(rank) {}
  bool is_linear() const override { return true; }
  int shareable() const override { return 1; }
  std::unique_ptr<ElementBlock> part(std::span<const int>) const override {
    return std::make_unique<Breaking>(breaks_on_);
  }
  void add_mass(const State&, double, MatrixSink&) const override { work(); }
  void add_mass_product(const State&, const Vector&, double, Vector&) const override { work(); }
  void add_force(const State&, Vector&) const override { work(); }
  void add_tangent(const State&, double, double, MatrixSink&) const override { work(); }
  void add_energies(const State&, const Vector3&, Energies&) const override { work(); }
  void add_powers(const State&, Powers&) const override { work(); }
  bool has_damping_product() const override { return true; }
  double damping_product(const State&, const Vector&) const override { return work(); }
  int history() const override { return 0; }
  void update_history(const State&, std::span<double>) const override { work(); }

 private:
  double work() const {
    if (Communicator().rank() == breaks_on_) throw std::runtime_error("element 7 is broken");
    return 0;
  }

  int breaks_on_;
};

TEST(Together, AnElementThatBreaksOnOneRankEndsTheCallOnAll) {
  const Communicator ranks;
  System system;
  system.set_dofs({.manifold = Manifold(1, {}), .n_free = 1, .kinds = {DofKind::translation}});
  system.add(std::make_unique<Breaking>(ranks.size() - 1));
  State start;
  start.q = start.v = Vector::Zero(1);
  start.history.emplace_back();
  start.history[0].values = std::make_shared<const std::vector<double>>(1);
  system.finish(start);
  system.share(std::make_unique<ElementShare>(std::vector<int>{0}, std::vector<Index>{},
                                              std::vector<std::vector<int>>{{0}}));
  State state = system.initial_state();
  Vector f = Vector::Zero(1);
  CountingSink sink;
  const auto message = [](const auto& call) -> std::string {
    try {
      call();
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "went on";
  };
  const std::string broken = "element 7 is broken";
  EXPECT_EQ(message([&] { system.force(state, f); }), broken);
  EXPECT_EQ(message([&] { system.own_force(state, f); }), broken);
  EXPECT_EQ(message([&] { system.add_mass(state, 1, sink); }), broken);
  EXPECT_EQ(message([&] { system.add_mass_product(state, f, 1, f); }), broken);
  EXPECT_EQ(message([&] { system.add_own_mass_product(state, f, 1, f); }), broken);
  EXPECT_EQ(message([&] { system.add_tangent(state, f, {1, 1, 1}, sink); }), broken);
  EXPECT_EQ(message([&] { system.energies(state); }), broken);
  EXPECT_EQ(message([&] { system.powers(state); }), broken);
  EXPECT_EQ(message([&] { system.damping_product(state, f); }), broken);
  EXPECT_EQ(message([&] { system.accept(state); }), broken);
}

}  // namespace
}  // namespace jounce::test
