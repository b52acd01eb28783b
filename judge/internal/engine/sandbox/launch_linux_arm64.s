#include "textflag.h"

// The parent returns as from any call. The child has an empty stack of its own and never returns. begin takes its
// argument as Go's functions do.

// func cloneOnto(call, a1, a2, a3 uintptr, k key, begin, arg uintptr) (pid int)
TEXT ·cloneOnto(SB), NOSPLIT, $0-64
	MOVD	call+0(FP), R8
	MOVD	a1+8(FP), R0
	MOVD	a2+16(FP), R1
	MOVD	a3+24(FP), R2
	MOVD	begin+40(FP), R20
	MOVD	arg+48(FP), R21
	MOVD	k+32(FP), R5
	MOVD	ZR, R3
	MOVD	ZR, R4
	SVC
	CBZ	R0, child
	MOVD	R0, pid+56(FP)
	RET
child:
	MOVD	ZR, R29
	MOVD	R21, R0
	CALL	(R20)
	BRK
