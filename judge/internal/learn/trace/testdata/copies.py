# A guess is a copy of the board, whose rows are lists of numbers.
import copy


def first(board):
    for r in range(9):
        for c in range(9):
            if not board[r][c]:
                return r, c


def search(board):
    place = first(board)
    if place is None:
        return board
    r, c = place
    for d in range(1, 10):
        if all(board[r][k] != d and board[k][c] != d and board[r // 3 * 3 + k // 3][c // 3 * 3 + k % 3] != d for k in range(9)):
            guess = copy.deepcopy(board)
            guess[r][c] = d
            solved = search(guess)
            if solved:
                return solved
    return None


while (line := input()) != 'end':
    print(''.join(str(d) for row in search([[int(x.replace('.', '0')) for x in line[i:i + 9]] for i in range(0, 81, 9)]) for d in row))
