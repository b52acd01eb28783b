// Makes system calls at random with arguments at random. Arguments: a seed, how many children do so one
// after another (where it may have none, it does so itself), whether signals may be among the calls, and then paths and numbers of processes to try.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static uint64_t state;
static uint64_t any(void) { // xorshift
	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}
static unsigned below(unsigned n) { return any() % n; }

static char *words[32];
static int nwords;
static char *pool; // memory whose content is at random, with paths in it
enum { size = 1 << 16 };

static void stir(void) {
	for (int i = 0; i < 64; i++) {
		uint64_t v = any();
		memcpy(pool + below(size - 8), &v, 8);
	}
	for (int i = 0; i < 8; i++) { // addresses, numbers and paths
		char *at = pool + below(size / 8 - 512) * 8;
		uint64_t v[4] = {(uint64_t)(pool + below(size)), below(4096), below(2), (uint64_t)-1};
		memcpy(at, v, sizeof v);
		strcpy(pool + below(size - 4096), words[below(nwords)]);
	}
}

static uint64_t argument(void) {
	static const uint64_t odd[] = {0, 1, 2, (uint64_t)-1, (uint64_t)-100, 0x7fffffff, 0x80000000, 0xffffffff, 1ULL << 32, 1ULL << 47, 1ULL << 63};
	switch (below(10)) {
	case 0: return odd[below(sizeof odd / sizeof *odd)];
	case 1: return any();
	case 2: return 1ULL << below(64);
	case 3: return below(16);
	case 4: return below(4096);
	case 5: return (uint64_t)words[below(nwords)];
	case 6: return atol(words[below(nwords)]); // the number of a process, if it is one
	case 7: return getppid();
	case 8: return getpid();
	default: return (uint64_t)(pool + below(size));
	}
}

static int skipped(long call, int signals) {
	switch (call) {
	case SYS_exit: case SYS_exit_group: case SYS_rt_sigreturn: // nothing would follow
#ifdef SYS_vfork
	case SYS_vfork: // of this stack
#endif
		return 1;
	case SYS_kill: case SYS_tkill: case SYS_tgkill: case SYS_rt_sigqueueinfo: case SYS_rt_tgsigqueueinfo:
	case SYS_pidfd_send_signal: case SYS_fcntl:
		return !signals;
	}
	return 0;
}

static void calls(int signals) {
	for (int i = 0; i < 500; i++) {
		stir();
		long call = below(475);
		if (!skipped(call, signals)) syscall(call, argument(), argument(), argument(), argument(), argument(), argument());
	}
	_exit(0);
}

int main(int argc, char **argv) {
	if (argc < 5) return 99;
	state = strtoull(argv[1], 0, 10) * 2654435761u + 88172645463325252ull;
	int children = atoi(argv[2]), signals = atoi(argv[3]), done = 0;
	static char *own[] = {".", "x", "/proc/self/fd/0", "/proc/self/mem", "/dev/null", "/dev/random", "/tmp", "/", "/proc/sys/kernel/hostname", "user.x"};
	for (unsigned i = 0; i < sizeof own / sizeof *own; i++) words[nwords++] = own[i];
	for (int i = 4; i < argc && nwords < 32; i++) words[nwords++] = argv[i];
	pool = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (pool == MAP_FAILED) return 3;
	for (; done < children; done++) {
		uint64_t seed = any();
		pid_t child = fork();
		if (child == 0) {
			state = seed;
			calls(signals);
		}
		if (child < 0) {
			if (write(1, "1\n", 2) == 2) alarm(1);
			calls(signals);
		}
		for (int i = 0; i < 40 && waitpid(child, 0, WNOHANG) == 0; i++) usleep(500 + 50 * i);
		kill(child, SIGKILL);
		waitpid(child, 0, 0);
	}
	printf("%d\n", done);
	return 0;
}
