//judge:problem aplusb
//judge:expect RE aplusb/*
#include <stddef.h>
int main(void) { volatile int *p = NULL; return *p; }
