# Sourced by tests that compare the drivers with clang 19, step by step.
#
# Two trees start empty and grow by the same commands, one with clang, one with the drivers; whichever is in
# use has the path $PWD/work, so that no path differs. `both COMMAND` runs a shell command in each and
# compares exit status, output, messages and all files. Files may differ in section .cutaway and in the
# build id and in the link to debug information, which are hashes of files.

mkdir -p clang.tree drivers.tree
differing_files=''  # an extended expression of paths whose content may differ
hidden_lines=''     # an extended expression of lines of output that may differ

# in_tree TREE COMMAND: COMMAND for bash, with CC and CXX set; its results are TREE.status, .out and .err.
in_tree() {
  local tree=$1 status=0
  if [ "$tree" = clang ]; then
    local -x CC=clang-19 CXX=clang++-19
  else
    local -x CC=cutaway-cc CXX=cutaway-c++
  fi
  mv "$tree.tree" work
  (cd work && eval "$2") >"$tree.out" 2>"$tree.err" </dev/null || status=$?
  echo $status >"$tree.status"
  mv work "$tree.tree"
}

# plain_form FILE RESULT: FILE without what may differ.
plain_form() {
  case $(head -c 4 "$1" | tr -d '\0') in
    $'\x7fELF')
      objcopy -R .cutaway -R .note.gnu.build-id -R .gnu_debuglink "$1" "$2" 2>/dev/null || cp "$1" "$2" ;;
    '!<ar')
      objcopy -D -R .cutaway "$1" "$2" 2>/dev/null || cp "$1" "$2" ;;
    *) cp "$1" "$2" ;;
  esac
}

compare_trees() {
  local file
  diff <(cd clang.tree && find . | sort) <(cd drivers.tree && find . | sort) >diff.txt ||
    fail "other files after: $1"$'\n'"$(cat diff.txt)"
  while IFS= read -r -d '' file; do
    [ -z "$differing_files" ] || ! [[ $file =~ $differing_files ]] || continue
    cmp -s "clang.tree/$file" "drivers.tree/$file" && continue
    plain_form "clang.tree/$file" plain.clang
    plain_form "drivers.tree/$file" plain.drivers
    cmp -s plain.clang plain.drivers || fail "$file differs after: $1"
  done < <(cd clang.tree && find . -type f -cnewer ../start -print0)
}

both() {
  touch start  # what is older has been compared
  in_tree clang "$1"
  in_tree drivers "$1"
  local result
  for result in status out err; do
    cp clang.$result expected
    cp drivers.$result actual
    if [ -n "$hidden_lines" ]; then
      grep -vE "$hidden_lines" clang.$result >expected || true
      grep -vE "$hidden_lines" drivers.$result >actual || true
    fi
    cmp -s expected actual || fail "other $result of: $1"$'\n'"$(diff -a expected actual | head -30)"
  done
  compare_trees "$1"
  last_status=$(cat clang.status)
}

# both_succeed COMMAND: likewise, and clang succeeds; a test that clang fails tests nothing.
both_succeed() {
  both "$1"
  [ "$last_status" -eq 0 ] || fail "clang fails: $1"$'\n'"$(cat clang.err)"
}

both_fail() {
  both "$1"
  [ "$last_status" -ne 0 ] || fail "clang does not fail: $1"
}

# marks_of FILE: the lines of the drivers' FILE that name units and links.
marks_of() { objcopy -O binary --only-section=.cutaway --set-section-flags .cutaway=alloc "drivers.tree/$1" /dev/stdout; }

# expect_kept FILE UNITS LINKS: FILE names so many kept units and links, and all of them are in the store.
expect_kept() {
  local file=$1 units=$2 links=$3 kind hash extension
  marks_of "$file" >marks
  [ "$(grep -c '^unit 1 ' marks)" -eq "$units" ] || fail "$file: expected $units units, got:"$'\n'"$(cat marks)"
  [ "$(grep -c '^link 1 ' marks)" -eq "$links" ] || fail "$file: expected $links links, got:"$'\n'"$(cat marks)"
  while read -r kind _ hash _; do
    [ "$kind" = unit ] && extension=bc || extension=$kind
    [ -s "$CUTAWAY_STORE/${hash:0:2}/$hash.$extension" ] || fail "$file: $hash.$extension is not in the store"
  done <marks
}

# kept_count: files in the store.
kept_count() { find "$CUTAWAY_STORE" -type f 2>/dev/null | wc -l; }
