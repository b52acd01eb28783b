// Tells of the calls of the user's functions, by level, and of the writes to memory. The compiler reports both: the
// sanitizer's instrumentation each function and each store, and -finstrument-functions which functions are the user's.
#include "judge.h"
#include <stdarg.h>
#include <stdio.h>

enum { DEEP = 1 << 20, FUNCTIONS = 1 << 10, LEVELS = 1 << 10, MOST_CALLS = 20000, MOST_WRITES = 1000000, MOST_FILL = 10000 };

// A frame is a call that is under way. Those of the library belong to the place in the user's code that led to them.
static struct frame {
	char *low; // the lowest address of the function's frame
	char *end; // an address that is lower than those of all frames around it
	void *back; // where it returns to, in Rust
	u16 from;  // the place in the user's code that led here
	u16 own;   // the number of the function among the user's, from 1
	u8 told;
} stack[DEEP];
static int top;
static char *base; // the stack begins here

static struct function {
	void *entry;
	u16 site;
	u32 active;
} functions[FUNCTIONS + 1];
static u64 calls[FUNCTIONS + 1][LEVELS];
static u16 count;

static int on, told_calls, told_writes;
static __thread char self; // only the first thread is recorded
static char *owner;

static inline int listening(void) { return on && &self == owner; }

static inline u16 here(void *pc) { return stack[top].own ? judge_site(pc) : stack[top].from; }

// A store is reported before it happens, so its value is read when the next thing is reported.
static char *pending;
static u32 length;
static u16 place;

// A place that writes one value on and on, in order, fills a table: of that the beginning is told, and then
// so much that its size is known.
static int fills(char *a, u64 v) {
	static struct { char *at; u64 value; u32 run; } last[1 << 13];
	u16 p = place & ((1 << 13) - 1);
	last[p].run = v == last[p].value && a >= last[p].at ? last[p].run + 1 : 0;
	last[p].at = a, last[p].value = v;
	return last[p].run >= MOST_FILL && last[p].run % MOST_FILL;
}

static int owner_of(const char *a) { // the frame that an address on the stack is in
	int low = 1, high = top;
	while (low < high) {
		int middle = (low + high + 1) / 2;
		if (stack[middle].low > a) low = middle;
		else high = middle - 1;
	}
	return stack[low].low > a ? low + 1 : low;
}

// told tells of a store of at most 8 bytes.
static void told(char *a, u32 length) {
	u64 v = 0, x = (u64)a;
	u8 size = (u8)length;
	copy_bytes(&v, a, length);
	if (a >= stack[top].low - 4096 && a < base) {
		int f = owner_of(a);
		if (f > top) f = top;
		if (!stack[f].own) return; // a variable of the library's
		x = (u64)stack[f].own << 48 | ((u64)(a - stack[f].low) & 0xFFFFFFFFFFFFu);
		size |= 128;
	}
	if (!fills(a, v) && told_writes++ < MOST_WRITES) judge_event(size, STORE, place, x, v);
}

static void settle(void) {
	char *a = pending;
	if (!a) return;
	pending = 0;
	told(a, length > 8 ? 8 : length);
	if (length == 16) told(a + 8, 8);
}

static inline void written(char *a, u32 size, void *pc) {
	if (!listening() || told_writes >= MOST_WRITES) return;
	settle();
	pending = a, length = size, place = here(pc);
}

static void dropped(void) {
	struct frame *f = &stack[top--];
	if (f->own) functions[f->own].active--;
	if (f->told) judge_event(0, LEAVE, 0, 0, 0);
}

static void begun(void *from, char *low, char *end, void *back) {
	settle();
	while (top > 0 && stack[top].end <= end) dropped(); // frames that a jump left, or that Rust does not say the end of
	u16 site = here(from);
	if (top + 1 < DEEP) stack[++top] = (struct frame){low, end, back, site, 0, 0};
}

static void ended(void) {
	settle();
	if (top > 0) dropped();
}

static u16 numbered(void *entry) {
	u32 at = (u32)((u64)entry * 0x9E3779B97F4A7C15u >> 54);
	static u16 slots[FUNCTIONS * 2];
	while (slots[at] && functions[slots[at]].entry != entry) at = (at + 1) % (FUNCTIONS * 2);
	if (slots[at] || count == FUNCTIONS) return slots[at];
	functions[++count] = (struct function){entry, judge_site((char *)entry + 1), 0};
	return slots[at] = count;
}

