//judge:problem forever
//judge:expect TLE
int forever(int n) {
    for (volatile int i = n; i < i + 2; i ^= 1) {}
    return n;
}
