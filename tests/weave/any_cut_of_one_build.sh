# Class, file, function, namespace, glob, exclusion, C file: each is recorded without building again.
source "$CUTAWAY_SOURCE/tests/weave/project.inc"
write_project
for level in 0 2; do
  build_project $level
  cp app app.before
  expect_recorded joda::Zone ./app Oslo
  expect_text events 'joda::Zone::describe'
  expect_recorded src/zone.cc ./app Oslo
  expect_text events 'joda::Zone::describe'
  expect_recorded joda::Zone::now ./app Oslo
  expect_text events 'joda::Zone::now'
  expect_no_text events 'joda::Zone::describe('
  expect_recorded joda:: ./app Oslo
  expect_recorded 'joda::*::now' ./app Oslo
  expect_recorded 'src/**' ./app Oslo
  expect_text events 'main('
  expect_recorded sum ./app Oslo
  expect_text events 'sum('
  cutaway record -q --force -o run.cut --inside joda:: --inside -joda::Zone::describe -- ./app Oslo
  cutaway replay run.cut
  cutaway show run.cut >events
  expect_no_text events 'joda::Zone::describe('
  cutaway record -q --force -o run.cut --whole-program -- ./app Oslo
  cutaway replay run.cut
  cmp app app.before
done
