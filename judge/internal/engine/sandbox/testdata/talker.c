// Talks with another program, as its argument says, without the C library's buffers but where they matter.
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int hear(char *to) { // a line; 0 at the end
	int n = 0;
	while (n < 62 && read(0, to + n, 1) == 1)
		if (to[n++] == '\n') break;
	to[n] = 0;
	return n;
}

static void tell(const char *line) { if (write(1, line, strlen(line)) < 0) _exit(9); }

static void woken(int signal) { (void)signal; }

static char block[64 << 10];

int main(int argc, char **argv) {
	char *what = argv[1], line[64];
	int n = argc > 2 ? atoi(argv[2]) : 0;
	if (!strcmp(what, "ask")) { // n questions, each of which is to come back
		for (int i = 0; i < n; i++) {
			char question[32];
			sprintf(question, "%d\n", i);
			tell(question);
			if (!hear(line) || strcmp(line, question)) return 1;
		}
		return 0;
	}
	if (!strcmp(what, "echo")) { // whatever is said, to the end
		while (hear(line)) tell(line);
		return n;
	}
	if (!strcmp(what, "one")) { // answers one question and goes
		if (hear(line)) tell(line);
		return n;
	}
	if (!strcmp(what, "listen")) { while (read(0, block, sizeof block) > 0); return n; }
	if (!strcmp(what, "unflushed")) { // its question stays in the library's buffer
		printf("1\n");
		char *heard = fgets(line, sizeof line, stdin);
		return heard ? 0 : 1;
	}
	if (!strcmp(what, "polls")) { // for nothing, for ever, when the other has gone
		while (hear(line));
		poll(0, 0, -1);
		return n;
	}
	if (!strcmp(what, "timer")) { // which it waits for, beside its input, to ask one thing after a nap
		int e = epoll_create1(0), t = timerfd_create(CLOCK_MONOTONIC, 0);
		struct itimerspec nap = {{0, 5000000}, {0, 5000000}};
		struct epoll_event in = {EPOLLIN, {.fd = 0}}, tick = {EPOLLIN, {.fd = t}}, one;
		epoll_ctl(e, EPOLL_CTL_ADD, 0, &in);
		epoll_ctl(e, EPOLL_CTL_ADD, t, &tick);
		timerfd_settime(t, 0, &nap, 0);
		for (int i = 1;; i++) {
			unsigned long times;
			if (epoll_wait(e, &one, 1, -1) == 1 && one.data.fd == 0) hear(line);
			else if (read(t, &times, 8) == 8 && i % 30 == 0) tell(n ? " " : "\n");
		}
	}
	if (!strcmp(what, "alarm")) { // wakes it up from a poll of nothing
		struct itimerval nap = {{0, 5000}, {0, 5000}};
		signal(SIGALRM, woken);
		setitimer(ITIMER_REAL, &nap, 0);
		for (int i = 1;; i++) {
			poll(0, 0, -1);
			if (i % 30 == 0) tell(" ");
		}
	}
	if (!strcmp(what, "ticks")) for (;;) usleep(5000);
	if (!strcmp(what, "sleep")) { sleep(1000); return n; }
	if (!strcmp(what, "spin")) for (volatile int i = 0;; i++);
	if (!strcmp(what, "flood")) { memset(block, 'x', sizeof block); for (;;) if (write(1, block, sizeof block) < 0) return 9; }
	if (!strcmp(what, "crash")) { tell("bye\n"); raise(SIGSEGV); }
	if (!strcmp(what, "leaves")) { // another, which is in no session of the judge's and holds on to the pipes
		int gone[2];
		pipe(gone);
		if (fork()) return read(gone[0], line, 1) == 1 ? n : 9;
		setsid();
		sprintf(line, "%d\n", (int)getpid());
		tell(line);
		write(gone[1], line, 1);
		sleep(60);
		return n;
	}
	if (!strcmp(what, "after")) { // talks on when nobody listens any more
		tell("1\n");
		while (hear(line));
		for (int i = 0; i < 100; i++) tell("more\n");
		return n;
	}
	return n;
}
