// Takes memory and touches it, in large pages where there are some: a kernel may take long to give many small ones.
//judge:problem aplusb
//judge:expect MLE aplusb/*
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
int main(void) {
	for (;;) {
		char *p = aligned_alloc(2 << 20, 2 << 20);
		if (!p) abort();
		madvise(p, 2 << 20, MADV_HUGEPAGE);
		memset(p, 1, 2 << 20);
	}
}
