// Asks not to be disturbed.
//judge:problem aplusb
//judge:expect TLE aplusb/*
#include <signal.h>
int main(void) {
	for (int s = 1; s < 32; s++) signal(s, SIG_IGN);
	for (volatile int i = 0;; i++) {}
}
