# Every option that the tool knows is in its page, and no page has errors.
command -v mandoc >/dev/null || { echo "mandoc is not installed"; exit 77; }
for page in "$CUTAWAY_SOURCE"/docs/man/*.1; do
  case $page in *c++.1) continue ;; esac  # only names the page of cutaway-cc
  mandoc -T lint -W error "$page" || fail "$page"
done
for verb in list record weave replay zoom show link doctor; do
  cutaway $verb --help >help
  for option in $(grep -oE -- '--[a-z][a-z-]+' help | sort -u); do
    grep -qF -e "${option//-/\\-}" "$CUTAWAY_SOURCE/docs/man/cutaway-$verb.1" || fail "cutaway-$verb.1 lacks $option"
  done
done
