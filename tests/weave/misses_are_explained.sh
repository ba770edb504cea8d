source "$CUTAWAY_SOURCE/tests/weave/project.inc"
write_project
build_project
expect_status 1 cutaway record --inside joda::Zon -o run.cut -- ./app Oslo
expect_text err "no function matches 'joda::Zon'"
expect_text err "did you mean 'joda::Zone'"
expect_status 1 cutaway record --inside src/zome.cc -o run.cut -- ./app Oslo
expect_text err "did you mean"
expect_text err "zone.cc"
expect_status 1 cutaway record --inside sum --inside -sum -o run.cut -- ./app Oslo
expect_text err 'the exclusions leave nothing'
expect_status 1 cutaway list ./app 'Nothing::*'
expect_text err "no function matches 'Nothing::*'"
[ ! -e run.cut ] || fail "a recording was left"

clang++-19 -Isrc src/main.cc src/zone.cc -x c src/sum.c -o plain
expect_status 1 cutaway record --inside joda::Zone -o run.cut -- ./plain Oslo
expect_text err 'no bitcode was kept'
expect_text err 'CC=cutaway-cc'
