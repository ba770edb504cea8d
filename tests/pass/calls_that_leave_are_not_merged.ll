; RUN-INSIDE: f
; A failure is known by its line: calls of the outside, and those that do not return, stay apart in every flavour. Calls
; that stay inside may be merged.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare void @abort() noreturn
declare void @outside(i32)
declare i64 @strlen(ptr)
declare void @llvm.trap()

define i64 @f(i32 %x, ptr %p, ptr %indirect) {
  call void @outside(i32 %x)
  call void %indirect()
  %n = call i64 @strlen(ptr %p)
  %bad = icmp eq i64 %n, 0
  br i1 %bad, label %fail, label %worse
fail:
  call void @abort()
  unreachable
worse:
  call void @llvm.trap()
  unreachable
}

; CHECK-LABEL: define i64 @f(
; CHECK: call void @outside(i32 %x) #[[NOMERGE:[0-9]+]]
; CHECK: call void %indirect() #[[NOMERGE]]
; CHECK: call i64 @strlen(ptr %p){{$}}
; CHECK: call void @abort() #[[NOMERGE]]
; CHECK: call void @llvm.trap() #[[NOMERGE]]

; CHECK-LABEL: define internal i64 @f.replay(
; CHECK: call void %{{.*}}(ptr %cutaway.context, ptr @cutaway.site{{.*}}, ptr @outside, {{.*}}) #[[NOMERGE]]
; CHECK: call void %{{.*}}(ptr %cutaway.context, ptr @cutaway.site{{.*}}, ptr @abort, {{.*}}) #[[NOMERGE]]

; CHECK: attributes #[[NOMERGE]] = { nomerge }
