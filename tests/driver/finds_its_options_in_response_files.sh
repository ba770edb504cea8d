printf '#!/bin/sh\nprintf "%%s\\n" "$@"\necho "[$CUTAWAY_PLAN_INSIDE]"\n' >fake-clang
chmod +x fake-clang
export CUTAWAY_CLANG=./fake-clang
echo "-DTEXT=\"a\\ b\" --inside='ns::f g'" >inner.rsp
echo "-O1 @inner.rsp" >outer.rsp
echo "-O2" >plain.rsp
expect_status 0 cutaway-cc @outer.rsp @plain.rsp -c f.c
expect_text out "[ns::f g"
expect_text out "-DTEXT=a b"
expect_text out "@plain.rsp"
expect_no_text out "@outer.rsp"
