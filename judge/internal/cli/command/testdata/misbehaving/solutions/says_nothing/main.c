// Never reads, never prints.
//judge:problem aplusb
//judge:expect WA aplusb/*
int main(void) { return 0; }
