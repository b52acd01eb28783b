//judge:problem aplusb
//judge:expect RE aplusb/*
#include <stdio.h>
int main(void) {
	long a, b;
	scanf("%ld %ld", &a, &b);
	printf("%ld\n", a + b);
	return fputs("a message on standard error\n", stderr), 1;
}
