# Where they keep nothing the drivers add nothing, remove nothing and keep clang's exit status.
printf '#!/bin/sh\nprintf "%%s\\n" "$@"\nexit 7\n' >fake-clang
chmod +x fake-clang
expect_status 7 env CUTAWAY_KEEP=0 CUTAWAY_CLANG=./fake-clang cutaway-cc -O2 'a b.c' -o '' @missing -- -x
printf '%s\n' -O2 'a b.c' -o '' @missing -- -x | diff - out
expect_status 7 env CUTAWAY_KEEP=0 CUTAWAY_CLANG=./fake-clang cutaway-c++ a.cc
printf '%s\n' --driver-mode=g++ a.cc | diff - out
expect_status 7 env CUTAWAY_CLANG=./fake-clang cutaway-cc -E a.c
printf '%s\n' -E a.c | diff - out
for option in --version -dumpmachine -print-search-dirs; do
  diff <(cutaway-c++ $option) <(clang++-19 $option)
done
