#!/bin/bash
# run_shell_test.sh SCRIPT FOLDER: runs SCRIPT with the functions below in an empty FOLDER.
# On failure prints the command that repeats it and keeps the folder.
set -euo pipefail
script=$1 folder=$2

rm -rf "$folder"
mkdir -p "$folder"
echo 'DisableFormat: true' >"$folder/.clang-format"  # tests are not laid out as the code of Cutaway
export PATH="$CUTAWAY_PREFIX/bin:$PATH"
unset CUTAWAY_INSIDE CUTAWAY_CLANG
export CUTAWAY_STORE="$folder/store"

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# expect_text FILE TEXT: FILE contains TEXT.
expect_text() { grep -qF -e "$2" "$1" || fail "$1 lacks '$2':"$'\n'"$(head -50 "$1")"; }
expect_no_text() { ! grep -qF -e "$2" "$1" || fail "$1 contains '$2':"$'\n'"$(head -50 "$1")"; }

# expect_status N COMMAND...: COMMAND exits with N; its output is in `out` and `err`.
expect_status() {
  local expected=$1 actual=0
  shift
  "$@" >out 2>err || actual=$?
  [ "$actual" -eq "$expected" ] || fail "$*: exit status $actual, expected $expected"$'\n'"$(cat out err)"
}

# expect_failing_test NAME: of debug.cut/1 a test is written that stands alone, builds without a warning and fails.
# It is NAME.cc afterwards.
expect_failing_test() {
  rm -rf tests
  cutaway testgen debug.cut/1 -o tests >said
  expect_text said 'fails as recorded'
  expect_text tests/*.cc 'Standalone test'
  (cd tests && eval "$(sed -n 's|^//   ||p' *.cc | sed 's/g++ /g++ -Wall -Wextra -Werror /')")
  if (cd tests && ./*_test >out 2>&1); then fail "the test of $1 passes"; fi
  cp tests/*.cc "$1.cc"
}

repeat="CUTAWAY_PREFIX=$CUTAWAY_PREFIX CUTAWAY_SOURCE=$CUTAWAY_SOURCE CUTAWAY_BUILD=$CUTAWAY_BUILD bash $0 $script $folder"
trap 'status=$?; [ $status -eq 0 ] || echo "repeat with: $repeat" >&2' EXIT
cd "$folder"
source "$script"
