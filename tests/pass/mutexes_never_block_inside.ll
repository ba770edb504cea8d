; RUN-INSIDE: in_*
; A lock is a counted trylock, and an outcall if that finds the mutex taken. The replay flavour takes both from
; the recording. Loads after it are checked again.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)

define i32 @in_lock(ptr %m, ptr %p) {
  %a = load i32, ptr %p
  %r = call i32 @pthread_mutex_lock(ptr %m)
  %b = load i32, ptr %p
  ret i32 %r
}
define i32 @in_unlock(ptr %m) {
  %r = call i32 @pthread_mutex_unlock(ptr %m)
  ret i32 %r
}

; CHECK-LABEL: define internal i32 @in_lock.record(
; CHECK: load volatile i32, ptr
; CHECK: sub i64 %{{.*}}, 1
; CHECK: [[TAKEN:%.*]] = call i32 %{{.*}}(ptr %cutaway.context, ptr %m)
; CHECK: icmp ne i32 [[TAKEN]],
; CHECK: icmp eq i32 [[TAKEN]], 16
; CHECK: %r = call i32 @pthread_mutex_lock(ptr %m)
; CHECK: phi i32 [ [[TAKEN]],
; CHECK: icmp ne i32 %b,
; CHECK-LABEL: define internal i32 @in_lock.replay(
; CHECK: load volatile i32, ptr
; CHECK: sub i64 %{{.*}}, 1
; CHECK: [[CELL:%.*]] = load i32, ptr inttoptr
; CHECK: icmp eq i32 [[CELL]], 16
; CHECK-NOT: call i32 @pthread_mutex_lock
; CHECK: phi i32 [ [[CELL]],
; CHECK-LABEL: define internal i32 @in_unlock.record(
; CHECK: sub i64 %{{.*}}, 1
; CHECK: %r = call i32 @pthread_mutex_unlock(ptr %m)
; CHECK: icmp ne i32 %r,
; CHECK-LABEL: define internal i32 @in_unlock.replay(
; CHECK: sub i64 %{{.*}}, 1
; CHECK-NOT: call i32 @pthread_mutex_unlock
; CHECK: load i32, ptr inttoptr
