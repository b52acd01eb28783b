// One line as long as the output may be.
//judge:problem aplusb
//judge:expect WA aplusb/*
#include <stdio.h>
int main(void) { for (int i = 0; i < 1000000; i++) putchar('3'); putchar('\n'); }
