#include "textflag.h"

// The parent comes back as from any call. The child finds nothing on its own stack, and never comes back;
// it is called through a register, since the depth of this stack is not its concern.
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
