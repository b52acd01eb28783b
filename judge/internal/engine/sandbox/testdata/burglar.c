// Tries what no submission may do, and says of each attempt that succeeded: "breach: ...".
// Arguments: the number of a process that is none of its business, a secret file, a file to spoil, a
// folder to write in, a home folder.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static int tries;
static void try(int succeeded, const char *what) {
	tries++;
	if (succeeded) printf("breach: %s\n", what);
}
static int opens(const char *path, int flags) {
	int fd = open(path, flags, 0600);
	if (fd >= 0) close(fd);
	return fd >= 0;
}
static int lists(const char *path) {
	DIR *d = opendir(path);
	if (d) closedir(d);
	return d != 0;
}

static void files(const char *secret, const char *spoil, const char *folder, const char *home) {
	char path[4096];
	try(opens(secret, O_RDONLY), "read a secret file");
	try(opens(spoil, O_WRONLY), "open a file to write");
	try(opens(spoil, O_WRONLY | O_TRUNC), "truncate a file");
	try(truncate(spoil, 0) == 0, "truncate a file by name");
	try(chmod(spoil, 0777) == 0, "change a file's mode");
	try(utimensat(AT_FDCWD, spoil, 0, 0) == 0, "change a file's time");
	try(unlink(spoil) == 0, "remove a file");
	try(rename(spoil, "mine") == 0, "take a file away");
	try(link(spoil, "mine") == 0, "link a file");
	try(chmod(folder, 0) == 0, "change a folder's mode");
	snprintf(path, sizeof path, "%s/planted", folder);
	try(opens(path, O_CREAT | O_WRONLY), "make a file outside");
	try(mkdir(path, 0700) == 0, "make a folder outside");
	try(symlink("/", path) == 0, "make a link outside");
	try(lists(folder), "list a folder");
	try(lists(home), "list the home folder");
	try(opens("/etc/passwd", O_RDONLY), "read /etc/passwd");
	try(opens("/etc/shadow", O_RDONLY), "read /etc/shadow");
	try(opens("/usr/bin/planted", O_CREAT | O_WRONLY), "write in /usr/bin");
	try(opens("/proc/sys/kernel/hostname", O_WRONLY), "open a kernel setting to write");
	try(opens("/proc/sysrq-trigger", O_WRONLY), "open sysrq");
	try(opens("/dev/shm/planted", O_CREAT | O_RDWR), "share memory by name");
	try(opens("/var/tmp/planted", O_CREAT | O_WRONLY), "write in /var/tmp");
	try(opens("/dev/tty", O_RDWR), "open the terminal");
	static const char *of_machine[] = {"slabinfo", "vmallocinfo", "timer_list", "keys", "interrupts", "kallsyms", "modules", "zoneinfo", "mounts/../../diskstats", "locks", "own/slabinfo", "own/cpuinfo"};
	for (unsigned i = 0; i < sizeof of_machine / sizeof *of_machine; i++) {
		snprintf(path, sizeof path, "/proc/%s", of_machine[i]);
		try(opens(path, O_RDONLY), path);
	}
	const char *needed[] = {"cpuinfo", "meminfo", "self/maps", "self/status", "self/fd", "thread-self/stat", "self/auxv"};
	for (unsigned i = 0; i < sizeof needed / sizeof *needed; i++) {
		snprintf(path, sizeof path, "/proc/%s", needed[i]);
		if (!opens(path, O_RDONLY)) printf("breach: a runtime may not read %s\n", path);
	}
	// A link in the scratch folder leads to what lies behind it, no further.
	try(symlink(secret, "window") == 0 && opens("window", O_RDONLY), "read through a link");
}

static void input(void) {
	try(opens("/proc/self/fd/0", O_WRONLY), "open the input to write");
	try(opens("/dev/stdin", O_RDWR), "open /dev/stdin to write");
	try(fchmod(0, 0) == 0, "change the input's mode");
	try(futimens(0, 0) == 0, "change the input's time");
	try(chmod("/proc/self/fd/0", 0) == 0, "change the input's mode by name");
	int flags = 0;
	try(ioctl(0, FS_IOC_GETFLAGS, &flags) == 0 && (flags ^= FS_NODUMP_FL, ioctl(0, FS_IOC_SETFLAGS, &flags) == 0), "change the input's flags");
	try(write(0, "x", 1) == 1, "write to the input");
	try(ftruncate(0, 0) == 0, "truncate the input");
	try(openat(0, "..", O_RDONLY) >= 0, "go up from the input");
	try(fcntl(0, F_SETLEASE, F_RDLCK) == 0, "keep others from writing the input");
	unsigned long hint = 2;
	try(fcntl(0, 1036, &hint) == 0, "tell the kernel how long the input will last");
	for (int mode = 1; mode < 128; mode++) try(fallocate(1, mode, 0, 4096) == 0, "room beyond the output's end");
	for (int fd = 3; fd < 1024; fd++) try(fcntl(fd, F_GETFD) != -1, "an open file was left over");
}

