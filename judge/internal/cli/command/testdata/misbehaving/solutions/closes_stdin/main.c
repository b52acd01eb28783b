// Closes its input unread, and guesses the sample.
//judge:problem aplusb
//judge:expect WA
#include <stdio.h>
#include <unistd.h>
int main(void) { close(0); puts("3"); }
