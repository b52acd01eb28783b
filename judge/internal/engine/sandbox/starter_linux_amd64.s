#include "textflag.h"

// The parent returns as from any call. The child has an empty stack of its own and never returns. It is called through a
// register, so that the linker does not check the depth of this stack.
#define CLONE_ONTO(begin) \
	MOVQ	call+0(FP), AX; \
	MOVQ	a1+8(FP), DI; \
	MOVQ	a2+16(FP), SI; \
	MOVQ	a3+24(FP), DX; \
	XORL	R10, R10; \
	MOVQ	w1+32(FP), R8; \
	MOVQ	w2+40(FP), R9; \
	SYSCALL; \
	TESTQ	AX, AX; \
	JZ	child; \
	MOVQ	AX, pid+48(FP); \
	RET; \
child: \
	XORL	BP, BP; \
	MOVQ	$begin(SB), AX; \
	CALL	AX; \
	INT	$3

// func cloneStarter(call, a1, a2, a3, w1, w2 uintptr) (pid int)
TEXT ·cloneStarter(SB), NOSPLIT, $0-56
	CLONE_ONTO(·serveStarts)

// func cloneProgram(call, a1, a2, a3, w1, w2 uintptr) (pid int)
TEXT ·cloneProgram(SB), NOSPLIT, $0-56
	CLONE_ONTO(·becomeProgram)

// func load(x *int32) (is int32)
TEXT ·load(SB), NOSPLIT, $0-12
	MOVQ	x+0(FP), AX
	MOVL	(AX), AX
	MOVL	AX, is+8(FP)
	RET

// func store(x *int32, to int32)
TEXT ·store(SB), NOSPLIT, $0-12
	MOVQ	x+0(FP), AX
	MOVL	to+8(FP), CX
	XCHGL	CX, (AX)
	RET