// A program that can watch files learns what the judge does.
static void watching(const char *folder) {
	int in = inotify_init1(0);
	try(in >= 0, "inotify");
	try(inotify_add_watch(in, folder, IN_ALL_EVENTS) >= 0, "be told of a folder");
	try(syscall(SYS_fanotify_init, 0, 0) >= 0, "fanotify");
	try(syscall(SYS_fanotify_init, 0x200, 0) >= 0, "fanotify as an ordinary user may");
	int fd = open("/", O_RDONLY);
	try(fd >= 0 && fcntl(fd, F_NOTIFY, DN_CREATE) == 0, "be told of a folder the old way");
	try(opens("/dev/random", O_WRONLY), "open /dev/random to write");
	try(opens("/dev/urandom", O_RDWR), "open /dev/urandom to write");
}

static void processes(pid_t victim) {
	char path[64], byte;
	struct iovec mine = {&byte, 1}, theirs = {(void *)0x400000, 1};
	pid_t parent = getppid();
	for (int i = 0; i < 2; i++) {
		pid_t p = i ? victim : parent;
		if (p == 0) continue; // the parent is outside the namespace: it has no number here
		const char *who = i ? "another process" : "the parent";
		printf("# %s\n", who);
		try(kill(p, 0) == 0, "know of it by a signal");
		try(kill(p, SIGCONT) == 0, "send it a signal");
		try(kill(p, SIGKILL) == 0, "kill it");
		try(syscall(SYS_tgkill, p, p, SIGTERM) == 0, "signal its thread");
		try(syscall(SYS_tkill, p, SIGTERM) == 0, "signal it as a thread");
		try(ptrace(PTRACE_ATTACH, p, 0, 0) == 0, "trace it");
		try(process_vm_readv(p, &mine, 1, &theirs, 1, 0) == 1, "read its memory");
		try(setpriority(PRIO_PROCESS, p, 19) == 0, "slow it down");
		struct rlimit none = {0, 0};
		try(prlimit(p, RLIMIT_NOFILE, &none, 0) == 0, "limit it");
		cpu_set_t one;
		CPU_ZERO(&one);
		CPU_SET(0, &one);
		try(sched_setaffinity(p, sizeof one, &one) == 0, "tie it to a processor");
		int fd = syscall(SYS_pidfd_open, p, 0);
		try(fd >= 0, "learn that it is there, and when it ends");
		try(fd >= 0 && syscall(SYS_pidfd_send_signal, fd, SIGTERM, 0, 0) == 0, "signal it by descriptor");
		try(fd >= 0 && syscall(SYS_pidfd_getfd, fd, 0, 0) >= 0, "take its files");
		const char *of[] = {"environ", "mem", "maps", "cmdline", "fd", "root", "cwd"};
		for (unsigned k = 0; k < sizeof of / sizeof *of; k++)
			for (int own = 0; own < 2; own++) {
				snprintf(path, sizeof path, "/proc/%s%d/%s", own ? "own/" : "", p, of[k]);
				try(opens(path, O_RDONLY), path);
			}
	}
	int wire[2]; // a pipe that signals whom it is told to, when something comes
	if (pipe(wire) == 0) {
		fcntl(wire[0], F_SETOWN, victim);
		fcntl(wire[0], F_SETSIG, SIGKILL);
		fcntl(wire[0], F_SETFL, O_ASYNC);
		try(write(wire[1], "x", 1) != 1, "not even write to a pipe of its own"); // the rest is seen by the victim
		close(wire[0]);
		close(wire[1]);
	}
	try(kill(-1, 0) == 0 && kill(-1, SIGCONT) == 0 && victim != 0 && kill(victim, 0) == 0, "signal everybody");
	try(setpriority(PRIO_USER, 0, 19) == 0, "slow the user down");
	try(setpriority(PRIO_PROCESS, 0, 19) == 0, "give way to others, so that the judge waits");
	struct sched_param none = {0};
	try(sched_setscheduler(0, SCHED_IDLE, &none) == 0, "run only when nobody else does");
	try(ptrace(PTRACE_TRACEME, 0, 0, 0) == 0, "be traced");
}

