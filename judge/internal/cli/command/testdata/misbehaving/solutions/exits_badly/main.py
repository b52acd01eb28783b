#judge:problem aplusb
#judge:expect RE aplusb/*
import sys
a, b = map(int, input().split())
print(a + b)
sys.exit("a message on standard error")
