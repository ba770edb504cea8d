# cutaway_add_reproducer(): a test that stands alone, and one that replays a recording. The second fails as long as the
# defect is there, passes when it is fixed, and does neither when it cannot be run any more.
export PATH="$CUTAWAY_PREFIX/bin:$PATH" CUTAWAY_CACHE="$PWD/cache"
program="$CUTAWAY_SOURCE/tests/against/program"
expect_status 0 cutaway-c++ -g -O1 "$program/account.cc" "$program/rating.cc" "$program/main.cc" -o ledger
cutaway record -q --inside ledger::Account --inside ledger_rating -o run.cut -- ./ledger close || true
expect_status 0 cutaway replay run.cut --for-test ledger.cut
expect_text out "ledger.cut: 13 incalls"

# From here on there is no program any more, nor what was kept of it.
rm -r ledger run.cut cache
expect_status 0 env CC=gcc CXX=g++ cmake -S "$CUTAWAY_SOURCE/tests/replay_test/project" -B built -DCMAKE_PREFIX_PATH="$CUTAWAY_PREFIX"
build() {
  expect_status 0 cmake "-DFLAGS=$1" built
  expect_status 0 cmake --build built
}

build ""
expect_status 1 built/ledger_test
expect_text out "Which is: fails_as_recorded"
expect_text out "SIGSEGV in ledger::Account::close"
expect_no_text built/ledger_test "%s %ld"  # what the outside writes: it is not in the test
expect_status 8 ctest --test-dir built
expect_text out "Rating.IsThatOfThePoints .........   Passed"

build -DFIXED
expect_status 0 built/ledger_test
# It is fast: no compiler runs, and no program.
expect_status 0 timeout 2 built/ledger_test

build "-DGONE;-DFIXED"
expect_status 1 built/ledger_test
expect_text out "Which is: cannot_run"
expect_text out "ledger::Account::number"
