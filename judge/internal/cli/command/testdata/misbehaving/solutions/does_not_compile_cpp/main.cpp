//judge:problem aplusb
//judge:expect CE aplusb/*
int main() { return undefined; }
