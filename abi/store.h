// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The store: what the compiler drivers keep so that any cut can be woven later. Who reads this:
// pass (writes units), src/driver (writes links), src/weave. Bump k_store_version when the meaning
// of a file or of a line in the section changes.
#pragma once

#ifdef __cplusplus
namespace cutaway {
#endif

enum { k_store_version = 1 };

// Every object compiled by a driver and everything linked by one has this section, which is not
// loaded and which linkers concatenate. Lines of text:
//   unit <version> <hash> <store>    compiled from <store>/<first 2 of hash>/<hash>.unit and .bc
//   link <version> <hash> <store>    linked as <store>/<first 2 of hash>/<hash>.link says; the last
//                                    such line of a file is its own
//   lost <version> <source>: <why>   compiled from <source>, whose bitcode could not be kept
#define CUTAWAY_STORE_SECTION ".cutaway"

// A .unit file (zstd): a line of JSON with
//   directory, driver ("cc" or "c++"), arguments (of the driver, response files expanded), source,
//   files (paths that functions name by number), classes ([name, base...]; only those with bases)
// and a line for each function that the unit defines:
//   <linkage name> \t <file> \t <line> \t <IR instructions> \t <flags>
// with flags: 'i' inline (others may define it too), 's' static, 'h' from another file than the
// source, 'c' copy of what another file defines. A .bc file (zstd) is the bitcode before
// optimisation, with debug information.
//
// A .link file: JSON with directory, driver, arguments, output (absolute), inputs ([path, size,
// time of change in ns]). Beside it stands <hash>.o, whose section .cutaway names it.

// Set by a driver for the plugin.
#define CUTAWAY_ENV_KEEP_STORE "CUTAWAY_KEEP_STORE"  // folder; unset: nothing is kept
#define CUTAWAY_ENV_KEEP_COMMAND \
  "CUTAWAY_KEEP_COMMAND"                             // JSON: directory, driver, arguments; or
                                                     // "@" and the path of a file that has it
#define CUTAWAY_ENV_KEEP_STRIP "CUTAWAY_KEEP_STRIP"  // "1": debug information was not asked for
// Set by a driver or by the tool for the plugin.
#define CUTAWAY_ENV_PLAN_INSIDE "CUTAWAY_PLAN_INSIDE"    // patterns, one a line
#define CUTAWAY_ENV_PLAN_VARIANT "CUTAWAY_PLAN_VARIANT"  // set: woven to be recorded, not shipped
#define CUTAWAY_ENV_PLAN_ZOOM "CUTAWAY_PLAN_ZOOM"        // class, function or none
#define CUTAWAY_ENV_PLAN_PART "CUTAWAY_PLAN_PART"        // first, second; unset: the whole unit
#define CUTAWAY_ENV_PLAN_ASAN \
  "CUTAWAY_PLAN_ASAN"  // set: the plugin, not clang, runs AddressSanitizer's pass. Words: recover,
                       // no-scope (-fno-sanitize-address-use-after-scope)
// In the names of symbols that the two parts of a unit share; the tool makes them local again.
#define CUTAWAY_PART_SUFFIX ".cutaway.part."

#ifdef __cplusplus
}  // namespace cutaway
#endif
