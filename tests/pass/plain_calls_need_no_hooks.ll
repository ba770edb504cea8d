; RUN-INSIDE: in_*
; The dispatch of a function with few slots crosses without hooks as long as its crossings are plain, else it leaves
; all to the hooked one. One with many slots, or with an argument by value, has hooks only.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i64 @in_get(ptr %p) nounwind {
  %v = load i64, ptr %p
  ret i64 %v
}

define i64 @in_many(i64 %a, i64 %b, i64 %c, i64 %d) nounwind {
  ret i64 %a
}

define void @in_copy(ptr byval(i64) %p) nounwind {
  ret void
}

; CHECK-LABEL: define internal i64 @in_get.hooked(
; CHECK: call i64 @in_get.record(
; CHECK-LABEL: define internal i64 @in_get.dispatch(
; CHECK: long_way:
; CHECK-NEXT: musttail call i64 @in_get.hooked(
; CHECK: load i64, ptr addrspace(257) null
; The lock is taken before it is asked whether it was revoked.
; CHECK: store volatile i32 2
; CHECK-NEXT: getelementptr
; CHECK-NEXT: store volatile i32 1
; CHECK-NEXT: getelementptr
; CHECK-NEXT: load volatile i32
; CHECK: call i64 @in_get.record(
; The first bytes of the event are written after the others, then the cursor moves; the lock is given back.
; CHECK: call i64 @llvm.ctlz.i64
; CHECK: store volatile i16
; CHECK-NEXT: getelementptr
; CHECK-NEXT: store volatile ptr
; CHECK-NEXT: getelementptr
; CHECK-NEXT: store volatile i32 0
; CHECK-NOT: in_many.hooked
; CHECK-NOT: in_copy.hooked
