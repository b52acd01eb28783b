import java.util.*;

public class Strings {
    static String go(String s) {
        int i = s.indexOf('.');
        if (i < 0) return s;
        for (char d = '1'; d <= '9'; d++) {
            boolean free = true;
            for (int k = 0; k < 81; k++)
                if (s.charAt(k) == d && (k / 9 == i / 9 || k % 9 == i % 9 || k / 27 == i / 27 && k % 9 / 3 == i % 9 / 3)) free = false;
            if (free) {
                String solved = go(s.substring(0, i) + d + s.substring(i + 1));
                if (solved != null) return solved;
            }
        }
        return null;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        while (true) {
            String s = in.next();
            if (s.equals("end")) break;
            System.out.println(go(s));
        }
    }
}
