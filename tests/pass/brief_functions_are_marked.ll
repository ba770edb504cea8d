; RUN-INSIDE: in_*
; A function that logs nothing but patches, counts no position and has no loop is brief (abi/weave.h): 65536 in its table.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @outside(i32)
declare i64 @strlen(ptr)

define i32 @in_get(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}

define i64 @in_length(ptr %p) {
  %n = call i64 @strlen(ptr %p)
  ret i64 %n
}

define i32 @in_leaves(i32 %v) {
  %r = call i32 @outside(i32 %v)
  ret i32 %r
}

define i32 @in_calls(ptr %p) {
  %r = call i32 @in_get(ptr %p)
  ret i32 %r
}

define i32 @in_volatile(ptr %p) {
  %v = load volatile i32, ptr %p
  ret i32 %v
}

define void @in_loop(ptr %p) {
entry:
  br label %again
again:
  %v = load i32, ptr %p
  %is_done = icmp eq i32 %v, 0
  br i1 %is_done, label %done, label %again
done:
  ret void
}

define void @in_asm(i32 %v) {
  call void asm sideeffect "1: jmp 1b", "r"(i32 %v)
  ret void
}

; CHECK-DAG: i32 0, i32 65536, ptr {{[^,]*}}, ptr @in_get,
; CHECK-DAG: i32 0, i32 65536, ptr {{[^,]*}}, ptr @in_length,
; CHECK-DAG: i32 0, i32 0, ptr {{[^,]*}}, ptr @in_leaves,
; CHECK-DAG: i32 0, i32 0, ptr {{[^,]*}}, ptr @in_calls,
; CHECK-DAG: i32 0, i32 0, ptr {{[^,]*}}, ptr @in_volatile,
; CHECK-DAG: i32 0, i32 0, ptr {{[^,]*}}, ptr @in_loop,
; CHECK-DAG: i32 0, i32 0, ptr {{[^,]*}}, ptr @in_asm,
