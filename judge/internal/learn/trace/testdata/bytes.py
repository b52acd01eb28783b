import sys

RELATED = [[j for j in range(81) if j // 9 == i // 9 or j % 9 == i % 9 or j // 27 == i // 27 and j % 9 // 3 == i % 9 // 3] for i in range(81)]


class Solver:
    def __init__(self, line):
        self.cells = bytearray(line, 'ascii')

    def solve(self):
        cells = self.cells
        at = cells.find(b'.')
        if at < 0:
            return True
        for d in b'123456789':
            if all(cells[j] != d for j in RELATED[at]):
                cells[at] = d
                if self.solve():
                    return True
        cells[at:at + 1] = b'.'
        return False


for line in sys.stdin.read().split():
    if line != 'end':
        s = Solver(line)
        s.solve()
        print(s.cells.decode())
