#include "textflag.h"

// The parent returns as from any call. The child has an empty stack of its own and never returns. It is called through a
// register, so that the linker does not check the depth of this stack.
#define CLONE_ONTO(begin) \
	MOVD	call+0(FP), R8; \
	MOVD	a1+8(FP), R0; \
	MOVD	a2+16(FP), R1; \
	MOVD	a3+24(FP), R2; \
	MOVD	ZR, R3; \
	MOVD	w1+32(FP), R4; \
	MOVD	w2+40(FP), R5; \
	SVC; \
	CBZ	R0, child; \
	MOVD	R0, pid+48(FP); \
	RET; \
child: \
	MOVD	ZR, R29; \
	MOVD	$begin(SB), R5; \
	CALL	(R5); \
	BRK

// func cloneStarter(call, a1, a2, a3, w1, w2 uintptr) (pid int)
TEXT ·cloneStarter(SB), NOSPLIT, $0-56
	CLONE_ONTO(·serveStarts)

// func cloneProgram(call, a1, a2, a3, w1, w2 uintptr) (pid int)
TEXT ·cloneProgram(SB), NOSPLIT, $0-56
	CLONE_ONTO(·becomeProgram)

// func threadStorage() (at uintptr)
TEXT ·threadStorage(SB), NOSPLIT, $0-8
	MRS	TPIDR_EL0, R0
	MOVD	R0, at+0(FP)
	RET

// func load(x *int32) (is int32)
TEXT ·load(SB), NOSPLIT, $0-12
	MOVD	x+0(FP), R0
	LDARW	(R0), R1
	MOVW	R1, is+8(FP)
	RET

// func store(x *int32, to int32)
TEXT ·store(SB), NOSPLIT, $0-12
	MOVD	x+0(FP), R0
	MOVW	to+8(FP), R1
	STLRW	R1, (R0)
	RET
