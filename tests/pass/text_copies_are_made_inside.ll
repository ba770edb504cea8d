; RUN-INSIDE: in_*
; strdup and strndup are the inside's own work; only malloc leaves it.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare ptr @strdup(ptr)
declare ptr @strndup(ptr, i64)

define ptr @in_copy(ptr %text) {
  %copy = call ptr @strdup(ptr %text)
  ret ptr %copy
}

define ptr @in_part(ptr %text, i64 %most) {
  %copy = call ptr @strndup(ptr %text, i64 %most)
  ret ptr %copy
}

define ptr @in_other(ptr %text) {
  %copy = call ptr (ptr, ...) @strdup(ptr %text, i32 1)
  ret ptr %copy
}

; CHECK-LABEL: define internal ptr @in_copy.record(
; CHECK-NOT: @strdup(
; CHECK: @malloc
; CHECK-LABEL: define internal ptr @in_copy.replay(
; CHECK-NOT: @strdup(
; CHECK-LABEL: define internal ptr @in_part.record(
; CHECK-NOT: @strndup(
; CHECK: @malloc
; CHECK-LABEL: define internal ptr @in_other.record(
; CHECK: @strdup
