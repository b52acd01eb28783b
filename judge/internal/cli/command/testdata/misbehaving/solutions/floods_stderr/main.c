// Answers rightly and writes 8 MB of complaints, which nobody asked for and nobody grades.
//judge:problem aplusb
#include <stdio.h>
int main(void) {
	long a, b;
	scanf("%ld %ld", &a, &b);
	for (int i = 0; i < 100000; i++) fputs("this is line after line of nothing that matters, really, nothing at all, no, no\n", stderr);
	printf("%ld\n", a + b);
}
