// Counts how often each block of a program in Rust ran: the stretches of code without a jump, of which the compiler gives
// a table.
#include "judge.h"

enum { BLOCKS = 1 << 18 };

static u64 runs[BLOCKS + 1];
static const u64 *table; // for each block its address, and 1 if a function begins with it
static u32 count;

void __sanitizer_cov_trace_pc_guard_init(u32 *from, u32 *to) {
	while (from < to && !*from && count < BLOCKS) *from++ = ++count;
}

void __sanitizer_cov_trace_pc_guard(u32 *block) { runs[*block]++; }

void __sanitizer_cov_pcs_init(const u64 *from, const u64 *to) { (void)to, table = from; }

int judge_begin(void) { return 0; }

// judge_last writes a blob: for each block the address, with the top bit if a function begins there, and the count.
void judge_last(void) {
	u32 length = 16 * count;
	judge_whole(3, BLOB, 0, &length, 4);
	for (u32 i = 0; i < count; i++) {
		u64 both[] = {table[2 * i] | table[2 * i + 1] << 63, runs[i + 1]};
		put_bytes(both, sizeof both);
	}
}

int judge_hopes(void) { return 1; }
