// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "inside/patterns.h"
#include <gtest/gtest.h>

namespace cutaway {
namespace {

Match match(const char* patterns, const char* name, const char* path = "/home/u/src/parser.cc") {
  return InsidePatterns(patterns).match(name, path);
}

TEST(InsidePatterns, FileMatchesByTrailingComponents) {
  EXPECT_EQ(match("src/parser.cc", "f"), Match::included);
  EXPECT_EQ(match("parser.cc", "f"), Match::included);
  EXPECT_EQ(match("rc/parser.cc", "f"), Match::none);
}

TEST(InsidePatterns, StarStaysWithinAFolder) {
  EXPECT_EQ(match("src/*.cc", "f"), Match::included);
  EXPECT_EQ(match("/home/*.cc", "f"), Match::none);
  EXPECT_EQ(match("/home/**", "f"), Match::included);
}

TEST(InsidePatterns, ClassMatchesMembersTemplatesAndLambdas) {
  EXPECT_EQ(match("ns::Class", "ns::Class::f"), Match::included);
  EXPECT_EQ(match("ns::Class", "ns::Class<int>::f"), Match::included);
  EXPECT_EQ(match("ns::Class", "ns::Class::f()::{lambda(int)#1}::operator()"), Match::included);
  EXPECT_EQ(match("ns::Class", "ns::Classic::f"), Match::none);
}

TEST(InsidePatterns, NamespaceDoesNotMatchAFunctionOfThatName) {
  EXPECT_EQ(match("ns::", "ns::f"), Match::included);
  EXPECT_EQ(match("ns::", "ns"), Match::none);
}

TEST(InsidePatterns, TemplateArgumentsAreNotScopes) {
  EXPECT_EQ(match("ns::", "std::vector<ns::Class>::push_back"), Match::none);
}

TEST(QualifiedName, HasNoParametersAndNoTags) {
  EXPECT_EQ(qualified_name_of("_ZN2ns5Class1fEi"), "ns::Class::f");
  EXPECT_EQ(qualified_name_of("_Z5greetB5cxx11PKc"), "greet");
  EXPECT_EQ(qualified_name_of("main"), "main");
  // ns::operator<<(Stream&, int), ns::Box<long>::operator bool() const, operator new(unsigned long)
  EXPECT_EQ(qualified_name_of("_ZN2nslsER6Streami"), "ns::operator<<");
  EXPECT_EQ(qualified_name_of("_ZNK2ns3BoxIlEcvbEv"), "ns::Box<long>::operator bool");
  EXPECT_EQ(qualified_name_of("_Znwm"), "operator new");
  EXPECT_EQ(qualified_name_of("_ZTv0_n32_NK6inside6Bottom3getEv"), "inside::Bottom::get");
  EXPECT_EQ(qualified_name_of("_ZThn8_N1B1fEv"), "B::f");
  EXPECT_EQ(qualified_name_of("_ZTch0_h16_N1B1fEv"), "B::f");
  EXPECT_EQ(qualified_name_of("_ZTV1B"), "_ZTV1B");
  // (anonymous namespace)::f(int)
  EXPECT_EQ(qualified_name_of("_ZN12_GLOBAL__N_11fEi"), "(anonymous namespace)::f");
}

TEST(QualifiedName, OfALambdaStartsWithTheFunctionAroundIt) {
  // ns::C::f(int) const::{lambda(long)#1}::operator()(long) const
  EXPECT_EQ(qualified_name_of("_ZZNK2ns1C1fEiENKUllE_clEl"), "ns::C::f::'lambda'::operator()");
  // void walk<int>(int)::{lambda()#1}::operator()() const
  EXPECT_EQ(qualified_name_of("_ZZ4walkIiEvT_ENKUlvE_clEv"), "walk<int>::'lambda'::operator()");
}

TEST(InsidePatterns, LastMatchDecides) {
  EXPECT_EQ(match("ns::\n-ns::log", "ns::log"), Match::excluded);
  EXPECT_EQ(match("-ns::log\nns::", "ns::log"), Match::included);
}

TEST(QualifiedName, DropsParametersAndKeepsScopes) {
  EXPECT_EQ(qualified_name_of("_ZN2ns5Class1fEi"), "ns::Class::f");
  EXPECT_EQ(qualified_name_of("plain_c"), "plain_c");
}

}  // namespace
}  // namespace cutaway
