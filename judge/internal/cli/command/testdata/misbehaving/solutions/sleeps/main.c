// Waits for what never comes, using no CPU time.
//judge:problem aplusb
//judge:expect TLE aplusb/*
#include <unistd.h>
int main(void) { for (;;) pause(); }
