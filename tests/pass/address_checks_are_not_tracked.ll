; RUN-INSIDE: in_*
; RUN-ASAN
; AddressSanitizer's checks are in all flavours. What they load is not compared with a shadow of ours; a report is an
; outcall, and so is a known function that would be reported.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i64 @strlen(ptr)

define i32 @in_read(ptr %p) sanitize_address {
  %a = load i32, ptr %p
  ret i32 %a
}

define i64 @in_measure(ptr %p) sanitize_address {
  %n = call i64 @strlen(ptr %p)
  ret i64 %n
}

; CHECK-LABEL: define private i32 @in_read.record(
; CHECK: add i64 %{{.*}}, 2147450880
; CHECK: %[[VALUE:.*]] = load i8, ptr
; CHECK-NOT: -70368743808192
; CHECK: icmp ne i8 %[[VALUE]], 0
; CHECK: call void @__asan_report_load4(
; CHECK: %a = load i32, ptr %p
; CHECK: add i64 %{{.*}}, -70368743808192
; CHECK: icmp ne i32 %a,
; CHECK-LABEL: define internal i32 @in_read.replay(
; CHECK: add i64 %{{.*}}, 2147450880
; CHECK-NOT: call void @__asan_report_load4(
; CHECK: ret i32
; CHECK-LABEL: define private i64 @in_measure.record(
; CHECK: %[[POISONED:.*]] = call i32 %{{.*}}(ptr %cutaway.context, i32 6,
; CHECK: icmp eq i32 %[[POISONED]], 0
; CHECK: call i64 @strlen(
; CHECK-LABEL: define internal i64 @in_measure.replay(
; CHECK: call i64 @strlen(
; CHECK: ret i64
