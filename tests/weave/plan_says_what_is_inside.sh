# A plan is JSON that people write by hand; options add to it.
source "$CUTAWAY_SOURCE/tests/weave/project.inc"
write_project
build_project
cat >plan.json <<'PLAN'
{
  // comments are fine
  "inside": ["joda::", "-joda::Zone::describe"],
  "with_bases": true
}
PLAN
cutaway record -q --plan plan.json -o run.cut -- ./app Oslo
cutaway replay run.cut
for text in '[' '{"inside": "x"}' '{"insid": []}' '{"with_bases": 1}'; do
  echo "$text" >bad.json
  expect_status 1 cutaway record --plan bad.json -o bad.cut -- ./app Oslo
  expect_text err 'bad.json'
  expect_text err 'hint: a plan is'
done
echo '{}' >empty.json
expect_status 2 cutaway record --plan empty.json -o bad.cut -- ./app Oslo
expect_text err 'the inside is empty'
expect_status 1 cutaway record --plan missing.json -o bad.cut -- ./app Oslo
