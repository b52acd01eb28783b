import sys


def search(board, row, col, box):
    best, at = 10, -1
    for i in range(81):
        if board[i] == '.':
            n = bin(row[i // 9] & col[i % 9] & box[i // 27 * 3 + i % 9 // 3]).count('1')
            if n < best:
                best, at = n, i
    if at < 0:
        return True
    r, c, b = at // 9, at % 9, at // 27 * 3 + at % 9 // 3
    fits = row[r] & col[c] & box[b]
    while fits:
        bit = fits & -fits
        fits -= bit
        board[at] = str(bit.bit_length())
        row[r] -= bit
        col[c] -= bit
        box[b] -= bit
        if search(board, row, col, box):
            return True
        row[r] += bit
        col[c] += bit
        box[b] += bit
        board[at] = '.'
    return False


for line in sys.stdin:
    line = line.strip()
    if line == 'end':
        break
    row, col, box = [511] * 9, [511] * 9, [511] * 9
    for i, x in enumerate(line):
        if x != '.':
            for unit, k in (row, i // 9), (col, i % 9), (box, i // 27 * 3 + i % 9 // 3):
                unit[k] -= 1 << int(x) - 1
    board = [*line]
    search(board, row, col, box)
    print(*board, sep='')
