// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See coroutine.h.
        .text

// int cutaway_save_point(ResumePoint*)
        .globl  cutaway_save_point
        .hidden cutaway_save_point
        .type   cutaway_save_point, @function
cutaway_save_point:
        .cfi_startproc
        endbr64
        movq    %rbx, 0(%rdi)
        movq    %rbp, 8(%rdi)
        movq    %r12, 16(%rdi)
        movq    %r13, 24(%rdi)
        movq    %r14, 32(%rdi)
        movq    %r15, 40(%rdi)
        leaq    8(%rsp), %rdx
        movq    %rdx, 48(%rdi)
        movq    (%rsp), %rdx
        movq    %rdx, 56(%rdi)
        xorl    %eax, %eax
        ret
        .cfi_endproc
        .size   cutaway_save_point, .-cutaway_save_point

// void cutaway_resume(const ResumePoint*)
        .globl  cutaway_resume
        .hidden cutaway_resume
        .type   cutaway_resume, @function
cutaway_resume:
        .cfi_startproc
        endbr64
        movq    0(%rdi), %rbx
        movq    8(%rdi), %rbp
        movq    16(%rdi), %r12
        movq    24(%rdi), %r13
        movq    32(%rdi), %r14
        movq    40(%rdi), %r15
        movq    56(%rdi), %rdx
        movq    48(%rdi), %rsp
        movl    $1, %eax
        jmp     *%rdx
        .cfi_endproc
        .size   cutaway_resume, .-cutaway_resume

// void cutaway_switch(void** save_stack_pointer, void* stack_pointer)
        .globl  cutaway_switch
        .hidden cutaway_switch
        .type   cutaway_switch, @function
cutaway_switch:
        .cfi_startproc
        endbr64
        pushq   %rbp
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rbp, 0
        pushq   %rbx
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rbx, 0
        pushq   %r12
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r12, 0
        pushq   %r13
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r13, 0
        pushq   %r14
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r14, 0
        pushq   %r15
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r15, 0
        movq    %rsp, (%rdi)
        movq    %rsi, %rsp
        popq    %r15
        .cfi_adjust_cfa_offset -8
        popq    %r14
        .cfi_adjust_cfa_offset -8
        popq    %r13
        .cfi_adjust_cfa_offset -8
        popq    %r12
        .cfi_adjust_cfa_offset -8
        popq    %rbx
        .cfi_adjust_cfa_offset -8
        popq    %rbp
        .cfi_adjust_cfa_offset -8
        ret
        .cfi_endproc
        .size   cutaway_switch, .-cutaway_switch

// First frame of a coroutine: rbx(r12). Unwinders and debuggers stop here.
        .globl  cutaway_coroutine_start
        .hidden cutaway_coroutine_start
        .type   cutaway_coroutine_start, @function
cutaway_coroutine_start:
        .cfi_startproc
        .cfi_undefined %rip
        endbr64
        movq    %r12, %rdi
        xorl    %ebp, %ebp
        callq   *%rbx
        ud2
        .cfi_endproc
        .size   cutaway_coroutine_start, .-cutaway_coroutine_start

        .section .note.GNU-stack,"",@progbits
