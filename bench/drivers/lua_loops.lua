-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
-- Calls (fib), strings and tables. The size comes as a script argument.
local size = tonumber(arg[1] or "100")

local function fib(n)
  if n < 2 then return n end
  return fib(n - 1) + fib(n - 2)
end

local function build_strings(rounds)
  local total = 0
  for i = 1, rounds do
    local parts = {}
    for word = 1, 20 do parts[word] = string.format("%d:%s", word * i, ("x"):rep(word % 7)) end
    local line = table.concat(parts, ",")
    total = total + #line:gsub("%d+", "<%0>") + (line:find("7:xx", 1, true) or 0)
  end
  return total
end

local function fill_tables(rounds)
  local total = 0
  for i = 1, rounds do
    local list, index = {}, {}
    for k = 1, 500 do
      list[k] = (k * 7919 + i) % 1009
      index["key" .. (k % 50)] = k
    end
    table.sort(list)
    for k = 2, #list, 2 do total = total + list[k] - list[k - 1] end
    total = total + index.key7
  end
  return total
end

local fibs = 0
for _ = 1, size do fibs = fibs + fib(19) end
print(fibs, build_strings(size * 60), fill_tables(size * 6))
