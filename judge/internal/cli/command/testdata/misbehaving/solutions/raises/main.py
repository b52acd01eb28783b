#judge:problem aplusb
#judge:expect RE aplusb/*
print(undefined_name)
