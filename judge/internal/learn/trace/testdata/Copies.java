import java.util.*;

public class Copies {
    record Place(int row, int column) {}

    static Place blank(int[][] b) {
        for (int r = 0; r < 9; r++)
            for (int c = 0; c < 9; c++)
                if (b[r][c] == 0) return new Place(r, c);
        return null;
    }

    static int[][] search(int[][] b) {
        var at = blank(b);
        if (at == null) return b;
        next:
        for (int d = 1; d <= 9; d++) {
            for (int k = 0; k < 9; k++)
                if (b[at.row][k] == d || b[k][at.column] == d || b[at.row / 3 * 3 + k / 3][at.column / 3 * 3 + k % 3] == d) continue next;
            int[][] guess = new int[9][];
            for (int r = 0; r < 9; r++) guess[r] = b[r].clone();
            guess[at.row][at.column] = d;
            int[][] solved = search(guess);
            if (solved != null) return solved;
        }
        return null;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        for (String s; !(s = in.next()).equals("end"); ) {
            int[][] b = new int[9][9];
            for (int i = 0; i < 81; i++) b[i / 9][i % 9] = s.charAt(i) == '.' ? 0 : s.charAt(i) - '0';
            for (int[] row : search(b)) for (int d : row) System.out.print(d);
            System.out.println();
        }
    }
}
