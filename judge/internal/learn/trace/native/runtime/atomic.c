// What compilers call for atomic variables, virtual functions and checks: the runtimes do nothing with them.
#include "judge.h"

void __tsan_vptr_update(void **a, void *b) { (void)a, (void)b; }
void __tsan_vptr_read(void **a) { (void)a; }
void __ubsan_handle_type_mismatch_v1(void *what, void *a) { (void)what, (void)a; }
void __tsan_atomic_thread_fence(int order) { (void)order, __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int order) { (void)order, __atomic_signal_fence(__ATOMIC_SEQ_CST); }

#define RMW(bits, T, op) \
	T __tsan_atomic##bits##_fetch_##op(volatile T *a, T v, int order) { return (void)order, __atomic_fetch_##op(a, v, __ATOMIC_SEQ_CST); }
#define SWAP(bits, T, name, weak) \
	int __tsan_atomic##bits##_compare_exchange_##name(volatile T *a, T *c, T v, int order, int failed) { \
		return (void)order, (void)failed, __atomic_compare_exchange_n(a, c, v, weak, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
	}
#define ATOMIC(bits, T) \
	T __tsan_atomic##bits##_load(const volatile T *a, int order) { return (void)order, __atomic_load_n(a, __ATOMIC_SEQ_CST); } \
	void __tsan_atomic##bits##_store(volatile T *a, T v, int order) { \
		(void)order; \
		__atomic_store_n(a, v, __ATOMIC_SEQ_CST); \
	} \
	T __tsan_atomic##bits##_exchange(volatile T *a, T v, int order) { return (void)order, __atomic_exchange_n(a, v, __ATOMIC_SEQ_CST); } \
	RMW(bits, T, add) RMW(bits, T, sub) RMW(bits, T, and) RMW(bits, T, or) RMW(bits, T, xor) RMW(bits, T, nand) \
	SWAP(bits, T, strong, 0) SWAP(bits, T, weak, 1) \
	T __tsan_atomic##bits##_compare_exchange_val(volatile T *a, T c, T v, int order, int failed) { \
		(void)order, (void)failed; \
		__atomic_compare_exchange_n(a, &c, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
		return c; \
	}
ATOMIC(8, u8)
ATOMIC(16, u16)
ATOMIC(32, u32)
ATOMIC(64, u64)
