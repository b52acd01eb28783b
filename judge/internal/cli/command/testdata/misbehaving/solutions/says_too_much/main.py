#judge:problem aplusb
#judge:expect WA aplusb/*
a, b = map(int, input().split())
print("The sum is:")
print(a + b)
