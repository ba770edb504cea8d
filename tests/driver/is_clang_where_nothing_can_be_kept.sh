source "$CUTAWAY_SOURCE/tests/support/against_clang.sh"
touch blocker
both_succeed 'echo "int main(void) { return 0; }" >a.c; seq -f "-DMACRO_%.0f=0" 1 14000 >all.rsp'
works() { both_succeed "\$CC -Wall -c a.c && \$CC -O2 @all.rsp a.c -o a && ./a && \$CC a.o -o b && ./b"; }
export CUTAWAY_STORE=$PWD/blocker/store
works
export CUTAWAY_STORE=/proc/store
works
unset CUTAWAY_STORE
export HOME=/proc
works
export HOME=$PWD/blocker
works
export HOME=''
works
unset HOME
works
export HOME=relative
works
export CUTAWAY_STORE=$PWD/full
mkdir full
if mount -t tmpfs -o size=4k none full 2>/dev/null; then
  trap 'status=$?; umount "$folder/full"; [ $status -eq 0 ] || echo "repeat with: $repeat" >&2' EXIT
  works
  mount -o remount,ro full
  works
fi
