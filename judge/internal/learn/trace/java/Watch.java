package judge__;

import java.io.FileOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.IdentityHashMap;

/** A rewritten program calls this class when something changes. It writes the record; package record explains the format. */
public final class Watch {
    public static final long[] n = new long[Math.max(1, Table.SIZE)];

    private static final int STREAM = 4, BOARDS = 4000;
    private static final String PUZZLE = System.getenv("JUDGE_PUZZLE") == null ? "" : System.getenv("JUDGE_PUZZLE");
    private static final int SIZE = (int) Math.round(Math.sqrt(PUZZLE.length())), CELLS = SIZE * SIZE;
    /** What the character A means: 1 on a board of letters. */
    private static final int A = SIZE < 16 || PUZZLE.matches(".*[.0-9].*") ? 10 : 1;
    private static final int[] puzzle = new int[CELLS], now = new int[CELLS + 3];
    private static final byte[] out = new byte[1 << 15];
    private static int kept, placed;
    private static FileOutputStream stream;
    private static boolean ended;
    private static volatile Thread owner; // the only thread that is watched
    private static final java.util.Set<Thread> refused = java.util.concurrent.ConcurrentHashMap.newKeySet();

    /** A board of the program, in rows or in one piece. The code says how a digit is stored. */
    private record Known(Object whole, Object[] rows, int[] starts, int code) {}

    /** Digits are stored plainly, or as bits with a single candidate left, where bit 0 or bit 1 stands for the digit 1. */
    private static final int PLAIN = 0, BITS_0 = 1, BITS_1 = 2;

    /** The place of a row: its first cell on the board, and the position of that cell in the row. */
    private record Place(Known board, int cell, int start, int length) {}

    private static final IdentityHashMap<Object, Place> places = new IdentityHashMap<>();
    private static final IdentityHashMap<Object, Known> boards = new IdentityHashMap<>();
    private static final ArrayDeque<Known> order = new ArrayDeque<>();
    private static Known current;
    private static Object lastRow;
    private static Place lastPlace;
    private static java.lang.reflect.Field digitField; // objects that are cells
    private static final ArrayDeque<Object> waiting = new ArrayDeque<>(); // arrays and lists of objects that are not a board so far

