import java.util.*;

// All cells in one array counted from 1, changed by += and ++, in a thread with a deep stack.
public class Flat {
    static final int[] a = new int[82];

    static boolean fits(int at, int d) {
        int i = at - 1;
        for (int k = 0; k < 81; k++)
            if (a[k + 1] == d && (k / 9 == i / 9 || k % 9 == i % 9 || k / 27 == i / 27 && k % 9 / 3 == i % 9 / 3)) return false;
        return true;
    }

    static boolean search(int i) {
        while (i <= 81 && a[i] != 0) i++;
        if (i > 81) return true;
        for (int d = 1; d <= 9; d++) {
            if (!fits(i, d)) continue;
            a[i] += d;
            if (search(i)) return true;
            a[i] -= d;
        }
        return false;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(null, () -> {
            Scanner in = new Scanner(System.in);
            while (in.hasNext()) {
                String s = in.next();
                if (s.charAt(0) == 'e') break;
                Arrays.fill(a, 0);
                for (int i = 0; i < 81; i++) a[i + 1] = s.charAt(i) == '.' ? 0 : s.charAt(i) - '0';
                search(1);
                for (int i = 1; i <= 81; i++) System.out.print(a[i]);
                System.out.println();
            }
        }, "search", 1 << 26);
        t.start();
        t.join();
    }
}
