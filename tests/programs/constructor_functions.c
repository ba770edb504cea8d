// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions with the constructor and destructor attribute are incalls before and after main.
// inside: in_*
// min-incalls: 3
#include <stdio.h>

static int state = 1;

void out_say(const char* text, int v) { printf("%s %d\n", text, v); }

__attribute__((constructor(200))) void in_early(void) { state = state * 10 + 2; }
__attribute__((constructor)) void in_start(void) { out_say("constructor", state = state * 10 + 3); }
__attribute__((destructor)) void in_end(void) { out_say("destructor", state); }
int in_state(int v) { return state += v; }

int main(void) { printf("main %d\n", in_state(1000)); }
