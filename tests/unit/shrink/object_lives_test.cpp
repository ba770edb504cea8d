// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shrink/object_lives.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shrink/incalls.h"

namespace cutaway {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* k_make = "_ZN3BoxC1Ev";
constexpr const char* k_destroy = "_ZN3BoxD1Ev";
constexpr const char* k_use = "_ZN3Box3getEv";

// Calls on objects at addresses; the number of a call is its index.
ObjectLives lives_of(const std::vector<std::pair<const char*, uint64_t>>& calls) {
  ObjectLives lives;
  uint32_t number = 0;
  for (const auto& [name, object] : calls) {
    Code code;
    code.signature.name = name;
    lives.take(number++, code, Values{{}, {&object, 1}});
  }
  return lives;
}

// An object, and another one in the same place.
ObjectLives two_in_one_place() {
  return lives_of({{k_make, 16}, {k_use, 16}, {k_destroy, 16}, {k_make, 16}, {k_use, 16}});
}

TEST(ObjectLives, FindsWhoDestroysWhatIsUsedWithoutItsMaker) {
  EXPECT_THAT(two_in_one_place().destroyers({0, 2, 4}), ElementsAre(2));
}

TEST(ObjectLives, LeavesAloneWhatIsMadeAgain) {
  EXPECT_THAT(two_in_one_place().destroyers({0, 2, 3, 4}), IsEmpty());
}

TEST(ObjectLives, LeavesAloneWhoUsesTheFirst) {
  EXPECT_THAT(two_in_one_place().destroyers({0, 1, 2}), IsEmpty());
  EXPECT_THAT(two_in_one_place().destroyers({0, 4}), IsEmpty());
}

TEST(ObjectLives, FindsOneDestroyerForEachPlaceAndLife) {
  ObjectLives lives = lives_of({{k_make, 16},
                                {k_make, 32},
                                {k_destroy, 16},
                                {k_destroy, 32},
                                {k_make, 16},
                                {k_make, 32},
                                {k_destroy, 16},
                                {k_make, 16},
                                {k_use, 16},
                                {k_use, 16},
                                {k_use, 32}});
  // 6 destroys what nobody of the part has made since 2.
  EXPECT_THAT(lives.destroyers({0, 1, 2, 3, 6, 8, 9, 10}), ElementsAre(2, 3, 6));
}

TEST(ObjectLives, WhatIsReturnedByMemoryIsMadeThere) {
  ObjectLives lives;
  uint64_t object = 16;
  Code code;
  code.signature.arguments.push_back({.name = "sret"});
  Values values{{}, {&object, 1}};
  lives.take(0, code, values);
  Code destructor;
  destructor.signature.name = k_destroy;
  lives.take(1, destructor, values);
  lives.take(2, code, values);
  Code use;
  use.signature.name = k_use;
  lives.take(3, use, values);
  EXPECT_THAT(lives.destroyers({0, 1, 3}), ElementsAre(1));
  EXPECT_THAT(lives.destroyers({0, 1, 2, 3}), IsEmpty());
}

TEST(IncallTree, LeavesOutDestroyersWithWhatTheyCalled) {
  IncallTree tree;
  tree.lives = lives_of({{k_make, 16}, {k_destroy, 16}, {k_use, 32}, {k_make, 16}, {k_use, 16}});
  tree.parents = {tree.k_none, tree.k_none, 1, tree.k_none, tree.k_none};
  EXPECT_THAT(tree.possible({0, 1, 2, 4}), ElementsAre(0, 4));
  EXPECT_THAT(tree.possible({0, 1, 2, 3, 4}), ElementsAre(0, 1, 2, 3, 4));
}

TEST(IncallTree, KeepsADestroyerThatFails) {
  IncallTree tree;
  tree.lives = two_in_one_place();
  tree.parents = {tree.k_none, tree.k_none, tree.k_none, tree.k_none, tree.k_none};
  tree.failing = {2};
  EXPECT_THAT(tree.possible({0, 2, 4}), ElementsAre(0, 2, 4));
}

}  // namespace
}  // namespace cutaway
