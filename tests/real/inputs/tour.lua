-- A tour through the interpreter: errors (setjmp), coroutines, closures, strings, tables, metatables, GC.
local function fib(n) return n < 2 and n or fib(n - 1) + fib(n - 2) end
print("fib", fib(18))

local words = {}
for word in ("the quick brown fox jumps over the lazy dog"):gmatch("%a+") do words[#words + 1] = word end
table.sort(words, function(a, b) if #a ~= #b then return #a < #b end return a < b end)
print(table.concat(words, " "), ("x"):rep(10), ("%5.2f|%-6s|%q"):format(3.14159, "ab", "line\nbreak"))
print(("key=value, other=thing"):gsub("(%w+)=(%w+)", "%2=%1"))

local function risky(n)
  if n % 3 == 0 then error("multiple of three: " .. n) end
  if n % 5 == 0 then error({code = n}) end
  return n * 2
end
for n = 1, 10 do
  local ok, result = pcall(risky, n)
  print(n, ok, type(result) == "table" and result.code or result)
end
print(xpcall(function() local t = nil; return t.field end, function(m) return "handled: " .. m end))
print(select("#", pcall(error)), pcall(string.rep, "x", -1))

local producer = coroutine.wrap(function()
  for i = 1, 5 do
    local ok = pcall(coroutine.yield, i * i)
    assert(ok)
  end
  return "done"
end)
for _ = 1, 6 do io.write(tostring(producer()), " ") end
print()
local failing = coroutine.create(function() coroutine.yield(1); error("inside a coroutine") end)
print(coroutine.resume(failing), coroutine.resume(failing))

local Vector = {}
Vector.__index = Vector
Vector.__add = function(a, b) return setmetatable({x = a.x + b.x, y = a.y + b.y}, Vector) end
Vector.__tostring = function(v) return ("(%g, %g)"):format(v.x, v.y) end
Vector.__close = function(v) print("closing", v) end
do
  local v <close> = setmetatable({x = 1, y = 2}, Vector) + setmetatable({x = 0.5, y = -1}, Vector)
  print(v, rawequal(v, v), v.x // 1, 7 // 2, 7.5 % 2, 1 << 40, "10" + 5)
end

local weak = setmetatable({}, {__mode = "v"})
for i = 1, 200 do weak[i] = {i} end
collectgarbage()
local alive = 0
for _ in pairs(weak) do alive = alive + 1 end
print("alive", alive)

local big = {}
for i = 1, 5000 do big[i] = tostring(i) .. "-" .. i % 7 end
local keys = 0
for i = 1, #big, 3 do big[i] = nil; keys = keys + 1 end
print(keys, #table.concat({table.unpack(big, 2, 3)}), load("return 6 * 7")(), utf8.len("h\u{e9}llo"))
print(os.time() > 0, math.type(2 ^ 31), math.tointeger(3.0), string.pack("<i4", 100):byte(1, -1))
local hits = 0
debug.sethook(function() hits = hits + 1 end, "", 100)
for _ = 1, 1000 do end
debug.sethook()
print(hits > 0, debug.getinfo(1, "l").currentline)
os.exit(true, true)