    static {
        for (int i = 0; i < CELLS; i++) now[i] = puzzle[i] = digit(PUZZLE.charAt(i));
        try {
            String fd = new java.io.File("/proc/self/fd").exists() ? "/proc/self/fd/" : "/dev/fd/";
            stream = new FileOutputStream(fd + STREAM);
        } catch (java.io.IOException e) {
            stream = null;
        }
        put('S', 'J', 'R', '1');
        put(SIZE, 0, 0, 0);
        if (Table.SEARCH) nameFunctions();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(0)));
        String clock = System.getenv("JUDGE_CLOCK");
        if (clock != null) guard(Long.parseLong(clock));
    }

    private static void guard(long milliseconds) {
        Thread t = new Thread(() -> {
            try {
                while (spent() < milliseconds) Thread.sleep(Math.max(5, Math.min(50, milliseconds - spent())));
            } catch (InterruptedException e) {
                return;
            }
            end(1);
            Runtime.getRuntime().halt(86);
        });
        t.setDaemon(true);
        t.start();
    }

    private static final long BEGAN = System.nanoTime();

    /** spent returns the CPU time in milliseconds. The walls hide /proc/PID, but not /proc/self. */
    private static long spent() {
        try {
            String stat = java.nio.file.Files.readString(java.nio.file.Path.of("/proc/self/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return 10 * (Long.parseLong(fields[11]) + Long.parseLong(fields[12]));
        } catch (java.io.IOException e) {
            return ProcessHandle.current().info().totalCpuDuration().map(java.time.Duration::toMillis).orElse((System.nanoTime() - BEGAN) / 1_000_000);
        }
    }

    private static void put(int a, int b, int c, int d) {
        if (kept + 4 > out.length) flush();
        out[kept++] = (byte) a;
        out[kept++] = (byte) b;
        out[kept++] = (byte) c;
        out[kept++] = (byte) d;
    }

    private static void putLong(long v) {
        for (int i = 0; i < 2; i++, v >>>= 32) put((int) v, (int) (v >>> 8), (int) (v >>> 16), (int) (v >>> 24));
    }

    private static void flush() {
        try {
            if (stream != null) stream.write(out, 0, kept);
        } catch (java.io.IOException e) {
            stream = null;
        }
        kept = 0;
    }

    private static synchronized void end(int stopped) {
        if (ended) return;
        ended = true;
        String[] lines = Table.places().split(",");
        for (int i = 0; i < Table.SIZE; i++) {
            int line = Integer.parseInt(lines[i]);
            if (line > 65535) continue;
            put(0, 0x81, line, line >> 8);
            putLong(n[i]);
        }
        for (int f = 0; Table.SEARCH && f < levels.size(); f++) for (int level = 0; level < levels.get(f).length; level++) {
            if (levels.get(f)[level] > 0) raw(0x91, 0, f + 1, level, levels.get(f)[level]);
        }
        String[] names = Table.SEARCH || Table.names().isEmpty() ? new String[0] : Table.names().split(",");
        for (int f = 0; f < names.length; f++) {
            int colon = names[f].lastIndexOf(':');
            name(f + 1, names[f].substring(0, colon), 0);
            raw(0x91, 0, f + 1, 0, n[Integer.parseInt(names[f].substring(colon + 1))]);
        }
        put(stopped, 0x84, 0, 0);
        flush();
    }

    /** tell ends the record with a text. */
    static void tell(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        put(2, 0x86, 0, 0);
        put(bytes.length, bytes.length >> 8, 0, 0);
        putText(java.util.Arrays.copyOf(bytes, bytes.length + 3), bytes.length);
        end(1);
    }

    private static int digit(long v) {
        int d = v >= '1' && v <= '9' ? (int) v - '0' : v >= 'A' && v <= 'A' + 16 - A ? (int) v - 'A' + A : v >= 'a' && v <= 'a' + 16 - A ? (int) v - 'a' + A : v >= 1 && v <= SIZE ? (int) v : 0;
        return d <= SIZE ? d : 0;
    }

    private static int digit(long v, int code) {
        if (code == PLAIN) return digit(v);
        int d = Long.bitCount(v) == 1 ? Long.numberOfTrailingZeros(v) + (code == BITS_0 ? 1 : 0) : 0;
        return d <= SIZE ? d : 0;
    }

    /** number returns the number or the character in an object, 0 if there is none. */
    private static long number(Object v) {
        if (v instanceof Number x) return x.longValue();
        if (v instanceof Character c) return c;
        if (v instanceof String s) return s.length() == 1 ? s.charAt(0) : 0;
        try {
            return v == null || digitField == null || digitField.getDeclaringClass() != v.getClass() ? 0 : number(digitField.get(v));
        } catch (IllegalAccessException e) {
            return 0;
        }
    }

    /** cellClass returns the program's own class of the elements of an array or a list. */
    private static Class<?> cellClass(Object o) {
        Class<?> c = o instanceof Object[] a ? a.getClass().getComponentType() : o instanceof java.util.ArrayList<?> l && !l.isEmpty() && l.get(0) != null ? l.get(0).getClass() : null;
        return c == null || c.isArray() || c.isInterface() || c.getName().startsWith("java.") ? null : c;
    }

    /** fields tries the fields of the program's own objects as digits, until a board is found. */
    private static void fields(Object o, Object element, int line) {
        Class<?> c = cellClass(element);
        if (c == null || digitField != null) return;
        Known before = current;
        for (java.lang.reflect.Field f : c.getDeclaredFields()) {
            Class<?> t = f.getType();
            if (java.lang.reflect.Modifier.isStatic(f.getModifiers()) || !(t == int.class || t == char.class || t == byte.class || t == short.class || t == long.class || t == Integer.class || t == Character.class || t == String.class)) continue;
            f.setAccessible(true);
            digitField = f;
            look(o, line);
            if (current != before) return;
        }
        digitField = null;
        if (waiting.contains(o)) return;
        if (waiting.size() >= 8) waiting.removeFirst();
        waiting.addLast(o);
    }

    /** field is called after a field of an object was set. */
    public static void field(Object o, int line) {
        if (!mine()) return;
        if (digitField == null) {
            for (Object w : waiting.toArray()) see(w, line);
            return;
        }
        Place p = placeOf(o);
        if (p == null) return;
        if (p.board == current) change(p.cell, digit(number(o)), line);
        else whole(p.board.whole, line);
    }
    public static void field(int v, int line) {}

    /** length returns how many cells a row has, -1 if the object is no row. */
    private static int length(Object o) {
        if (o instanceof char[] a) return a.length;
        if (o instanceof int[] a) return a.length;
        if (o instanceof byte[] a) return a.length;
        if (o instanceof CharSequence s) return s.length();
        if (o instanceof short[] a) return a.length;
        if (o instanceof long[] a) return a.length;
        if (o instanceof Character[] || o instanceof Integer[] || o instanceof String[] || o instanceof Object[] && cellClass(o) != null) return ((Object[]) o).length;
        if (o instanceof java.util.ArrayList<?> l && (l.isEmpty() || !(l.get(0) instanceof java.util.List))) return l.size();
        return -1;
    }

    private static long at(Object o, int i) {
        if (o instanceof char[] a) return a[i];
        if (o instanceof int[] a) return a[i];
        if (o instanceof byte[] a) return a[i];
        if (o instanceof CharSequence s) return s.charAt(i);
        if (o instanceof short[] a) return a[i];
        if (o instanceof long[] a) return a[i];
        return number(element(o, i));
    }

    private static Object element(Object o, int i) {
        return o instanceof Object[] a ? a[i] : o instanceof java.util.ArrayList<?> l ? l.get(i) : o;
    }

    private static boolean fits(Object o, int start, int cell, int count, int code) {
        for (int k = 0; k < count; k++) if (puzzle[cell + k] != 0 && digit(at(o, start + k), code) != puzzle[cell + k]) return false;
        return true;
    }

    /** fitting returns the code in which a board has the clues, -1 if there is none. */
    private static int fitting(Object[] rows, int[] starts) {
        for (int code = PLAIN; code <= BITS_1; code++) {
            if (placed > 0 && code != current.code) continue;
            int r = 0, perRow = CELLS / rows.length;
            while (r < rows.length && fits(rows[r], starts[r], r * perRow, perRow, code)) r++;
            if (r == rows.length) return code;
        }
        return -1;
    }

    /** tell writes what the whole board holds. */
    private static void tell(Known b, int line) {
        int perRow = CELLS / b.rows.length;
        for (int i = 0; i < CELLS; i++) note(i, digit(at(b.rows[i / perRow], b.starts[i / perRow] + i % perRow), b.code));
        put(0, 0x85, line, line >> 8);
        for (int i = 0; i < CELLS; i += 4) put(now[i], now[i + 1], now[i + 2], now[i + 3]);
    }

    private static void note(int i, int d) {
        if (d != 0 && d != now[i]) placed++;
        now[i] = d;
    }

    /** mine reports whether this thread is the watched one: the first, or one that it waits for. */
    private static boolean mine() {
        if (ended) return false;
        if (owner == null && Table.SEARCH) owner = Thread.currentThread();
        if (owner == null || owner == Thread.currentThread()) return true;
        try { // the thread that has just started this one is about to wait for it
            for (int i = 0; i < 1000 && owner.getState() == Thread.State.RUNNABLE && !refused.contains(Thread.currentThread()); i++) Thread.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (owner.getState() != Thread.State.RUNNABLE) owner = Thread.currentThread();
        else refused.add(Thread.currentThread());
        return owner == Thread.currentThread();
    }

    /** see receives a value that was given a name: it may be the board. */
    public static void see(Object o, int line) {
        if (o == null || !mine() || current != null && current.whole == o) return;
        look(o, line);
        Object first = o instanceof Object[] a && a.length > 0 ? a[a.length - 1] : o instanceof java.util.ArrayList<?> l && !l.isEmpty() ? l.get(l.size() - 1) : null;
        if (placed == 0 && CELLS > 0 && first != null) fields(o, cellClass(o) != null ? o : first, line);
    }
    public static void see(long v, int line) {}
    public static void see(double v, int line) {}
    public static void see(boolean v, int line) {}

    /** look remembers a value that is a board. */
    private static void look(Object o, int line) {
        int count = length(o);
        if (count == CELLS || count == CELLS + 1) {
            if (places.containsKey(o)) return;
            Object[] rows = {o};
            int[] starts = {count - CELLS};
            int code = fitting(rows, starts);
            if (code >= 0) know(new Known(o, rows, starts, code), !(o instanceof String), line);
            return;
        }
        Object[] all = o instanceof Object[] a ? a : o instanceof java.util.ArrayList<?> l && (l.size() == SIZE || l.size() == SIZE + 1) ? l.toArray() : null;
        if (all == null || all.length != SIZE && all.length != SIZE + 1 || boards.containsKey(o)) return;
        Known b = rowsOf(o, all, PLAIN);
        int code = b == null ? -1 : fitting(b.rows, b.starts);
        if (code >= 0) know(new Known(o, b.rows, b.starts, code), true, line);
    }
    private static Known rowsOf(Object whole, Object[] all, int code) {
        Object[] rows = new Object[SIZE];
        int[] starts = new int[SIZE];
        for (int r = 0; r < SIZE; r++) {
            rows[r] = all[all.length - SIZE + r];
            int count = length(rows[r]);
            if (count < SIZE) return null;
            starts[r] = count > SIZE ? all.length - SIZE : 0;
        }
        return new Known(whole, rows, starts, code);
    }

    private static void know(Known b, boolean again, int line) {
        owner = Thread.currentThread();
        current = b;
        lastRow = null;
        if (again) {
            if (order.size() >= BOARDS) forget(order.removeFirst());
            order.addLast(b);
            boards.put(b.whole, b);
            int count = b.rows.length == 1 ? CELLS : SIZE;
            for (int r = 0; r < b.rows.length; r++) {
                places.put(b.rows[r], new Place(b, r * count, b.starts[r], count));
                for (int k = 0; k < count && digitField != null; k++) places.put(element(b.rows[r], b.starts[r] + k), new Place(b, r * count + k, 0, 1));
            }
        }
        tell(b, line);
    }

    private static void forget(Known b) {
        boards.remove(b.whole, b);
        for (int r = 0; r < b.rows.length; r++) {
            drop(b.rows[r], b);
            for (int k = 0; digitField != null && k < CELLS / b.rows.length; k++) drop(element(b.rows[r], b.starts[r] + k), b);
        }
    }

    private static void drop(Object o, Known b) {
        Place p = places.get(o);
        if (p != null && p.board == b) places.remove(o);
    }

    private static Place placeOf(Object row) {
        if (row == lastRow) return lastPlace;
        Place p = places.get(row);
        if (p != null) {
            lastRow = row;
            lastPlace = p;
        }
        return p;
    }

    /** wrote is called after a cell of a row was set. */
    private static void wrote(Object row, int i, long v, int line, Object whole) {
        Place p = placeOf(row);
        if (p == null || !mine()) {
            if (p == null && length(row) >= CELLS) see(row, line);
            else if (p == null && v != 0 && whole != row && length(row) >= SIZE) see(whole, line);
        } else if (p.board != current) {
            current = p.board;
            tell(current, line);
        } else if (i >= p.start && i < p.start + p.length) {
            change(p.cell + i - p.start, digit(v, p.board.code), line);
        }
    }

    private static void change(int i, int d, int line) {
        note(i, d);
        put(i, d, line, line >> 8);
    }

    /** whole is called after something in a row, or one of the rows, was set. */
    public static void whole(Object o, int line) {
        if (o == null || !mine()) return;
        Place p = places.get(o);
        Known b = p != null ? p.board : boards.get(o);
        if (b == null) {
            see(o, line);
            return;
        }
        if (p == null) {
            Object[] all = o instanceof Object[] a ? a : ((java.util.ArrayList<?>) o).toArray();
            Known changed = rowsOf(o, all, b.code);
            if (changed == null) return;
            if (!java.util.Arrays.equals(changed.rows, b.rows)) {
                forget(b);
                order.remove(b);
                know(changed, true, line);
                return;
            }
        }
        current = b;
        tell(b, line);
    }
    public static void whole(long v, int line) {}
    public static void whole(double v, int line) {}
    public static void whole(boolean v, int line) {}

    // --- calls and tables

    private static java.util.ArrayList<long[]> levels; // by function: how many calls began at each level
    private static int[] active; // how many calls are under way
    private static final java.util.BitSet told = new java.util.BitSet();
    private static int depth, toldCalls, toldWrites, numbers;
    private static final java.util.HashMap<String, int[]> tables = new java.util.HashMap<>(); // by name: the number, the length that was told
    private static final java.util.HashMap<Integer, long[]> fills = new java.util.HashMap<>(); // by line: the last place and value, and how many in order had it
    private static final java.util.HashMap<Object, Integer> keys = new java.util.HashMap<>();

    private static void nameFunctions() {
        levels = new java.util.ArrayList<>();
        String[] all = Table.names().isEmpty() ? new String[0] : Table.names().split(",");
        active = new int[all.length];
        for (String name : all) {
            int colon = name.lastIndexOf(':');
            name(levels.size() + 1, name.substring(0, colon), Integer.parseInt(name.substring(colon + 1)));
            levels.add(new long[4]);
        }
    }

    private static void raw(int kind, int a, int low, long x, long y) {
        put(a, kind, low, low >> 8);
        putLong(x);
        putLong(y);
    }

    private static synchronized void event(int kind, int a, int low, long x, long y) {
        if (!ended) raw(kind, a, low, x, y);
    }

    private static synchronized void name(int number, String name, int line) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, 200);
        raw(0xA0, 0, number, length, line);
        putText(java.util.Arrays.copyOf(text, length + 3), length);
    }

    private static void putText(byte[] text, int length) {
        for (int i = 0; i < length; i += 4) put(text[i], text[i + 1], text[i + 2], text[i + 3]);
    }

    public static void begins(int f, Object... args) {
        if (!mine()) return;
        int level = active[f]++;
        long[] counts = levels.get(f);
        if (level >= counts.length) levels.set(f, counts = java.util.Arrays.copyOf(counts, 2 * level));
        counts[level]++;
        boolean tell = toldCalls++ < 20000;
        told.set(depth++, tell);
        if (!tell) return;
        event(0x92, 0, f + 1, 0, 0);
        for (int i = 0; args != null && i < args.length && i < 4; i++) event(0x94, type(args[i]), 0, 0, small(args[i]));
    }

    public static void ends(int f) {
        if (!mine() || depth == 0) return;
        active[f]--;
        if (told.get(--depth)) event(0x93, 0, 0, 0, 0);
    }

    private static int type(Object v) {
        if (v == null) return 0;
        if (v instanceof Boolean) return 5;
        if (v instanceof Character) return 2;
        if (v instanceof Double || v instanceof Float) return 3;
        if (v instanceof Number) return 1;
        if (v instanceof String s && s.getBytes(StandardCharsets.UTF_8).length <= 8) return s.length() == 1 ? 2 : 4;
        return 6;
    }

    private static long small(Object v) {
        switch (type(v)) {
        case 1: return ((Number) v).longValue();
        case 2: return v instanceof String s ? s.charAt(0) : (Character) v;
        case 3: return Math.round(((Number) v).doubleValue() * 1000);
        case 5: return (Boolean) v ? 1 : 0;
        case 4:
            long text = 0;
            byte[] b = ((String) v).getBytes(StandardCharsets.UTF_8);
            for (int i = b.length - 1; i >= 0; i--) text = text << 8 | b[i] & 255;
            return text;
        }
        return 0;
    }

    private static int lengthOf(Object o) {
        return o == null ? 0 : o.getClass().isArray() ? java.lang.reflect.Array.getLength(o) : o instanceof java.util.List<?> l ? l.size() : 0;
    }

    private static int place(Object key) {
        if (key instanceof Integer k && k >= 0 && k < 1 << 20) return k;
        return keys.computeIfAbsent(key, k -> keys.size());
    }

    /** told tells that an element of a table is a value now; a row of -1: it has one index. Without calls nobody asks. */
    public static void told(int line, String name, Object row, Object whole, Object column, Object v) {
        if (!Table.SEARCH || ended || line > 65535 || !mine() || toldWrites >= 1_000_000) return;
        int[] table = tables.get(name);
        if (table == null) {
            tables.put(name, table = new int[] {active.length + ++numbers, 0});
            name(table[0], name, line);
        }
        boolean flat = row instanceof Integer r && r == -1;
        int length = lengthOf(whole);
        if (length > table[1]) {
            table[1] = length;
            Object first = whole.getClass().isArray() ? java.lang.reflect.Array.get(whole, 0) : ((java.util.List<?>) whole).get(0);
            int wide = lengthOf(first);
            event(0x95, 0, table[0], wide > 0 ? length : 1, wide > 0 ? wide : length);
        }
        long at = (flat ? 0L : place(row)) << 16 | (long) place(column) << 40, order = Long.rotateRight(at, 40), value = small(v);
        long[] last = fills.computeIfAbsent(line, k -> new long[3]);
        last[2] = value == last[1] && order >= last[0] ? last[2] + 1 : 0;
        last[0] = order;
        last[1] = value;
        if (last[2] >= 10_000) return; // it fills the table
        toldWrites++;
        event(0x96, type(v), line, table[0] | at, value);
    }

    /** after tells of the element that a method has changed. */
    public static void after(int line, String name, Object row, Object whole, String method, Object o, Object first) {
        try {
            boolean more = method.startsWith("add") || method.equals("push") || method.equals("append");
            if (o instanceof java.util.Map<?, ?> m) told(line, name, row, null, first, m.get(first));
            else if (o instanceof java.util.Set<?> && first != null) told(line, name, row, null, first, more ? (Object) true : null);
            else if (o instanceof java.util.Collection<?> c) {
                int n = c.size();
                if (method.equals("set") && first instanceof Integer k) told(line, name, row, whole, k, ((java.util.List<?>) o).get(k));
                else if (more) told(line, name, row, whole, n - 1, o instanceof java.util.List<?> l ? l.get(n - 1) : ((java.util.Deque<?>) o).peekFirst());
                else told(line, name, row, whole, n, null);
            } else if (o instanceof StringBuilder s) {
                int n = s.length();
                if (method.equals("setCharAt") && first instanceof Integer k) told(line, name, row, whole, k, s.charAt(k));
                else if (more) told(line, name, row, whole, n - 1, s.charAt(n - 1));
                else told(line, name, row, whole, n, null);
            }
        } catch (RuntimeException e) { // o may be anything
            return;
        }
    }

    public static char put(char[] a, int i, int v, int line, String name, Object row, Object whole) { a[i] = (char) v; if (CELLS > 0) wrote(a, i, a[i], line, whole); else told(line, name, row, whole, i, a[i]); return a[i]; }
    public static int put(int[] a, int i, int v, int line, String name, Object row, Object whole) { a[i] = v; if (CELLS > 0) wrote(a, i, v, line, whole); else told(line, name, row, whole, i, v); return v; }
    public static byte put(byte[] a, int i, int v, int line, String name, Object row, Object whole) { a[i] = (byte) v; if (CELLS > 0) wrote(a, i, a[i], line, whole); else told(line, name, row, whole, i, a[i]); return a[i]; }
    public static short put(short[] a, int i, int v, int line, String name, Object row, Object whole) { a[i] = (short) v; if (CELLS > 0) wrote(a, i, a[i], line, whole); else told(line, name, row, whole, i, a[i]); return a[i]; }
    public static long put(long[] a, int i, long v, int line, String name, Object row, Object whole) { a[i] = v; if (CELLS > 0) wrote(a, i, v, line, whole); else told(line, name, row, whole, i, v); return v; }
    public static float put(float[] a, int i, float v, int line, String name, Object row, Object whole) { a[i] = v; told(line, name, row, whole, i, v); return v; }
    public static double put(double[] a, int i, double v, int line, String name, Object row, Object whole) { a[i] = v; told(line, name, row, whole, i, v); return v; }
    public static boolean put(boolean[] a, int i, boolean v, int line, String name, Object row, Object whole) { a[i] = v; told(line, name, row, whole, i, v); return v; }
    public static <T> T put(T[] a, int i, T v, int line, String name, Object row, Object whole) {
        a[i] = v;
        if (boards.containsKey(a)) whole(a, line);
        else if (CELLS > 0) wrote(a, i, number(v), line, whole);
        else told(line, name, row, whole, i, v);
        if (placed == 0 && CELLS > 0) see(a, line);
        return v;
    }
}
