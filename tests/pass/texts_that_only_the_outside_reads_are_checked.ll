; RUN-INSIDE: in_*
; What strtol and the like read is checked before the call, in the record flavour alone.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i64 @strtol(ptr, ptr, i32)
declare double @strtod(ptr, ptr)
declare i32 @puts(ptr)
declare i64 @strtoul(i64)

define i64 @in_number(ptr %text, i32 %base) {
  %r = call i64 @strtol(ptr %text, ptr null, i32 %base)
  ret i64 %r
}
define double @in_fraction(ptr %text) {
  %r = call double @strtod(ptr %text, ptr null)
  ret double %r
}
define i32 @in_line(ptr %text) {
  %r = call i32 @puts(ptr %text)
  ret i32 %r
}
define i64 @in_other(i64 %n) {
  %r = call i64 @strtoul(i64 %n)
  ret i64 %r
}

; CHECK-LABEL: define internal i64 @in_number.record(
; CHECK: [[HOOK:%.*]] = load ptr,
; CHECK: call void [[HOOK]](ptr %{{.*}}, ptr %text, i32 %base)
; CHECK: ret i64
; CHECK-LABEL: define internal i64 @in_number.replay(ptr swiftself %cutaway.context, ptr %text, i32 %base)
; CHECK-NOT: ptr %text, i32 %base)
; CHECK: ret i64
; CHECK-LABEL: define internal double @in_fraction.record(
; CHECK: call void %{{.*}}(ptr %{{.*}}, ptr %text, i32 -2)
; CHECK: ret double
; CHECK-LABEL: define internal i32 @in_line.record(
; CHECK: call void %{{.*}}(ptr %{{.*}}, ptr %text, i32 -3)
; CHECK: ret i32
; CHECK-LABEL: define internal i64 @in_other.record(
; CHECK-NOT: i32 -1)
; CHECK: ret i64
