// Writes the counts of lines: the compiler's own counters, in gcov's format, one blob for each source.
#include "judge.h"

extern void __gcov_info_to_gcda(const void *info, void (*name)(const char *, void *), void (*dump)(const void *, unsigned, void *),
	void *(*allocate)(unsigned, void *), void *);
extern const void *const __start_judge_counters[] __attribute__((weak));
extern const void *const __stop_judge_counters[] __attribute__((weak));

static u8 text[1 << 20]; // the counters of one source
static u32 length;

static void add(const void *from, unsigned n, void *unused) {
	(void)unused;
	if (n <= sizeof text - length) copy_bytes(text + length, from, n), length += n;
}

// named puts the name of the file before the contents.
static void named(const char *path, void *unused) {
	const char *name = strrchr(path, '/');
	name = name ? name + 1 : path;
	add(name, (unsigned)strlen(name) + 1, unused);
}

static void *room(unsigned n, void *unused) {
	static u8 pool[1 << 16];
	static u32 used;
	(void)unused;
	if (n > sizeof pool - used) return 0;
	used += n;
	return pool + used - n;
}

int judge_begin(void) { return 0; }

void judge_last(void) {
	for (const void *const *info = __start_judge_counters; info < __stop_judge_counters; info++) {
		length = 0;
		__gcov_info_to_gcda(*info, named, add, room, 0);
		judge_blob(1, text, length);
	}
}

int judge_hopes(void) { return 1; }
