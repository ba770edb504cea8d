source "$CUTAWAY_SOURCE/tests/weave/project.inc"
write_project
build_project 0
cutaway record -q --force -o run.cut --inside joda::Zone -- ./app Oslo
cutaway show run.cut >events
expect_text events 'calls joda::Clock::now'
cutaway record -q --force -o run.cut --inside joda::Zone --with-bases -- ./app Oslo
cutaway replay run.cut
cutaway show run.cut >events
expect_no_text events 'calls joda::Clock::now'
