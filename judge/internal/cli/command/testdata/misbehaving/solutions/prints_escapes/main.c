// What it prints would move the cursor, change colours and the window's title, and is not valid UTF-8.
//judge:problem aplusb
//judge:expect WA aplusb/*
#include <stdio.h>
int main(void) {
	static const char text[] = "\33[31m\33[2J\33]0;owned\7\0\377\376\342\200\2563\r\10\n";
	fwrite(text, 1, sizeof text - 1, stdout);
}
