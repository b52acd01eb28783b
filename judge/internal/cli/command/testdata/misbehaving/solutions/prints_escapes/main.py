# What it prints would move the cursor, change colours and the window's title, and is not valid UTF-8.
#judge:problem aplusb
#judge:expect WA aplusb/*
import sys
sys.stdout.buffer.write(b"\x1b[31m\x1b[2J\x1b]0;owned\x07\x00\xff\xfe\xe2\x80\xae3\r\x08\n")
