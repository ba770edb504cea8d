# Options, plans and the environment add up; each pattern is given once.
printf '#!/bin/sh\nprintf "%%s\\n" "$@"\necho "[$CUTAWAY_PLAN_INSIDE]"\n' >fake-clang
chmod +x fake-clang
echo '{"inside": ["from/plan.cc", "a.cc"]}' >plan.json
export CUTAWAY_CLANG=./fake-clang
CUTAWAY_INSIDE=$'ns:::x::Class\nlast/**' expect_status 0 cutaway-cc --inside a.cc --inside=b::c -c f.c --plan plan.json -Wall
sed -n '/^\[/,$p' out >patterns
printf '[a.cc\nb::c\nfrom/plan.cc\nns::\nx::Class\nlast/**\n]\n' | diff - patterns
expect_text out -fpass-plugin=
expect_text out -Wall
expect_no_text out --plan
expect_no_text out --inside
