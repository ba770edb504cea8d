// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Interface of the inside file, and what it needs from its host.
#pragma once
struct Engine;
struct Engine* engine_create(int cells);
void engine_step(struct Engine* engine, int input);
int engine_result(const struct Engine* engine);
void engine_destroy(struct Engine* engine);
int host_value(int key);
