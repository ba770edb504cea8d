; RUN-INSIDE: in_*
; Both flavours count a volatile load, so that the replayer knows where a change came in.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @in_poll(ptr %p) {
  %v = load volatile i32, ptr %p
  ret i32 %v
}

; CHECK-LABEL: define internal i32 @in_poll.record(
; CHECK: sub i64 %{{.*}}, 1
; CHECK: load volatile i32, ptr %p
; CHECK: icmp ne i32 %v,
; CHECK-LABEL: define internal i32 @in_poll.replay(
; CHECK: sub i64 %{{.*}}, 1
; CHECK: load volatile i32, ptr %p
; CHECK-NOT: icmp ne
; CHECK: ret i32
