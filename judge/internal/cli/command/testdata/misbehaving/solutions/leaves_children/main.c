// Answers, and leaves a daemon behind that holds standard output open. Nobody waits for it.
//judge:problem aplusb
#include <stdio.h>
#include <unistd.h>
int main(void) {
	long a, b;
	scanf("%ld %ld", &a, &b);
	if (fork() == 0) { setsid(); for (;;) pause(); }
	printf("%ld\n", a + b);
}
