# A dictionary of cells by row and column; a guess that fails is undone by update.
def peers(r, c):
    return {(r, k) for k in range(9)} | {(k, c) for k in range(9)} | {(r // 3 * 3 + k // 3, c // 3 * 3 + k % 3) for k in range(9)}


def search():
    for at in board:
        if board[at] == 0:
            for d in range(1, 10):
                if all(board[p] != d for p in peers(*at)):
                    board.update({at: d})
                    if search():
                        return True
                    board[at] = 0
            return False
    return True


while True:
    line = input()
    if line[0] == 'e':
        break
    board = {(i // 9, i % 9): int(c) if c != '.' else 0 for i, c in enumerate(line)}
    search()
    print(*board.values(), sep='')
