# The cell with the fewest candidates first, in sets of nine bits.
#judge:problem leetcode37
class Solution:
    def solveSudoku(self, board: List[List[str]]) -> None:
        row, col, box = [511] * 9, [511] * 9, [511] * 9
        blanks = []
        for r in range(9):
            for c in range(9):
                if board[r][c] == ".":
                    blanks.append((r, c, r // 3 * 3 + c // 3))
                else:
                    bit = 1 << int(board[r][c]) - 1
                    row[r] ^= bit
                    col[c] ^= bit
                    box[r // 3 * 3 + c // 3] ^= bit
        count = [bin(m).count("1") for m in range(512)]

        def search():
            fewest = 10
            for i, (r, c, b) in enumerate(blanks):
                fits = row[r] & col[c] & box[b]
                if count[fits] < fewest:
                    at, best, fewest = i, fits, count[fits]
            if fewest == 10:
                return True
            blank = r, c, b = blanks[at]
            blanks[at] = blanks[-1]
            blanks.pop()
            while best:
                bit = best & -best
                best ^= bit
                row[r] ^= bit
                col[c] ^= bit
                box[b] ^= bit
                if search():
                    board[r][c] = str(bit.bit_length())
                    return True
                row[r] ^= bit
                col[c] ^= bit
                box[b] ^= bit
            blanks.append(blank)
            blanks[at], blanks[-1] = blanks[-1], blanks[at]
            return False

        search()