// owned says that the function which has just begun is the user's.
static void owned(void *entry) {
	u16 f = numbered(entry);
	if (top == 0 || !f || stack[top].own) return;
	stack[top].own = f;
	u32 level = functions[f].active++;
	calls[f][level < LEVELS ? level : LEVELS - 1]++;
	if (told_calls++ < MOST_CALLS) {
		stack[top].told = 1;
		judge_event(0, ENTER, functions[f].site, f, stack[top].back ? judge_site(stack[top].back) : stack[top].from);
	}
}

int judge_begin(void) {
	base = (char *)__builtin_frame_address(0) + 65536;
	stack[0].low = base;
	owner = &self;
	on = 1;
	return 0;
}

void judge_last(void) {
	on = 0;
	for (u16 f = 1; f <= count; f++)
		for (u32 level = 0; level < LEVELS; level++)
			if (calls[f][level]) judge_event(0, LEVEL, functions[f].site, level, calls[f][level]);
}

int judge_hopes(void) { return 1; }

// --- what compilers call

#define CALLER __builtin_return_address(0)
#define LOW ((char *)__builtin_frame_address(0) + 16)
#define SIZES(X) X(1) X(2) X(4) X(8) X(16)
#define TSAN(s) \
	void __tsan_read##s(void *a) { (void)a; } \
	void __tsan_unaligned_read##s(void *a) { (void)a; } \
	void __tsan_volatile_read##s(void *a) { (void)a; } \
	void __tsan_unaligned_volatile_read##s(void *a) { (void)a; } \
	void __tsan_write##s(void *a) { written(a, s, CALLER); } \
	void __tsan_unaligned_write##s(void *a) { written(a, s, CALLER); } \
	void __tsan_volatile_write##s(void *a) { written(a, s, CALLER); } \
	void __tsan_unaligned_volatile_write##s(void *a) { written(a, s, CALLER); } \
	void __sanitizer_cov_load##s(void *a) { (void)a; } \
	void __sanitizer_cov_store##s(void *a) { written(a, s, CALLER); }
SIZES(TSAN)

void __tsan_init(void) {}
void __tsan_func_entry(void *from) {
	char *low = LOW;
	if (listening()) begun(from, low, low, 0);
}
void __tsan_func_exit(void) {
	if (listening()) ended();
}
void __attribute__((no_instrument_function)) __cyg_profile_func_enter(void *f, void *from) {
	(void)from;
	if (listening()) owned(f);
}
void __attribute__((no_instrument_function)) __cyg_profile_func_exit(void *f, void *from) { (void)f, (void)from; }

// Rust reports where functions begin, and nothing else. Which of them are the user's is found out afterwards. One that is
// inlined has the frame of the function around it, and does not end that.
void __sanitizer_cov_trace_pc(void) {
	if (!listening()) return;
	char *low = LOW, *end = __builtin_frame_address(1), *entry = (char *)CALLER - 1; // it keeps frame pointers
	void *back = ((void **)end)[1];
	settle();
	while (top > 0 && stack[top].end < end) dropped();
	int at = top;
	while (at > 0 && stack[at].end == end && stack[at].back == back && functions[stack[at].own].entry != entry) at--;
	int anew = at > 0 && stack[at].end == end && stack[at].back == back;
	while (anew && top >= at) dropped();
	begun(CALLER, low, anew || at < top ? end - 1 : end, back);
	stack[top].end = end;
	owned(entry);
}

static void ranged(char *to, const char *from, u64 size, void *pc) {
	if (!listening() || size == 0 || told_writes >= MOST_WRITES) return;
	settle();
	judge_event(0, RANGE, here(pc), (u64)to, ((u64)from & 0xFFFFFFFFFFFFu) | (size > 65535 ? 65535 : size) << 48);
	told_writes++;
}
void __tsan_read_range(void *a, u64 size) { (void)a, (void)size; }
void __tsan_write_range(void *a, u64 size) { (void)a, (void)size; }

// --- the library's functions that store without a report, and those that hand out memory

void *__real_memcpy(void *to, const void *from, size_t size);
void *__wrap_memcpy(void *to, const void *from, size_t size) {
	void *made = __real_memcpy(to, from, size);
	ranged(to, from, size, CALLER);
	return made;
}
void *__real_memmove(void *to, const void *from, size_t size);
void *__wrap_memmove(void *to, const void *from, size_t size) {
	ranged(to, from, size, CALLER);
	return __real_memmove(to, from, size);
}
void *__real_memset(void *to, int c, size_t size);
void *__wrap_memset(void *to, int c, size_t size) { return __real_memset(to, c, size); }