static void network(void) {
	int families[] = {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK, AF_PACKET, AF_VSOCK, AF_ALG};
	int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET};
	for (unsigned f = 0; f < sizeof families / sizeof *families; f++)
		for (unsigned t = 0; t < sizeof types / sizeof *types; t++) {
			char what[64];
			snprintf(what, sizeof what, "a socket of family %d, type %d", families[f], types[t]);
			try(socket(families[f], types[t], 0) >= 0, what);
		}
	int pair[2];
	try(socketpair(AF_INET, SOCK_STREAM, 0, pair) == 0, "a pair of internet sockets");
	try(socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0, "a socket that sends to any address");
	try(socketpair(AF_UNIX, SOCK_RAW | SOCK_CLOEXEC, 0, pair) == 0, "a socket that sends to any address, by another name");
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) puts("breach: a pair of sockets of its own was refused");
	struct sockaddr_un abstract = {AF_UNIX, "\0judge-test"};
	try(connect(pair[0], (struct sockaddr *)&abstract, sizeof abstract) == 0, "connect to an abstract socket");
	try(bind(pair[0], (struct sockaddr *)&abstract, sizeof abstract) == 0, "bind an abstract socket");
	try(syscall(SYS_io_uring_setup, 8, calloc(1, 256)) >= 0, "set up io_uring");
}

// The kernel answers to other numberings of its calls too, which a filter might not have thought of.
static void other_numbers(void) {
#ifdef __x86_64__
	try(syscall(0x40000000 + SYS_getpid) > 0, "call by x32 numbers");
#endif
}

// A child, or a table of open files beside the program's own, would have to be watched.
static void *idle(void *unused) { return unused; }
static int child(void *unused) { (void)unused; return 0; }
static void children(void) {
	static char stack[65536];
	struct { unsigned long flags, v[10]; } wanted = {SIGCHLD, {0}};
	try(fork() >= 0, "fork");
#ifdef SYS_vfork
	try(syscall(SYS_vfork) >= 0, "vfork");
#endif
	try(syscall(SYS_clone3, &wanted, sizeof wanted) >= 0, "clone3");
	int flags[] = {SIGCHLD, CLONE_VM, CLONE_VM | CLONE_VFORK, CLONE_PARENT | CLONE_VM, CLONE_VM | CLONE_SIGHAND | CLONE_THREAD};
	for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++)
		try(clone(child, stack + sizeof stack, flags[i], 0) > 0, "a child, or a thread with files of its own");
	for (unsigned long guess = 0; guess < 4; guess++) // the key that a helper adds
		try(syscall(SYS_clone, CLONE_VM, stack + sizeof stack, 0, 0, guess, guess) > 0, "a child, by guessing");
	try(posix_spawn(&(pid_t){0}, "/bin/true", 0, 0, (char *[]){"true", 0}, 0) == 0, "posix_spawn");
	try(system("true") == 0, "system");
	try(syscall(SYS_close_range, ~0u, ~0u, 2) == 0, "a table of open files of its own");
	pthread_t t;
	if (pthread_create(&t, 0, idle, 0) != 0 || pthread_join(t, 0) != 0) puts("breach: a thread was refused");
	int most = 0;
	while (dup(1) >= 0) most++;
	try(most > 64, "more than 64 open files");
	syscall(SYS_close_range, 3, ~0u, 0);
}

// Memory that the kernel keeps, and that no figure counts.
static void kept(void) {
	try(prctl(78, 1, 1 << 20, 0, 0) == 0, "a table of the machine's own for futexes");
	struct flock part = {.l_type = F_WRLCK, .l_len = 1};
	int fd = open("locked", O_CREAT | O_RDWR, 0600);
	try(fcntl(fd, F_SETLK, &part) == 0, "lock a part of a file");
	try(fcntl(fd, 37, &part) == 0, "lock a part of an open file");
	int system = open("/bin/sh", O_RDONLY);
	try(flock(system, LOCK_EX | LOCK_NB) == 0, "lock a file that other programs see");
	unsigned long rights = 1;
	try(syscall(SYS_landlock_create_ruleset, &rights, sizeof rights, 0) >= 0, "make rules for files");
	try(syscall(SYS_seccomp, 0, 0, 0) == 0 || prctl(PR_SET_SECCOMP, 1) == 0, "filter calls");
	try(syscall(SYS_mbind, 0, 0, 0, 0, 0, 0) == 0, "a policy for an area of memory");
	try(mq_open("/x", O_CREAT | O_RDWR, 0600, 0) != -1, "a queue of messages");
}

