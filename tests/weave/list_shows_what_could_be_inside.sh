source "$CUTAWAY_SOURCE/tests/weave/project.inc"
write_project
build_project
cutaway list ./app >list
expect_text list 'joda'
expect_text list '  Zone'
expect_text list '    describe'
expect_text list 'zone.cc:6'
expect_no_text list 'basic_string'
cutaway list ./app 'joda::Clock' >list
expect_no_text list 'Zone'
cutaway list --files ./app >list
expect_text list 'src/sum.c'
cutaway list --depth 1 ./app >list
expect_no_text list 'describe'
cutaway list --json ./app >list.json
python3 - <<'CODE'
import json
tree = json.load(open("list.json"))
zone = tree["children"]["joda"]["children"]["Zone"]
assert zone["pattern"] == "joda::Zone" and zone["functions"] >= 4, zone
assert zone["functions"] == sum(child["functions"] for child in zone["children"].values())
assert tree["files"] == 3 and tree["lost"] == []
CODE
