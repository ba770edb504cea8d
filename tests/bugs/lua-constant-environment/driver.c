// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <string.h>
#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"

static void work(lua_State *lua, int number) {
  lua_pushinteger(lua, number);
  lua_setglobal(lua, "number");
  if (luaL_dostring(lua, "local t = {} for i = 1, number do t[i] = i * i end return #t, table.concat(t, ',')")) return;
  lua_settop(lua, 0);
}

int main(void) {
  lua_State *lua = luaL_newstate();
  luaL_openlibs(lua);
  for (int i = 0; i < 20; i++) work(lua, i);
  static char script[8192];
  for (int i = 0; i < 60; i++) sprintf(script + strlen(script), "local c%d <const> = %d\n", i, i);
  strcat(script, "local _ENV <const> = 3\nwidth = 1\nheight = 2");
  luaL_dostring(lua, script);
  lua_close(lua);
  puts("done");
  return 0;
}
