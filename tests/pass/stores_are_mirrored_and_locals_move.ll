; RUN-INSIDE: in_*
; Stores also write the shadow; an escaping local moves to the inside stack; a private one is not mirrored.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare void @out(ptr)

define void @in_write(ptr %p, i32 %v) {
  %escaping = alloca i32
  %private = alloca i32
  store i32 %v, ptr %private, align 4
  store i32 %v, ptr %p, align 4
  call void @out(ptr %escaping)
  ret void
}

; CHECK-LABEL: define internal void @in_write.record(
; CHECK-NOT: alloca i32
; CHECK: %cutaway.frame = inttoptr
; CHECK: store i32 %v, ptr %private, align 4
; CHECK-NEXT: store i32 %v, ptr %p, align 4
; CHECK: store i32 %v, ptr %{{[0-9]+}}, align 1
; CHECK: ret void
; CHECK-LABEL: define internal void @in_write.replay(
; CHECK: store i32 %v, ptr %p, align 4
; CHECK-NOT: store i32 %v
; CHECK-NOT: call void @out(
; CHECK: ret void
