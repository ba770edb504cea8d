// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
struct style;
struct page;
void register_styles(void);
struct style* find_style(const char* name);
struct page* new_page(int width);
void set_style(struct page* page, struct style* style);
int columns(const struct page* page);
