// Ends its line as Windows does, after blanks; every site forgives that.
//judge:problem aplusb
#include <stdio.h>
int main(void) { long a, b; scanf("%ld %ld", &a, &b); printf("%ld  \r\n", a + b); }
