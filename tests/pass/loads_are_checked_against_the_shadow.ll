; RUN-INSIDE: in_*
; A plain load is compared with its shadow; the second load of the same address is not.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @in_read(ptr %p) {
  %a = load i32, ptr %p
  %b = load i32, ptr %p
  %s = add i32 %a, %b
  ret i32 %s
}

; CHECK-LABEL: define internal i32 @in_read.record(ptr swiftself %cutaway.context, ptr %p)
; CHECK: %a = load i32, ptr %p
; CHECK: add i64 %{{.*}}, -70368743808192
; CHECK: icmp ne i32 %a,
; CHECK: call preserve_mostcc void
; CHECK: %b = load i32, ptr %p
; CHECK-NOT: icmp ne
; CHECK: ret i32
; CHECK-LABEL: define internal i32 @in_read.replay(
; CHECK-NOT: icmp
; CHECK: ret i32
