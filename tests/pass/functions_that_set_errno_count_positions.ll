; RUN-INSIDE: in_*
; sqrt may set errno: the load after it is checked again, and both flavours count it.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare double @sqrt(double)

define i32 @in_root(ptr %p, double %x) {
  store i32 0, ptr %p
  %r = call double @sqrt(double %x)
  %v = load i32, ptr %p
  ret i32 %v
}

; CHECK-LABEL: define internal i32 @in_root.record(
; CHECK: sub i64 %{{.*}}, 1
; CHECK: call double @sqrt(
; CHECK: %v = load i32, ptr %p
; CHECK: icmp ne i32 %v,
; CHECK-LABEL: define internal i32 @in_root.replay(
; CHECK: sub i64 %{{.*}}, 1
; CHECK: call double @sqrt(
