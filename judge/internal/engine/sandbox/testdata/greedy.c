// Programs that want too much: time, memory, output, processes. The first argument says which.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double cpu(void) { return (double)clock() / CLOCKS_PER_SEC; }
static void burn(double seconds) { for (double from = cpu(); cpu() - from < seconds;) {} }

static void nothing(void) {}
static void was_run(void) { exit(6); }
static void spin(void) { for (;;) {} }
static void *forever(void *unused) { for (;;) {} return unused; }
static void spin_threads(void) {
	pthread_t t;
	for (int i = 0; i < 3; i++) pthread_create(&t, 0, forever, 0);
	for (;;) {}
}
static void sleep_on(void) { for (;;) pause(); }
static void answer_then_hang(void) { puts("42"); fflush(stdout); sleep_on(); }
static void ignore_signals(void) {
	for (int s = 1; s < 65; s++) signal(s, SIG_IGN);
	sigset_t all;
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, 0);
	for (;;) {}
}
static void touch(void) {
	size_t size = 4UL << 30;
	char *p = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED) exit(3);
	for (size_t i = 0; i < size; i += 4096) p[i] = 1;
}
static void *touch_later(void *unused) {
	usleep(20000);
	touch();
	sleep_on();
	return unused;
}
static void touch_after_leaving(void) { // the first thread is gone, and with it what /proc says of the process
	pthread_t t;
	pthread_create(&t, 0, touch_later, 0);
	pthread_exit(0);
}
static void touch_in_children(void) { // none of them is over the limit by itself
	for (int i = 0; i < 8; i++)
		if (fork() == 0) {
			size_t size = 24 << 20;
			char *p = malloc(size);
			memset(p, i + 1, size);
			pause();
		}
	pause();
}
static void flood(int fd, size_t bytes) {
	static char block[1 << 16];
	memset(block, 'x', sizeof block);
	while (bytes > 0) {
		ssize_t n = write(fd, block, sizeof block);
		if (n < 0) exit(4);
		bytes -= n;
	}
}
static void flood_stdout(void) { flood(1, 16UL << 30); }
static void flood_stderr(void) { flood(2, 128UL << 20); puts("42"); }
static void hold_by_splice(void) { // one byte of each huge page, and all of it is kept
	size_t huge = 2 << 20;
	for (int n = 0; n < 600; n++) {
		static int wire[2], used = 16;
		if (used == 16 && (used = 0, pipe(wire) != 0)) exit(3);
		char *p = mmap(0, 2 * huge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (p == MAP_FAILED) exit(3);
		char *page = (char *)(((size_t)p + huge - 1) & ~(huge - 1));
		madvise(page, huge, MADV_HUGEPAGE);
		page[0] = 1;
		struct iovec one = {page, 1};
		if (vmsplice(wire[1], &one, 1, 0) != 1) exit(5);
		used++;
		munmap(p, 2 * huge);
	}
	sleep_on();
}
static void hold_in_pipes(void) {
	for (int n = 0; n < 20; n++) {
		int wire[2];
		if (pipe(wire) != 0) exit(3);
		if (fcntl(wire[1], F_SETPIPE_SZ, 1 << 20) > 0) exit(6);
	}
	exit(5);
}
static void larger_socket(void) {
	int pair[2], room = 1 << 30;
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) exit(3);
	if (setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &room, sizeof room) != 0) exit(5);
}
static void touch_far_apart(void) { // a page in every gigabyte, three times
	size_t apart = 1UL << 30, many = 20000;
	for (int n = 0; n < 3; n++) {
		char *p = mmap(0, apart * many, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (p == MAP_FAILED) exit(3);
		madvise(p, apart * many, MADV_NOHUGEPAGE);
		volatile char sum = 0;
		for (size_t i = 0; i < many; i++) sum += p[i * apart];
	}
	sleep_on();
}
static void many_small_maps(void) { // little is reserved, and each piece has tables of its own
	for (size_t i = 0; i < 30000; i++) {
		char *p = mmap((void *)((i + 64) << 30), 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
		if (p == MAP_FAILED) continue;
		volatile char c = *p;
		(void)c;
	}
	sleep_on();
}
static void reserve_room(int fd) {
	int got = 0;
	for (int mode = 1; mode < 128; mode++) got |= fallocate(fd, mode, 0, 1UL << 30) == 0;
	exit(got ? 6 : 5);
}
static void reserve_in_output(void) { reserve_room(1); }
static void reserve_in_scratch(void) { reserve_room(open("big", O_CREAT | O_WRONLY, 0600)); }
static void change_mode(void) {
	int fd = open("mine", O_CREAT | O_WRONLY, 0600);
	exit(fchmod(fd, 0755) == 0 ? 6 : 5);
}
static void change_device(void) { // to what it is
	struct stat in;
	exit(chmod("/dev/null", 0666) == 0 || (fstat(0, &in) == 0 && S_ISCHR(in.st_mode) && fchmod(0, in.st_mode & 07777) == 0) ? 6 : 5);
}
static void hold_unnamed(void) { // 40 MB at most in all it may have
	exit(memfd_create("x", 0) >= 0 ? 6 : 5);
}
static void run_own_file(void) { // which nobody may read, and so nobody count
	int from = open("/proc/self/exe", O_RDONLY), to = open("mine", O_CREAT | O_WRONLY, 0700);
	char block[65536];
	for (ssize_t n; (n = read(from, block, sizeof block)) > 0;)
		if (write(to, block, n) != n) exit(3);
	close(to);
	execl("mine", "mine", "was-run", (char *)0);
	exit(5);
}
static void load_own_file(void) { // as a linker does that was asked to run it
	int fd = open("code", O_CREAT | O_RDWR, 0700);
	if (write(fd, "x", 1) != 1) exit(3);
	exit(mmap(0, 1, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0) == MAP_FAILED ? 5 : 6);
}
static void *touch_450(void *block) { memset(block, 1, 450 << 20); return block; }
static void touch_at_once(void) { // by three threads, and then give it back
	pthread_t t[3];
	char *p[3];
	for (int i = 0; i < 3; i++) {
		p[i] = mmap(0, 450 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (p[i] == MAP_FAILED) exit(5);
	}
	for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, touch_450, p[i]);
	for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
	for (int i = 0; i < 3; i++) munmap(p[i], 450 << 20);
}
static void touch_and_exec(void) { // what another program held before this one counts
	volatile char *p = malloc(80 << 20);
	for (size_t i = 0; i < 80 << 20; i += 4096) p[i] = 1;
	execl("/proc/self/exe", "greedy", "nothing", (char *)0);
}
static void sparse_files(void) {
	for (int i = 0; i < 30; i++) {
		char name[8];
		sprintf(name, "%d", i);
		if (ftruncate(open(name, O_CREAT | O_WRONLY, 0600), 7 << 20) != 0) exit(4);
	}
	sleep_on();
}
static void unlinked_low(void) { // in the places of the files it was given
	for (int i = 0; i < 3; i++) {
		close(i);
		if (open("x", O_CREAT | O_WRONLY, 0600) != i) exit(4);
		unlink("x");
		flood(i, 7 << 20);
	}
	sleep_on();
}
static void mapped_files(void) { // open nowhere
	for (int i = 0; i < 8; i++) {
		int fd = open("x", O_CREAT | O_RDWR, 0600);
		if (fd < 0) exit(4);
		unlink("x");
		flood(fd, 6 << 20);
		if (mmap(0, 4096, PROT_READ, MAP_PRIVATE, fd, 0) == MAP_FAILED) exit(3);
		close(fd);
		usleep(20000);
	}
	sleep_on();
}
static void unlinked_files(void) { // what has no name any more is in no folder
	for (int i = 0; i < 200; i++) {
		int fd = open("x", O_CREAT | O_WRONLY, 0600);
		if (fd < 0) exit(4);
		unlink("x");
		flood(fd, 4 << 20);
	}
	sleep_on();
}
static void hide_shut(void) { // in a folder that was closed once it was full
	mkdir("closed", 0700);
	int fd = open(".", O_RDONLY);
	if (chdir("closed") != 0) exit(3);
	for (int i = 0; i < 3; i++) {
		char name[8];
		sprintf(name, "%d", i);
		int file = open(name, O_CREAT | O_WRONLY, 0600);
		if (i == 0) fchmodat(fd, "closed", 0, 0);
		if (file < 0) break;
		flood(file, 5 << 20);
		close(file);
	}
	sleep_on();
}
static void big_file(void) {
	int fd = open("big", O_CREAT | O_WRONLY, 0600);
	if (fd < 0) exit(3);
	signal(SIGXFSZ, SIG_IGN);
	flood(fd, 4UL << 30);
}
static void hide(void) { // what is not found by its name has no size
	for (int i = 0; i < 3; i++) {
		char name[8];
		sprintf(name, "%d", i);
		int fd = open(name, O_CREAT | O_WRONLY, 0600);
		flood(fd, 5 << 20);
		close(fd);
	}
	sleep_on();
}
static void hide_behind(void) {
	mkdir("closed", 0300);
	if (chdir("closed") == 0) hide();
}
static void hide_below(void) {
	char name[256];
	memset(name, 'd', 255);
	name[255] = 0;
	for (int i = 0; i < 1500; i++)
		if (mkdir(name, 0700) != 0 || chdir(name) != 0) exit(3);
	hide();
}
static void reserve(void) { // nothing of it is resident, but for the tables
	size_t block = 2 << 20, blocks = 200 << 10;
	char *p = mmap(0, block * blocks, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED) exit(3);
	madvise(p, block * blocks, MADV_NOHUGEPAGE);
	volatile char sum = 0;
	for (size_t i = 0; i < blocks; i++) sum += p[i * block];
	sleep_on();
}
static void many_files(void) {
	signal(SIGXFSZ, SIG_IGN);
	for (int i = 0; i < 1000; i++) {
		char name[16];
		sprintf(name, "f%d", i);
		int fd = open(name, O_CREAT | O_WRONLY, 0600);
		flood(fd, 4 << 20);
		close(fd);
	}
}
static void litter(void) { // what is hard to clear away
	mkdir("closed", 0700);
	close(open("closed/file", O_CREAT | O_WRONLY, 0600));
	mkdir("shut", 0);
	for (int i = 0; i < 200; i++) {
		mkdir("deeper-and-deeper", 0700);
		if (chdir("deeper-and-deeper") != 0) exit(3);
	}
	puts("42");
}
static void fork_many(void) {
	int made = 0;
	for (int i = 0; i < 1000; i++) {
		pid_t p = fork();
		if (p == 0) sleep_on();
		made += p > 0;
	}
	printf("%d\n", made);
	fflush(stdout);
}
static void fork_bomb(void) { for (;;) fork(); }
static void *wait_here(void *unused) { pause(); return unused; }
static void thread_many(void) {
	pthread_attr_t small;
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 65536);
	int made = 0;
	for (int i = 0; i < 1000; i++) {
		pthread_t t;
		made += pthread_create(&t, &small, wait_here, 0) == 0;
	}
	printf("%d\n", made);
	fflush(stdout);
	_exit(0);
}
static void leave_daemon(void) {
	if (fork() == 0) {
		setsid();
		if (fork() == 0) sleep_on();
		_exit(0);
	}
	usleep(20000);
	puts("42");
}
static void burn_in_grandchild(void) { // 0.05 s of CPU that nobody waits for
	int done[2];
	if (pipe(done) != 0) exit(3);
	if (fork() == 0) {
		if (fork() == 0) {
			burn(0.05);
			_exit(0);
		}
		_exit(0);
	}
	close(done[1]);
	char c;
	if (read(done[0], &c, 1) != 0) exit(3);
}
static void burn_in_turns(void) { // 0.1 s by children that are all waited for
	for (int i = 0; i < 25; i++) {
		if (fork() == 0) {
			burn(0.004);
			_exit(0);
		}
		wait(0);
	}
}
static void crowd(void) { // it and those it leaves, each in a session of its own, go on until there is something in a file
	for (int i = 0; i < 5; i++)
		if (fork() == 0) {
			setsid();
			sleep_on();
		}
	struct stat in;
	while (stat(getenv("GO_ON"), &in) != 0 || in.st_size == 0) usleep(1000);
	puts("42");
}
static void leave_files(void) { // of every kind
	static char zeros[100000];
	if (write(open("file", O_CREAT | O_WRONLY, 0600), "words", 5) != 5 || symlink(getenv("SECRET"), "link") || mkdir("folder", 0700) ||
		mkfifo("pipe", 0600) || symlink("/nowhere", "broken") || write(open("long", O_CREAT | O_WRONLY, 0600), zeros, sizeof zeros) < 0) exit(3);
}
static void *burn_some(void *unused) { burn(0.2); return unused; }
static void burn_beside(void) { // while the first thread sleeps, as Go's may
	pthread_t t;
	pthread_create(&t, 0, burn_some, 0);
	pthread_join(t, 0);
}
static void *burn_little(void *unused) {
	struct timespec own;
	do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &own);
	while (own.tv_nsec < 2000000);
	return unused;
}
static void burn_at_once(void) { // in many threads, and then sleep: it prints how many milliseconds that took
	struct timespec from, to;
	pthread_t all[100];
	clock_gettime(CLOCK_MONOTONIC, &from);
	for (int i = 0; i < 100; i++) if (pthread_create(&all[i], 0, burn_little, 0) != 0) exit(3);
	for (int i = 0; i < 100; i++) pthread_join(all[i], 0);
	clock_gettime(CLOCK_MONOTONIC, &to);
	printf("%ld\n", (to.tv_sec - from.tv_sec) * 1000 + (to.tv_nsec - from.tv_nsec) / 1000000);
	fflush(stdout);
	sleep_on();
}
static void burn_in_child(void) {
	if (fork() == 0) {
		burn(0.2);
		_exit(0);
	}
	wait(0);
}
static void nap(void) { // it wakes up now and then, and does next to nothing
	for (;;) {
		usleep(3000);
		burn(0.0002);
	}
}
static void burn_ms(void) { burn(0.001); }
static void burn_more(void) { burn(0.05); }
static void crash(void) { raise(SIGSEGV); }
static void give_up(void) { fputs("no way\n", stderr); abort(); }
static void close_input(void) { close(0); puts("42"); }

