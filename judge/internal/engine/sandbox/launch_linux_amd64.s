#include "textflag.h"

// The parent returns as from any call. The child has an empty stack of its own and never returns. begin takes its
// argument as Go's functions do.

// func cloneOnto(call, a1, a2, a3 uintptr, k key, begin, arg uintptr) (pid int)
TEXT ·cloneOnto(SB), NOSPLIT, $0-64
	MOVQ	call+0(FP), AX
	MOVQ	a1+8(FP), DI
	MOVQ	a2+16(FP), SI
	MOVQ	a3+24(FP), DX
	MOVQ	begin+40(FP), R12
	MOVQ	arg+48(FP), R13
	MOVQ	k+32(FP), R9
	XORL	R10, R10
	XORL	R8, R8
	SYSCALL
	TESTQ	AX, AX
	JZ	child
	MOVQ	AX, pid+56(FP)
	RET
child:
	XORL	BP, BP
	XORPS	X15, X15
	MOVQ	R13, AX
	CALL	R12
	INT	$3