// block tells that memory was asked for (0), given back (1), or has another size now (2).
static void *block(u8 what, void *p, u64 size, void *pc) {
	if (!p || !listening() || told_writes >= MOST_WRITES) return p;
	settle();
	judge_event(what, BLOCK, pc ? here(pc) : 0, (u64)p, size);
	told_writes++;
	return p;
}
static void *died(void *p) { return block(1, p, 0, 0); }

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void __real_free(void *);
void *__wrap_malloc(size_t n) { return block(0, __real_malloc(n), n, CALLER); }
void *__wrap_calloc(size_t m, size_t n) { return block(0, __real_calloc(m, n), m * n, CALLER); }
void *__wrap_realloc(void *p, size_t n) {
	u64 old = (u64)p;
	void *made = __real_realloc(p, n);
	if (made == (void *)old) return block(2, made, n, CALLER);
	block(0, made, n, CALLER);
	if (made && old) ranged(made, (char *)old, n, CALLER);
	return made ? died((void *)old), made : 0;
}
void __wrap_free(void *p) { __real_free(died(p)); }
#define NEW(f) \
	void *__real_##f(size_t) __attribute__((weak)); \
	void *__wrap_##f(size_t n) { return block(0, __real_##f(n), n, CALLER); }
NEW(_Znwm)
NEW(_Znam)
#define DELETE(f, ...) \
	void __real_##f(void *p __VA_OPT__(, ) __VA_ARGS__) __attribute__((weak)); \
	void __wrap_##f(void *p __VA_OPT__(, ) __VA_ARGS__)
DELETE(_ZdlPv) { __real__ZdlPv(died(p)); }
DELETE(_ZdaPv) { __real__ZdaPv(died(p)); }
DELETE(_ZdlPvm, size_t n) { __real__ZdlPvm(died(p), n); }
DELETE(_ZdaPvm, size_t n) { __real__ZdaPvm(died(p), n); }

// --- what the library reads into the user's variables

#define READ(f, size) \
	void *__real_##f(void *in, void *to) __attribute__((weak)); \
	void *__wrap_##f(void *in, void *to) { \
		in = __real_##f(in, to); \
		written(to, size, CALLER); \
		return in; \
	}
#define EXTRACT(type, size) READ(_ZNSi10_M_extractI##type##EERSiRT_, size)
READ(_ZNSirsERi, 4)
READ(_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_, 1)
EXTRACT(j, 4) EXTRACT(f, 4) EXTRACT(l, 8) EXTRACT(m, 8) EXTRACT(x, 8) EXTRACT(y, 8) EXTRACT(d, 8)

// A string begins with where its text is and how long that is. A short text is within it.
#define READ_TEXT(f) \
	void *__real_##f(void *in, char **to) __attribute__((weak)); \
	void *__wrap_##f(void *in, char **to) { \
		in = __real_##f(in, to); \
		if (*to != (char *)(to + 2)) block(0, *to, (u64)to[1] + 1, CALLER); \
		written((char *)to, 8, CALLER), written((char *)(to + 1), 8, CALLER); \
		for (u64 i = 0; i < (u64)to[1]; i++) written(*to + i, 1, CALLER); \
		return in; \
	}
READ_TEXT(_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE)
READ_TEXT(_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE)

static int scanned(const char *f, va_list all, void *pc) {
	va_list places;
	va_copy(places, all);
	int n = vscanf(f, all);
	for (int left = n; left > 0 && (f = strchr(f, '%')); f++) {
		u32 size = 4;
		for (f++; *f >= '0' && *f <= '9'; f++) {}
		for (; *f && strchr("hlL", *f); f++) size = *f == 'h' ? size / 2 : *f == 'l' ? 8 : 16;
		if (!*f || strchr("%*n", *f)) continue;
		int text = *f == 's' || *f == '[';
		if (text || *f == 'c') size = 1;
		char *to = va_arg(places, char *);
		for (u64 i = 0, end = text ? strlen(to) + 1 : 1; i < end; i++) written(to + i * size, size, pc);
		left--;
	}
	va_end(places);
	return n;
}
#define SCAN(f) \
	int __wrap_##f(const char *format, ...) { \
		va_list all; \
		va_start(all, format); \
		int n = scanned(format, all, CALLER); \
		va_end(all); \
		return n; \
	}
SCAN(scanf)
SCAN(__isoc99_scanf)
SCAN(__isoc23_scanf)
