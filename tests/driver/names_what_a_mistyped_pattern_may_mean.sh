cat >reader.cpp <<'CODE'
namespace json {
struct Parser {
  int parse(const char* text);
};
int Parser::parse(const char* text) { return text[0]; }
}
int main() { return json::Parser().parse(""); }
CODE
expect_status 0 cutaway-c++ --inside json::Praser --inside src/raeder.cpp reader.cpp -o app
expect_text err "cutaway-c++: warning: app: nothing in it matches --inside 'json::Praser', 'src/raeder.cpp'"
expect_text err "'json::Parser'"
expect_text err "'reader.cpp'"

# Programs that configure scripts link for a test are none of the user's.
expect_status 0 cutaway-c++ --inside json::Praser reader.cpp -o conftest
[ ! -s err ] || fail "unexpected: $(cat err)"