// The priority of a real-time program, or one that is better than others have.
static void outrank(void) {
	struct sched_param most = {1};
	exit(sched_setscheduler(0, SCHED_FIFO, &most) == 0 || setpriority(PRIO_PROCESS, 0, -5) == 0 ? 6 : 5);
}

static void keep_in_tmpfile(void) {
	FILE *f = tmpfile();
	int n = 0;
	if (f && fprintf(f, "42") == 2) rewind(f), fscanf(f, "%d", &n);
	printf("%d\n", n);
}


static struct { const char *name; void (*run)(void); } all[] = {
	{"load-own-file", load_own_file}, {"touch-at-once", touch_at_once}, {"touch-and-exec", touch_and_exec}, {"sparse-files", sparse_files},
	{"unlinked-low", unlinked_low}, {"mapped-files", mapped_files},
	{"nothing", nothing}, {"was-run", was_run}, {"spin", spin}, {"spin-threads", spin_threads}, {"sleep", sleep_on}, {"answer-then-hang", answer_then_hang},
	{"ignore-signals", ignore_signals}, {"touch", touch}, {"touch-in-children", touch_in_children}, {"flood-stdout", flood_stdout},
	{"flood-stderr", flood_stderr}, {"big-file", big_file}, {"many-files", many_files}, {"litter", litter}, {"fork-many", fork_many},
	{"fork-bomb", fork_bomb}, {"thread-many", thread_many}, {"leave-daemon", leave_daemon},
	{"crowd", crowd}, {"leave-files", leave_files}, {"burn-in-grandchild", burn_in_grandchild}, {"burn-ms", burn_ms}, {"burn-more", burn_more},
	{"hide-behind", hide_behind}, {"hide-below", hide_below}, {"reserve", reserve}, {"touch-after-leaving", touch_after_leaving}, {"burn-beside", burn_beside}, {"burn-in-child", burn_in_child}, {"burn-at-once", burn_at_once}, {"nap", nap}, {"burn-in-turns", burn_in_turns}, {"crash", crash}, {"give-up", give_up}, {"close-input", close_input},
	{"hold-by-splice", hold_by_splice}, {"hold-in-pipes", hold_in_pipes}, {"larger-socket", larger_socket},
	{"touch-far-apart", touch_far_apart}, {"many-small-maps", many_small_maps}, {"reserve-in-output", reserve_in_output},
	{"outrank", outrank}, {"keep-in-tmpfile", keep_in_tmpfile}, {"reserve-in-scratch", reserve_in_scratch}, {"unlinked-files", unlinked_files}, {"hide", hide}, {"change-mode", change_mode}, {"change-device", change_device}, {"hold-unnamed", hold_unnamed}, {"run-own-file", run_own_file}, {"hide-shut", hide_shut},
};

int main(int argc, char **argv) {
	for (unsigned i = 0; argc > 1 && i < sizeof all / sizeof *all; i++)
		if (strcmp(argv[1], all[i].name) == 0) {
			all[i].run();
			return 0;
		}
	return 99;
}
