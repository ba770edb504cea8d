; RUN-INSIDE: in_*
; The entry keeps the name and the body, behind one test that leads to the dispatch function.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @in_twice(i32 %v) {
  %r = shl i32 %v, 1
  ret i32 %r
}

define i32 @out(i32 %v) {
  %r = call i32 @in_twice(i32 %v)
  ret i32 %r
}

; CHECK: @__cutaway_module = linkonce_odr hidden global
; CHECK: @__cutaway_note = linkonce_odr hidden constant {{.*}} section ".note.cutaway"
; CHECK: define i32 @in_twice(i32 %v) {{.*}}section "cutaway_entries" {{.*}}prefix
; CHECK: load i32, ptr getelementptr{{.*}}@__cutaway_module
; CHECK: musttail call i32 @in_twice.dispatch(i32 %v)
; CHECK: shl i32 %v, 1
; The call from outside may not be inlined.
; CHECK-LABEL: define i32 @out(
; CHECK: call i32 @in_twice(i32 %v) #[[NOINLINE:[0-9]+]]
; CHECK: attributes #[[NOINLINE]] = { noinline }
