# All cells in one list of numbers, counted from 1; a digit is put down by +=.
def fits(i, d):
    r, c = divmod(i - 1, 9)
    for k in range(81):
        if a[k + 1] == d and (k // 9 == r or k % 9 == c or k // 27 == r // 3 and k % 9 // 3 == c // 3):
            return False
    return True


def search(i):
    while i <= 81 and a[i]:
        i += 1
    if i > 81:
        return True
    for d in range(1, 10):
        if fits(i, d):
            a[i] += d
            if search(i):
                return True
            a[i] -= d
    return False


a = [0] * 82
while True:
    line = input()
    if line[0] == 'e':
        break
    a[1:] = [int(c) if c != '.' else 0 for c in line]
    search(1)
    print(*a[1:], sep='')
