# A board is a string, and a guess a new one.
import sys


def go(s):
    i = s.find('.')
    if i < 0:
        return s
    used = {s[j] for j in range(81) if j // 9 == i // 9 or j % 9 == i % 9 or j // 27 == i // 27 and j % 9 // 3 == i % 9 // 3}
    for d in '123456789':
        if d not in used:
            r = go(s[:i] + d + s[i + 1:])
            if r:
                return r
    return None


for line in sys.stdin:
    line = line.strip()
    if line == 'end':
        break
    print(go(line))
