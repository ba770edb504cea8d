// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/command_line.h"

#include <gmock/gmock.h>

namespace cutaway::driver {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(CommandLine, KeepsWhatIsNotOurs) {
  const CommandLine line = parse_command_line({"-O2", "--inside", "a", "x.c", "--inside=b::c"});
  EXPECT_THAT(line.clang_args, ElementsAre("-O2", "x.c"));
  EXPECT_THAT(line.inside, ElementsAre("a", "b::c"));
}

TEST(CommandLine, DoesNotTakeValuesOfOptionsForInputs) {
  const CommandLine line =
      parse_command_line({"-o", "app", "-x", "c++", "-I", "dir", "-MF", "deps", "a.cc", "-"});
  EXPECT_THAT(line.inputs, ElementsAre("a.cc", "-"));
  EXPECT_EQ(line.output, "app");
}

TEST(CommandLine, LinksUnlessAnOptionStopsBefore) {
  EXPECT_TRUE(parse_command_line({"a.o"}).does_link);
  for (const char* option : {"-c", "-S", "-E", "-M", "-fsyntax-only", "-print-file-name=x"}) {
    EXPECT_FALSE(parse_command_line({option, "a.c"}).does_link) << option;
  }
}

TEST(CommandLine, MakesObjectsOfSourcesOnly) {
  EXPECT_TRUE(parse_command_line({"-c", "a.c"}).makes_objects);
  EXPECT_TRUE(parse_command_line({"a.c", "b.o"}).makes_objects);
  EXPECT_TRUE(parse_command_line({"-c", "-x", "c", "a.o"}).makes_objects);
  EXPECT_FALSE(parse_command_line({"a.o", "libb.so.1.2"}).makes_objects);
  for (const char* option : {"-S", "-E", "-M", "-emit-llvm", "-fsyntax-only", "-###"}) {
    EXPECT_FALSE(parse_command_line({option, "a.c"}).makes_objects) << option;
  }
}

TEST(CommandLine, KnowsWhetherDebugInformationIsWanted) {
  EXPECT_TRUE(parse_command_line({"-g", "a.c"}).has_debug_info);
  EXPECT_TRUE(parse_command_line({"-g0", "-gdwarf-4", "a.c"}).has_debug_info);
  EXPECT_FALSE(parse_command_line({"-g", "-g0", "a.c"}).has_debug_info);
  EXPECT_FALSE(parse_command_line({"-O2", "a.c"}).has_debug_info);
}

TEST(CommandLine, TakesEveryOptionOfDebuggersForDebugInformation) {
  EXPECT_TRUE(parse_command_line({"-gdwarf64", "a.c"}).has_debug_info);
  EXPECT_TRUE(parse_command_line({"-Xclang", "-debug-info-kind=limited", "a.c"}).has_debug_info);
  EXPECT_FALSE(parse_command_line({"-gcc-toolchain", "/usr", "a.c"}).has_debug_info);
}

TEST(CommandLine, KnowsWhatNeedsLocations) {
  for (const char* option : {"--coverage", "-ftest-coverage", "-Rpass=inline", "-fopenmp",
                             "-fsave-optimization-record=yaml", "-fstack-usage"}) {
    EXPECT_TRUE(parse_command_line({option, "-c", "a.c"}).needs_locations) << option;
  }
  EXPECT_TRUE(parse_command_line({"-c", "a.bc"}).needs_locations);
  EXPECT_TRUE(parse_command_line({"-x", "ir", "-c", "a"}).needs_locations);
  EXPECT_FALSE(parse_command_line({"-x", "c", "-c", "a.ll"}).needs_locations);
}

TEST(CommandLine, DoesNotLinkHeaders) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"all.h"}, {"all.hpp", "-o", "all.pch"}, {"-xc++-header", "all"}}) {
    EXPECT_FALSE(parse_command_line(arguments).does_link) << arguments[0];
    EXPECT_FALSE(parse_command_line(arguments).makes_objects) << arguments[0];
  }
  EXPECT_TRUE(parse_command_line({"-x", "c", "all.h"}).does_link);
  EXPECT_TRUE(parse_command_line({"-include", "all.h", "a.c"}).does_link);
}

