from typing import List
import sys


class Solution:
    """Rows of characters, in place."""

    def solveSudoku(self, board: List[List[str]]) -> None:
        def fits(r, c, d):
            for i in range(9):
                if board[r][i] == d or board[i][c] == d:
                    return False
                if board[r // 3 * 3 + i // 3][c // 3 * 3 + i % 3] == d:
                    return False
            return True

        def dfs():
            for r in range(9):
                for c in range(9):
                    if board[r][c] == '.':
                        for d in '123456789':
                            if fits(r, c, d):
                                board[r][c] = d
                                if dfs():
                                    return True
                                board[r][c] = '.'
                        return False
            return True

        dfs()


for line in sys.stdin:
    if line.startswith('end'):
        break
    b = [list(line[9 * i:9 * i + 9]) for i in range(9)]
    Solution().solveSudoku(b)
    print(''.join(''.join(row) for row in b))