// Memory that no process is charged for once it is not mapped.
static void memory(void) {
	try(syscall(SYS_memfd_create, "x", 0) >= 0, "a file in memory");
	try(mmap(0, 4096, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED, "memory to share");
	try(opens("/dev/zero", O_RDWR), "memory to share, from a device");
	try(mmap(0, 2 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0) != MAP_FAILED, "memory of the machine's large pages");
	try(prctl(42, 0, 0, 0, 0) != 1 || prctl(41, 0, 0, 0, 0) == 0, "large pages, of which a part is held");
	long ring = 0;
	try(syscall(SYS_io_setup, 1000, &ring) == 0, "a ring for asynchronous input");
	int wire[2], pair[2], room = 1 << 20;
	if (pipe(wire) != 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) puts("breach: no pipe or sockets of its own");
	char byte = 1;
	struct iovec one = {&byte, 1};
	try(fcntl(wire[0], F_SETPIPE_SZ, room) > 0, "a larger pipe");
	try(vmsplice(wire[1], &one, 1, 0) == 1, "refer to a page in a pipe");
	try(sendfile(wire[1], 0, 0, 1) >= 0, "send a file into a pipe");
	try(splice(0, 0, wire[1], 0, 1, 0) >= 0, "splice a file into a pipe");
	try(tee(wire[0], wire[1], 1, 0) >= 0, "copy a pipe by reference");
	int options[] = {SO_SNDBUF, SO_RCVBUF, SO_SNDBUFFORCE, SO_RCVBUFFORCE};
	for (unsigned i = 0; i < sizeof options / sizeof *options; i++)
		try(setsockopt(pair[0], SOL_SOCKET, options[i], &room, sizeof room) == 0, "a larger socket");
	struct msghdr message = {.msg_iov = &one, .msg_iovlen = 1};
	try(sendmsg(pair[0], &message, 0) >= 0, "send a message that may hold files");
	try(syscall(SYS_prctl, PR_SET_DUMPABLE, 0, 0, 0, 0) == 0, "close itself to the helper");
}

static void kernel(void) {
	static char stack[65536];
	int spaces[] = {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP};
	for (unsigned i = 0; i < sizeof spaces / sizeof *spaces; i++) {
		try(unshare(spaces[i]) == 0, "unshare");
		try(clone(child, stack + sizeof stack, spaces[i] | SIGCHLD, 0) > 0, "clone into a namespace");
	}
	struct { unsigned long flags, v[10]; } wanted = {CLONE_NEWUSER, {0}};
	long p = syscall(SYS_clone3, &wanted, sizeof wanted);
	if (p == 0) _exit(0);
	try(p > 0, "clone3 into a namespace");
	try(mount("none", ".", "tmpfs", 0, 0) == 0, "mount");
	try(umount2("/proc", MNT_DETACH) == 0, "unmount");
	try(chroot(".") == 0, "chroot");
	try(syscall(SYS_bpf, 0, 0, 0) >= 0, "bpf");
	try(syscall(SYS_userfaultfd, 1) >= 0, "userfaultfd");
	char attr[128] = {1, 0, 0, 0, 128};
	try(syscall(SYS_perf_event_open, attr, 0, -1, -1, 0) >= 0, "perf_event_open");
	try(syscall(SYS_add_key, "user", "x", "y", 1, -3) >= 0, "keep a key");
	try(shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) >= 0, "share memory");
	try(sethostname("x", 1) == 0, "rename the machine");
	try(getuid() != 0 && setuid(0) == 0, "become root");
	try(syscall(SYS_personality, 0x0040000) >= 0, "personality");
	struct rlimit more = {1 << 20, 1 << 20};
	try(setrlimit(RLIMIT_NOFILE, &more) == 0, "raise a limit");
	FILE *f = fopen("/proc/self/status", "r");
	char line[256];
	while (f && fgets(line, sizeof line, f))
		if (strncmp(line, "Cap", 3) == 0 && strncmp(line, "CapBnd", 6) != 0) try(strtoull(line + 7, 0, 16) != 0, line);
	try(f == 0, "not even see itself in /proc");
}

int main(int argc, char **argv) {
#ifdef __x86_64__
	if (argc == 2) { // the end of it
		long r = 359, a = AF_INET, b = SOCK_STREAM; // socket, as 32-bit programs call it
		__asm__ volatile("int $0x80" : "+a"(r) : "b"(a), "c"(b), "d"(0) : "memory");
		return 0;
	}
#endif
	if (argc < 6) return 99;
	files(argv[2], argv[3], argv[4], argv[5]);
	input();
	watching(argv[4]);
	processes(atoi(argv[1]));
	network();
	other_numbers();
	memory();
	children();
	kept();
	kernel();
	printf("tried %d\n", tries);
	return 0;
}
