import java.util.*;
import java.util.function.*;
public class Every {
  enum Color { RED { int v() { return 1; } }, BLUE; int v() { int x = 2; return x; } }
  interface Shape { default int a() { int y; y = 3; return y; } }
  record P(int x, int y) { P { if (x < 0) throw new IllegalArgumentException(); x = x + 1; } }
  sealed interface S permits A, B {} record A(int v) implements S {} record B(String s) implements S {}
  static <T> T id(T t) { return t; }
  static int[][] g = new int[9][9]; static List<Integer>[] adj = new List[3];
  Every() { this(3); int z = 1; } Every(int q) { super(); int w = q; }
  public static void main(String[] args) throws Exception {
    int a = 1, b[] = {1, 2}, c; char ch; byte by; short sh; long lo; float fl; double db; boolean bo;
    c = 5; ch = 'x'; by = 5; sh = 3; lo = 3; fl = 1; db = 2; bo = true;
    final int fin; fin = 4;
    byte[] bs = new byte[3]; bs[0] = 1; bs[1] += 2; bs[2]++; char[] cs = new char[2]; cs[0] = 65; cs[1] = (char) (c + '0');
    long[] ls = {1}; ls[0] = 3; double[] ds = {1}; ds[0] = 2; boolean[] bl = {false}; bl[0] = true; float[] fs = {1f}; fs[0] = 3;
    Integer[] is = new Integer[2]; is[0] = 3; Character[] chs = new Character[1]; chs[0] = 'c'; String[] ss = new String[1]; ss[0] = null; Object[] os = new Object[2]; os[0] = 1; os[1] = new int[]{1};
    for (int i = 0; i < 3; i++) adj[i] = new ArrayList<>();
    adj[0].add(3); Runnable[] rs = new Runnable[1]; rs[0] = () -> { int k = 1; k++; }; Supplier<Integer>[] sp = new Supplier[1]; sp[0] = () -> 4;
    g[0][0] = g[1][1] = b[0] = 7; int i = 0; b[i++] = i; b[--i]++; g[id(1)][2] |= 4;
    outer: for (int x : b) { for (;;) { if (x > 0) continue outer; else break outer; } }
    do i++; while (i < 3);
    switch (c) { case 1: c = 2; break; case 5: { c = 3; } default: c = 4; }
    switch (c) { case 4 -> c = 5; case 6 -> { c = 7; } default -> throw new RuntimeException(); }
    try (var sc = new Scanner("x")) { String s = sc.next(); s = s + "y"; } catch (RuntimeException e) { c = 1; } finally { c = 2; }
    synchronized (Every.class) { c++; } assert c > 0 : "no";
    var list = new ArrayList<int[]>(); list.add(new int[]{1}); list.get(0)[0] = 4; list.get(0)[0] += 4; Arrays.fill(b, 3); Arrays.fill(g[0], 1);
    int t = c > 1 ? b[0] = 3 : 4; class L { int f; L() { f = 3; } } new L();
    Function<Integer, Integer> f = x -> x + 1; BiFunction<Integer, Integer, Integer> h = (x, y) -> { return x + y; };
    String tb = """
      text { ; } [x] = y
      """; /* a[i] = 1; */ // b[0] = 2
    System.out.println(f.apply(2) + h.apply(1, 2) + new P(1, 2).x() + Color.RED.v() + tb.length() + t + fin);
  }
}
