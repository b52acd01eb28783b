// Prints as fast as it can.
//judge:problem aplusb
//judge:expect OLE aplusb/*
#include <stdio.h>
int main(void) { for (;;) puts("3"); }
