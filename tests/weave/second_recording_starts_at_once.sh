# The same plan uses the variant that is there; another plan, or a changed program, does not.
source "$CUTAWAY_SOURCE/tests/weave/project.inc"
write_project
build_project
cutaway record --force -o run.cut --inside joda::Zone -- ./app Oslo 2>err
expect_text err 'cutaway: wove '
cutaway record --force -o run.cut --inside joda::Zone -- ./app Oslo 2>err
expect_no_text err 'cutaway: wove '
cutaway record --force -o run.cut --inside joda::Clock -- ./app Oslo 2>err
expect_text err 'cutaway: wove '
sed -i 's/"@"/"#"/' src/zone.cc
build_project
cutaway record --force -o run.cut --inside joda::Zone -- ./app Oslo >out 2>err
expect_text err 'cutaway: wove '
expect_text out 'Oslo#41'
cutaway replay run.cut
# How fine it can be zoomed is part of the plan, and of the objects that are kept.
cutaway record -q --force -o run.cut --zoom-by none --whole-program -- ./app Oslo
if cutaway zoom --force run.cut --inside joda::Clock -o small.cut 2>err; then fail "zoomed by none"; fi
cutaway record -q --force -o run.cut --zoom-by function --whole-program -- ./app Oslo
cutaway zoom --force run.cut --inside joda::Zone::now -o small.cut
cutaway record -q --force -o run.cut --zoom-by none --whole-program -- ./app Oslo
if cutaway zoom --force run.cut --inside joda::Clock -o small.cut 2>err; then fail "zoomed by none"; fi
# What is inside is told also where the variant was there.
cutaway record -q --force -o run.cut --inside joda::Zone --inside joda::Clock -- ./app Oslo
cutaway show run.cut | grep '^inside  *joda::Zone, joda::Clock$' || fail "the inside is not told"
cutaway record -q --force -o run.cut --inside joda::Zone --inside joda::Clock -- ./app Oslo
cutaway show run.cut | grep '^inside  *joda::Zone, joda::Clock$' || fail "the inside is not told"
# Files that only one of the patterns has to do with are not woven again.
objects() { find "$CUTAWAY_CACHE/objects" -name '*.o' | wc -l; }
cutaway record -q --force -o run.cut --inside joda::Zone -- ./app Oslo
cutaway record -q --force -o run.cut --inside sum -- ./app Oslo
before=$(objects)
cutaway record -q --force -o run.cut --inside joda::Zone --inside sum -- ./app Oslo
[ "$(objects)" = "$before" ] || fail "files were woven again"
cutaway replay run.cut
