// Answers rightly and then does not go away.
//judge:problem aplusb
//judge:expect TLE aplusb/*
#include <stdio.h>
#include <unistd.h>
int main(void) {
	long a, b;
	scanf("%ld %ld", &a, &b);
	printf("%ld\n", a + b);
	fclose(stdout);
	for (;;) pause();
}
