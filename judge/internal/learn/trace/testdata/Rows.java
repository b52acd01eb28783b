import java.util.*;

class Solution {
    public void solveSudoku(char[][] board) {
        solve(board);
    }

    private boolean solve(char[][] board) {
        for (int r = 0; r < 9; r++)
            for (int c = 0; c < 9; c++)
                if (board[r][c] == '.') {
                    for (char d = '1'; d <= '9'; d++)
                        if (fits(board, r, c, d)) {
                            board[r][c] = d;
                            if (solve(board)) return true;
                            else board[r][c] = '.';
                        }
                    return false;
                }
        return true;
    }

    private boolean fits(char[][] board, int r, int c, char d) {
        for (int i = 0; i < 9; i++) {
            if (board[r][i] == d || board[i][c] == d) return false;
            if (board[r / 3 * 3 + i / 3][c / 3 * 3 + i % 3] == d) return false;
        }
        return true;
    }
}

public class Rows {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        for (String s = in.next(); !s.equals("end"); s = in.next()) {
            char[][] b = new char[9][];
            for (int i = 0; i < 9; i++) b[i] = s.substring(9 * i, 9 * i + 9).toCharArray();
            new Solution().solveSudoku(b);
            StringBuilder out = new StringBuilder();
            for (char[] row : b) out.append(row);
            System.out.println(out);
        }
    }
}
