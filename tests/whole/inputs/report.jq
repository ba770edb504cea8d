[.[] | select(.stock > 50 and .active)
     | {id, n: (.name | ascii_upcase), t: (.tags | sort | join(",")), s: (.nested.b | add), p: (.price * 100 | floor)}]
| group_by(.s % 7)
| map({k: (.[0].s % 7), n: length, sum: (map(.p) | add), longest: (map(.t | length) | max), first: (sort_by(.n) | .[0:3])})
