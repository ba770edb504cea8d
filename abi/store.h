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
//   code <version> <hash> <store>    <store>/<first 2 of hash>/<hash>.code has what the optimiser
//                                    did in this object; not there if nobody watched it
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
// A .code file (zstd): lines of a letter and two names, separated by tabs:
//   v 1                   the version of these lines
//   i <callee> <caller>   inlined, or tried to
//   r <local> <user>      a reference to a local function or variable that is left at the end
//   s <variable>          a local variable that is still what it was
//   n <function>          of the optimiser's making
//   c                     constructors of the unit were run by the compiler, or are gone
// For the plugin the tool adds what the object's symbols are:
//   d <name>              defined, not local
//   l <name> <size>       a local variable
//   g                     it has debug information
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
                       // no-scope (-fno-sanitize-address-use-after-scope), again (clang runs it, too)
#define CUTAWAY_ENV_PLAN_OBJECT \
  "CUTAWAY_PLAN_OBJECT"  // a file that describes the user's object, as a .code file: compile only
                         // what the inside affects
#define CUTAWAY_ENV_PLAN_CHANGES \
  "CUTAWAY_PLAN_CHANGES"  // with it: the file to write what has to be changed in that object.
                          // Lines:
                          //   whole            nothing: this compilation stands for all of it;
                          //                    a comment (#) says why
                          //   weaken <name>    it must not define it
                          //   group <name>     it must not define it; of a group of the linker's
                          //   share <name>     local, to be seen as <name>CUTAWAY_SHARED_SUFFIX
                          //   stale <name>     local, and not used there any more
                          //   constructors     it must not run any
                          //   end              if this is missing, so is some of the above
// In the names of symbols that the two parts of a unit share; the tool makes them local again.
#define CUTAWAY_PART_SUFFIX ".cutaway.part."
// Of local variables that woven code and the user's object share; made local again, too.
#define CUTAWAY_SHARED_SUFFIX ".cutaway.shared"
// Of local names in the user's object that woven code has, too.
#define CUTAWAY_STALE_SUFFIX ".cutaway.stale"

#ifdef __cplusplus
}  // namespace cutaway
#endif
