; RUN-INSIDE: in_*
; The record flavour compares results of known functions with the shadow of their cell and needs no hook unless
; they differ; the replay flavour loads the cell.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @isalpha(i32)
declare ptr @__errno_location()

define i32 @in_class(i32 %c) {
  %r = tail call i32 @isalpha(i32 %c)
  ret i32 %r
}
define ptr @in_place() {
  %p = call ptr @__errno_location()
  ret ptr %p
}

; CHECK-LABEL: define internal i32 @in_class.record(
; CHECK: %r = call i32 @isalpha(i32 %c)
; CHECK: add i32 %c, 128
; CHECK: icmp ult i32 %{{.*}}, 512
; CHECK: [[SHADOW:%.*]] = load i32, ptr
; CHECK: icmp ne i32 %r, [[SHADOW]]
; CHECK: store i32 %r, ptr
; CHECK: call preserve_mostcc void
; CHECK-NOT: call
; CHECK: ret i32 %r
; CHECK-LABEL: define internal i32 @in_class.replay(
; CHECK: icmp ult i32 %{{.*}}, 512
; CHECK: [[CELL:%.*]] = load i32, ptr
; CHECK: [[REAL:%.*]] = call i32 @isalpha(i32 %c)
; CHECK: phi i32 [ [[CELL]], {{.*}} ], [ [[REAL]],
; CHECK-LABEL: define internal ptr @in_place.record(
; CHECK: %p = call ptr @__errno_location()
; CHECK: icmp ne ptr %p,
; CHECK: call preserve_mostcc void
; CHECK: ret ptr %p
; CHECK-LABEL: define internal ptr @in_place.replay(
; CHECK-NOT: call
; CHECK: load ptr, ptr inttoptr
; CHECK: ret ptr