TEST(CommandLine, KnowsForeignTargets) {
  EXPECT_EQ(parse_command_line({"--target=wasm32", "a.c"}).foreign_target, "--target=wasm32");
  EXPECT_EQ(parse_command_line({"-target", "x86_64-apple-macos12", "a.c"}).foreign_target,
            "--target=x86_64-apple-macos12");
  EXPECT_EQ(parse_command_line({"-m32", "--target=x86_64-linux-gnu", "a.c"}).foreign_target, "");
  EXPECT_EQ(parse_command_line({"-m32", "-m64", "a.c"}).foreign_target, "");
}

TEST(CommandLine, LinksLibrariesAlone) {
  EXPECT_TRUE(parse_command_line({"-shared", "-lwhole"}).does_link);
}

TEST(CommandLine, DoesNotLinkWithoutInputs) {
  EXPECT_FALSE(parse_command_line({"-v"}).does_link);
  EXPECT_FALSE(parse_command_line({"--version"}).does_link);
}

TEST(CommandLine, NamesADefaultOutput) { EXPECT_EQ(parse_command_line({"a.c"}).output, "a.out"); }

TEST(CommandLine, LetsTheLastOfContraryOptionsWin) {
  EXPECT_EQ(parse_command_line({"-flto", "-fno-lto", "-flto=thin"}).lto_option, "-flto=thin");
  EXPECT_EQ(parse_command_line({"-no-pie", "-pie"}).non_pie_option, "");
  EXPECT_EQ(parse_command_line({"-static"}).non_pie_option, "-static");
  EXPECT_EQ(parse_command_line({"-fsanitize=thread", "-fno-sanitize=all"}).sanitizer_option, "");
  EXPECT_EQ(parse_command_line({"-fsanitize=address", "-fno-sanitize=address"}).asan_option, "");
}

TEST(CommandLine, KnowsHowAddressSanitizerIsAskedFor) {
  const CommandLine plain = parse_command_line({"-fsanitize=undefined,address"});
  EXPECT_EQ(plain.asan_option, "-fsanitize=undefined,address");
  EXPECT_EQ(plain.sanitizer_option, "");
  EXPECT_FALSE(plain.asan_recovers);
  EXPECT_TRUE(plain.asan_ends_scopes);
  EXPECT_EQ(plain.asan_layout_option, "");
  const CommandLine other = parse_command_line({"-fsanitize=address", "-fsanitize-recover=address",
                                                "-fno-sanitize-address-use-after-scope", "-mllvm",
                                                "-asan-mapping-offset=0x1000"});
  EXPECT_TRUE(other.asan_recovers);
  EXPECT_FALSE(other.asan_ends_scopes);
  EXPECT_EQ(other.asan_layout_option, "-asan-mapping-offset=0x1000");
  EXPECT_FALSE(
      parse_command_line({"-fsanitize-recover=all", "-fno-sanitize-recover"}).asan_recovers);
  EXPECT_FALSE(parse_command_line({"-fsanitize-recover=undefined"}).asan_recovers);
}

TEST(CommandLine, FindsLibraries) {
  const CommandLine line = parse_command_line({"-Lfirst", "-L", "second", "-lz", "-l", "m"});
  EXPECT_THAT(line.library_dirs, ElementsAre("first", "second"));
  EXPECT_THAT(line.libraries, ElementsAre("z", "m"));
}

TEST(CommandLine, KeepsMissingResponseFiles) {
  const CommandLine line = parse_command_line({"@no/such/file"});
  EXPECT_THAT(line.clang_args, ElementsAre("@no/such/file"));
}

TEST(CommandLine, RejectsAnOptionWithoutValue) {
  EXPECT_THROW(parse_command_line({"a.c", "--inside"}), UsageError);
  EXPECT_THROW(parse_command_line({"--plan="}), UsageError);
  EXPECT_THAT(parse_command_line({}).clang_args, IsEmpty());
}

}  // namespace
}  // namespace cutaway::driver
