#judge:problem aplusb
print(sum(map(int, input().split())))
