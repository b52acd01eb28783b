import java.util.Scanner;

class Fewest {
    static byte[] cells;
    static int[] row, col, box;

    static boolean search() {
        int best = 10, at = -1;
        for (int i = 0; i < 81; i++) {
            if (cells[i] != 0) continue;
            int n = Integer.bitCount(row[i / 9] & col[i % 9] & box[i / 27 * 3 + i % 9 / 3]);
            if (n < best) { best = n; at = i; }
        }
        if (at < 0) return true;
        int r = at / 9, c = at % 9, b = r / 3 * 3 + c / 3;
        for (int m = row[r] & col[c] & box[b]; m != 0; m &= m - 1) {
            int bit = m & -m;
            cells[at] = (byte) (Integer.numberOfTrailingZeros(bit) + 1);
            row[r] ^= bit; col[c] ^= bit; box[b] ^= bit;
            if (search()) return true;
            row[r] ^= bit; col[c] ^= bit; box[b] ^= bit;
            cells[at] = 0;
        }
        return false;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        while (in.hasNext()) {
            String s = in.next();
            if (s.equals("end")) break;
            cells = new byte[81];
            row = new int[9]; col = new int[9]; box = new int[9];
            for (int i = 0; i < 9; i++) row[i] = col[i] = box[i] = 511;
            for (int i = 0; i < 81; i++)
                if (s.charAt(i) != '.') {
                    cells[i] = (byte) (s.charAt(i) - '0');
                    int bit = 1 << cells[i] - 1;
                    row[i / 9] ^= bit; col[i % 9] ^= bit; box[i / 27 * 3 + i % 9 / 3] ^= bit;
                }
            search();
            StringBuilder out = new StringBuilder();
            for (byte d : cells) out.append(d);
            System.out.println(out);
        }
    }
}
