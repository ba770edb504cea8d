; RUN-INSIDE: in_*
; A function that is declared with other types than the known one of that name is unknown; so is one with a body.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i64 @isalpha(i64)
define i32 @isspace(i32 %c) noinline {
  ret i32 %c
}

define i32 @in_class(ptr %p, i64 %c) {
  %a = load i32, ptr %p
  %x = call i64 @isalpha(i64 %c)
  %b = load i32, ptr %p
  %y = call i32 @isspace(i32 %b)
  ret i32 %y
}

; CHECK-LABEL: define internal i32 @in_class.record(
; CHECK: icmp ne i32 %a,
; CHECK: call void {{.*}} @isalpha, ptr %cutaway.slots
; CHECK: call i64 @isalpha(
; CHECK: icmp ne i32 %b,
; CHECK: call void {{.*}} @isspace, ptr %cutaway.slots
; CHECK: call i32 @isspace(
