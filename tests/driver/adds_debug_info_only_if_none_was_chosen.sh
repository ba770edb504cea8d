printf '#!/bin/sh\nprintf "%%s\\n" "$@"\n' >fake-clang
chmod +x fake-clang
export CUTAWAY_CLANG=./fake-clang
expect_status 0 cutaway-cc --inside f -c f.c
grep -qx -e -g out || fail "-g is missing"
for level in -g0 -ggdb3 -gline-tables-only -gdwarf-5; do
  expect_status 0 cutaway-cc --inside f $level -c f.c
  ! grep -qx -e -g out || fail "-g was added to $level"
done
