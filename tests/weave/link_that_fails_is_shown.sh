source "$CUTAWAY_SOURCE/tests/weave/project.inc"
write_project
echo 'VERSION { global: *; };' >script.ld
build_project
cutaway-c++ main.o zone.o sum.o -Wl,--version-script=$PWD/script.ld -o app
echo 'nonsense(' >script.ld
expect_status 1 cutaway record --inside joda::Zone -o run.cut -- ./app Oslo
expect_text err 'the variant cannot be linked: this command failed in'
expect_text err 'version-script'
expect_text err 'script.ld'
