// The stream of words, and all the ways in which a program can end.
#include "judge.h"
#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

enum { STREAM = 4, ROOM = 1 << 16, CLOCK_EXIT = 86 };

static u8 buffer[ROOM];
static volatile u32 filled;
static volatile int open_;
static int over;

static sigjmp_buf back;
static volatile int trying;

int judge_safely(int (*ask)(void *), void *with) {
	if (sigsetjmp(back, 0)) {
		trying = 0;
		return 0;
	}
	trying = 1;
	int yes = ask(with);
	trying = 0;
	return yes;
}

// flush writes the buffer. A program that closed the descriptor has no record. It calls the kernel itself, because many
// programs in C have a write of their own, and the linker would take that.
static void flush(void) {
	u32 at = 0;
	while (open_ && at < filled) {
		long n = syscall(SYS_write, STREAM, buffer + at, (size_t)(filled - at));
		if (n > 0) {
			at += (u32)n;
		} else if (errno == EAGAIN) {
			struct pollfd ready = {STREAM, POLLOUT, 0};
			struct timespec second = {1, 0};
			syscall(SYS_ppoll, &ready, 1, &second, NULL, (size_t)0);
		} else if (errno != EINTR) {
			open_ = 0;
		}
	}
	filled = 0;
}

static void put_bytes(const void *from, u32 length) {
	const u8 *p = from;
	while (length > 0) {
		if (filled == ROOM) flush();
		u32 n = ROOM - filled < length ? ROOM - filled : length;
		copy_bytes(buffer + filled, p, n);
		filled += n, p += n, length -= n;
	}
}

void judge_whole(u8 a, u8 kind, u16 low, const void *data, u32 length) {
	if (filled + 4 + length > ROOM) flush();
	u8 *to = buffer + filled;
	to[0] = a, to[1] = kind, to[2] = (u8)low, to[3] = (u8)(low >> 8);
	copy_bytes(to + 4, data, length);
	filled += 4 + length; // last, because the clock may strike at any time
}

void judge_word(u8 a, u8 kind, u16 low) { judge_whole(a, kind, low, 0, 0); }

void judge_event(u8 a, u8 kind, u16 low, u64 x, u64 y) {
	u64 both[] = {x, y};
	judge_whole(a, kind, low, both, sizeof both);
}

void judge_blob(u8 kind, const void *data, u32 length) {
	judge_whole(kind, BLOB, 0, &length, 4);
	put_bytes(data, length);
	put_bytes("\0\0\0", -length & 3);
}

u16 judge_site(void *pc) {
	static void *address[1 << 13];
	static u16 number[1 << 13];
	static u16 count;
	static void *same;
	static u16 its;
	extern char __executable_start[];
	if (pc == same) return its;
	u32 at = (u32)((u64)pc * 0x9E3779B97F4A7C15u >> 51);
	for (int i = 0; i < 64; i++, at = (at + 1) & ((1 << 13) - 1)) {
		if (address[at] == pc) return same = pc, its = number[at];
		if (address[at]) continue;
		u32 offset = (u32)((char *)pc - __executable_start) - 1;
		address[at] = pc, number[at] = ++count;
		judge_whole(0, SITE, count, &offset, 4);
		return same = pc, its = count;
	}
	return 0;
}

static void finish(int clock) {
	if (over || !open_) return;
	over = 1;
	judge_last();
	judge_word((u8)clock, END, 0);
	flush();
	open_ = 0;
}

void __real__exit(int status) __attribute__((noreturn));
void __real__Exit(int status) __attribute__((noreturn));

static struct itimerval rest;

// strike ends the program when its time is up. After a quarter of the time it does so only if nothing can be found any
// more.
static void strike(int signal) {
	(void)signal;
	if (timerisset(&rest.it_value) && judge_hopes()) {
		setitimer(ITIMER_PROF, &rest, 0);
		timerclear(&rest.it_value);
		return;
	}
	finish(1);
	__real__exit(CLOCK_EXIT);
}

// crash handles a signal that ends the program; the signal takes effect when crash returns. During judge_safely the
// signal is our own.
static void crash(int signal) {
	(void)signal;
	if (trying) siglongjmp(back, 1);
	finish(0);
	struct sigaction usual;
	zero_bytes(&usual, sizeof usual);
	usual.sa_handler = SIG_DFL;
	sigaction(signal, &usual, 0);
	if (signal == SIGABRT || signal == SIGTERM) raise(signal);
}

static void catch(int signal, void (*handler)(int), int flags) {
	struct sigaction action;
	zero_bytes(&action, sizeof action);
	action.sa_handler = handler;
	action.sa_flags = flags;
	sigaction(signal, &action, 0);
}

static void ends(void) { finish(0); }

static void wind(void) {
	static char stack[1 << 16];
	stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
	sigaltstack(&other, 0);
	static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM};
	for (unsigned i = 0; i < sizeof fatal / sizeof *fatal; i++) catch(fatal[i], crash, SA_ONSTACK | SA_NODEFER);
	at_quick_exit(ends);
	const char *clock = getenv("JUDGE_CLOCK");
	if (clock) {
		long quarter = atol(clock) * 250; // in microseconds
		struct itimerval after = {{0, 0}, {quarter / 1000000, quarter % 1000000}};
		rest.it_value = (struct timeval){3 * quarter / 1000000, 3 * quarter % 1000000};
		catch(SIGPROF, strike, SA_ONSTACK | SA_RESTART);
		setitimer(ITIMER_PROF, &after, 0);
	}
}

__attribute__((constructor(101))) static void begin(void) {
	if (!getenv("JUDGE_CLOCK") && !getenv("JUDGE_PUZZLE")) return;
	int rows = judge_begin();
	if (rows < 0) return;
	open_ = 1;
	judge_word('S', 'J', (u16)('R' | '1' << 8));
	judge_word((u8)rows, 0, 0);
	wind();
}

__attribute__((destructor(101))) static void leave(void) { finish(0); }

void __wrap__exit(int status) {
	finish(0);
	__real__exit(status);
}
void __wrap__Exit(int status) {
	finish(0);
	__real__Exit(status);
}
