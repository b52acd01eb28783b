// Plain backtracking, as it is first written for LeetCode 37: it passes there.
class Solution {
    bool fits(vector<vector<char>>& board, int row, int col, char digit) {
        for (int i = 0; i < 9; i++) {
            if (board[row][i] == digit || board[i][col] == digit) return false;
            if (board[row / 3 * 3 + i / 3][col / 3 * 3 + i % 3] == digit) return false;
        }
        return true;
    }

    bool fill(vector<vector<char>>& board) {
        for (int row = 0; row < 9; row++)
            for (int col = 0; col < 9; col++) {
                if (board[row][col] != '.') continue;
                for (char digit = '1'; digit <= '9'; digit++) {
                    if (!fits(board, row, col, digit)) continue;
                    board[row][col] = digit;
                    if (fill(board)) return true;
                    board[row][col] = '.';
                }
                return false;
            }
        return true;
    }

public:
    void solveSudoku(vector<vector<char>>& board) { fill(board); }
};
