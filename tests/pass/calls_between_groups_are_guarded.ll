; RUN-INSIDE: *
; Classes are groups: what follows the log asks where a function of another class is, and nothing within one. A
; record flavour asks nothing. The call of another class is not inlined.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @_ZN1A1fEi(i32 %x) {
  %r = call i32 @_ZN1B1gEi(i32 %x)
  ret i32 %r
}

define i32 @_ZN1B1gEi(i32 %x) {
  %r = call i32 @_ZN1B1hEi(i32 %x)
  ret i32 %r
}

define i32 @_ZN1B1hEi(i32 %x) {
  ret i32 %x
}

; CHECK-LABEL: define i32 @_ZN1A1fEi(i32 %x)
; CHECK: call i32 @_ZN1B1gEi(i32 %x) #[[NOINLINE:[0-9]+]]
; CHECK-LABEL: define i32 @_ZN1B1gEi(i32 %x)
; CHECK: call i32 @_ZN1B1hEi(i32 %x){{$}}

; CHECK-LABEL: define internal i32 @_ZN1A1fEi.record(
; CHECK-NOT: load i8
; CHECK: call i32 @_ZN1B1gEi.record(
; CHECK-LABEL: define internal i32 @_ZN1A1fEi.replay(
; CHECK: %[[LEAVES:.*]] = load i8
; CHECK: %[[STAYS:.*]] = icmp eq i8 %[[LEAVES]], 0
; CHECK: br i1 %[[STAYS]]
; CHECK: call i32 @_ZN1B1gEi.replay(
; CHECK: call void %{{.*}}(ptr %cutaway.context, ptr @cutaway.site, ptr @_ZN1B1gEi,
; CHECK-LABEL: define internal i32 @_ZN1A1fEi.zoom(
; CHECK: load i8
; CHECK: call i32 @_ZN1B1gEi.zoom(
; CHECK-LABEL: define internal i32 @_ZN1B1gEi.replay(
; CHECK-NOT: load i8
; CHECK: call i32 @_ZN1B1hEi.replay(
; CHECK: attributes #[[NOINLINE]] = { noinline }
