// Uses CPU time for ever.
//judge:problem aplusb
//judge:expect TLE aplusb/*
int main(void) { for (volatile int i = 0;; i++) {} }
