# Every option that the tool knows is in its page, and no page has errors.
command -v mandoc >/dev/null || { echo "mandoc is not installed"; exit 77; }
for page in "$CUTAWAY_SOURCE"/docs/man/{cutaway,cutaway-cc}.1; do
  mandoc -T lint -W error "$page" || fail "$page"
done
for verb in record replay show doctor; do
  cutaway $verb --help >help
  for option in $(grep -oE -- '--[a-z][a-z-]+' help | sort -u); do
    grep -qF -e "${option//-/\\-}" "$CUTAWAY_SOURCE/docs/man/cutaway.1" || fail "cutaway.1 lacks $verb $option"
  done
done
