//judge:problem aplusb
//judge:expect WA aplusb/*
#include <stdio.h>
int main(void) { long a, b; scanf("%ld %ld", &a, &b); printf("The sum is:\n%ld\n", a + b); }
