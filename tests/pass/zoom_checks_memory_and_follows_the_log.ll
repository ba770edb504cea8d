; RUN-INSIDE: in_*
; A zoom flavour compares loads with the shadow, mirrors stores, and calls nothing of the outside: results come from
; cells, which are checked too, or from the runtime.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare ptr @__errno_location()
declare i32 @out(i32)

define void @in_f(ptr %p) {
  %v = load i32, ptr %p
  %r = call i32 @out(i32 %v)
  %e = call ptr @__errno_location()
  store i32 %r, ptr %e
  ret void
}

; CHECK-LABEL: define internal void @in_f.zoom(
; CHECK-NOT: @__errno_location
; CHECK-NOT: call i32 @out
; CHECK: %v = load i32, ptr %p
; CHECK: icmp ne i32 %v,
; CHECK: call void %{{.*}}(ptr %cutaway.context, ptr @cutaway.site{{.*}}, ptr @out,
; CHECK: %[[CELL:.*]] = load ptr, ptr inttoptr
; CHECK: icmp ne ptr %[[CELL]],
; CHECK: store i32 %{{.*}}, ptr %[[CELL]]
; CHECK: add i64 %{{.*}}, -70368743808192
; CHECK: store i32
; CHECK: ret void
