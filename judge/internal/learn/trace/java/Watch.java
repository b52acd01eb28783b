package judge__;

import java.io.FileOutputStream;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;

/** A rewritten program calls this class when something changes. It writes the record; package record explains the format. */
public final class Watch {
    public static final long[] n = new long[Math.max(1, Table.SIZE)];

    private static final int STREAM = 4;
    private static final String PUZZLE = System.getenv("JUDGE_PUZZLE");
    private static final int CELLS = PUZZLE == null ? 0 : PUZZLE.length(), SIZE = (int) Math.sqrt(CELLS);
    private static final byte[] out = new byte[1 << 15];
    private static int kept;
    private static FileOutputStream stream;
    private static boolean ended;
    private static volatile Thread owner; // the only thread that is watched
    private static final java.util.Set<Thread> refused = java.util.concurrent.ConcurrentHashMap.newKeySet();

    static {
        try {
            String fd = new java.io.File("/proc/self/fd").exists() ? "/proc/self/fd/" : "/dev/fd/";
            stream = new FileOutputStream(fd + STREAM);
        } catch (java.io.IOException e) {
            stream = null;
        }
        put('S', 'J', 'R', '1');
        put(SIZE, 0, 0, 0);
        nameFunctions();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(0)));
        String clock = System.getenv("JUDGE_CLOCK");
        if (clock != null) guard(Long.parseLong(clock));
    }

    private static void guard(long milliseconds) {
        Thread t = new Thread(() -> {
            while (spent() < milliseconds) pause(Math.max(5, Math.min(50, milliseconds - spent())));
            end(1);
            Runtime.getRuntime().halt(86);
        });
        t.setDaemon(true);
        t.start();
    }

    private static void pause(long milliseconds) { java.util.concurrent.locks.LockSupport.parkNanos(1_000_000 * milliseconds); }

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

    private static void putInt(int v) { put(v, v >>> 8, v >>> 16, v >>> 24); }

    private static void putLong(long v) {
        putInt((int) v);
        putInt((int) (v >>> 32));
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
        String[] lines = Table.places().split(",");
        for (int i = 0; i < Table.SIZE; i++) {
            int line = Integer.parseInt(lines[i]);
            if (line > 65535) continue;
            put(0, 0x81, line, line >> 8);
            putLong(n[i]);
        }
        for (int f = 0; f < levels.size(); f++) {
            if (!Table.SEARCH) event(0x91, 0, f + 1, 0, n[(int) levels.get(f)[0]]);
            else for (int level = 0; level < levels.get(f).length; level++) if (levels.get(f)[level] > 0) event(0x91, 0, f + 1, level, levels.get(f)[level]);
        }
        put(stopped, 0x84, 0, 0);
        flush();
        ended = true;
    }

    /** tell ends the record with a text. */
    static void tell(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        put(2, 0x86, 0, 0);
        put(bytes.length, bytes.length >> 8, 0, 0);
        putText(bytes, bytes.length);
        end(1);
    }

    /** mine reports whether this thread is the watched one: the first, or one that it waits for. */
    private static boolean mine() {
        if (ended) return false;
        if (owner == null) owner = Thread.currentThread();
        if (owner == Thread.currentThread()) return true;
        // The thread that has just started this one is about to wait for it.
        for (int i = 0; i < 1000 && owner.getState() == Thread.State.RUNNABLE && !refused.contains(Thread.currentThread()); i++) pause(1);
        if (owner.getState() != Thread.State.RUNNABLE) owner = Thread.currentThread();
        else refused.add(Thread.currentThread());
        return owner == Thread.currentThread();
    }

    // --- values of the size of a board

    /** What an object may be. What a cell holds is told only if it is no object. */
    private static final int CELL = 1, ROW = 2, BOARD = 3;
    private static final int MOST = 1 << 20; // elements, until all is forgotten

    /** An object that was told, and how often it was named. */
    private static final class Known {
        Object object;
        int number, kind, named = 1;
    }

    private static final IdentityHashMap<Object, Known> known = new IdentityHashMap<>();
    private static final HashMap<Class<?>, Field[]> fields = new HashMap<>();
    private static Known last = new Known(); // that was written to
    private static Object latest; // that was told
    private static int numbered, elements;

    private static int length(Object o) {
        if (o instanceof Object[] a) return a.length;
        if (o instanceof CharSequence s) return s.length();
        if (o instanceof ArrayList<?> l) return l.size();
        return o instanceof int[] || o instanceof char[] || o instanceof byte[] || o instanceof short[] || o instanceof long[] ? Array.getLength(o) : -1;
    }

    private static Object at(Object o, int i) {
        if (o instanceof int[] a) return a[i];
        if (o instanceof char[] a) return a[i];
        if (o instanceof Object[] a) return a[i];
        if (o instanceof CharSequence s) return s.charAt(i);
        return o instanceof ArrayList<?> l ? l.get(i) : Array.get(o, i);
    }

    private static boolean isBoard(Object o) {
        int count = length(o);
        if (count < SIZE || CELLS == 0) return false;
        return count <= SIZE + 1 ? length(at(o, count - 1)) >= SIZE : count == CELLS || count == CELLS + 1;
    }

    /** fieldsOf returns the fields of the program's own objects. */
    private static Field[] fieldsOf(Object o) {
        return fields.computeIfAbsent(o.getClass(), c -> c.getModule() != Watch.class.getModule() ? new Field[0]
            : Arrays.stream(c.getDeclaredFields()).filter(f -> !Modifier.isStatic(f.getModifiers()) && f.trySetAccessible()).limit(16).toArray(Field[]::new));
    }

    private static Object valueOf(Field f, Object o) {
        try {
            return f.get(o);
        } catch (IllegalAccessException e) {
            return null;
        }
    }

    private static int code(long v) { return v >= 0 && v < 1 << 24 ? 1 << 24 | (int) v : 0; }

    /** code returns the word for a value. An object is told first, if it is not known or all are to be told. */
    private static int code(Object v, int kind, boolean all, int line) {
        if (v instanceof Character c) return code(c);
        if (v instanceof Integer || v instanceof Long || v instanceof Byte || v instanceof Short) return code(((Number) v).longValue());
        if (v instanceof String s && s.length() == 1) return code(s.charAt(0));
        if (v == null || kind < CELL || (kind == ROW ? length(v) < SIZE : length(v) >= 0 || fieldsOf(v).length == 0)) return 0;
        Known k = known.get(v);
        return 2 << 24 | (k != null && k.kind >= kind && !all ? k.number : tell(v, kind, false, all, line));
    }

    /** within returns what the parts of an object may be. */
    private static int within(Object o, int kind) { return kind - (length(o) <= SIZE + 1 ? 1 : 2); }

    /** tell tells what an object holds, and returns its number. */
    private static synchronized int tell(Object o, int kind, boolean changed, boolean all, int line) {
        if (ended) return 0;
        Known k = known.get(o);
        if (k == null) {
            k = new Known();
            k.object = o;
            k.number = numbered = numbered % 0xFFFFFF + 1;
            if (!(o instanceof String)) known.put(o, k);
        }
        k.kind = Math.max(k.kind, kind);
        Field[] keys = kind == CELL ? fieldsOf(o) : null;
        int[] codes = new int[keys != null ? keys.length : Math.min(length(o), CELLS + 1)];
        for (int i = 0; i < codes.length; i++) codes[i] = code(keys != null ? valueOf(keys[i], o) : at(o, i), within(o, kind), all, line);
        put((kind == CELL ? 1 : 0) | (changed ? 2 : 0), 0x87, line, line >> 8);
        putInt(k.number);
        putInt(codes.length);
        for (int i = 0; i < codes.length; i++) {
            if (keys != null) putInt(3 << 24 | i);
            putInt(codes[i]);
        }
        latest = o;
        elements += 32 + 2 * codes.length;
        if (elements > MOST) { // the reader keeps more
            known.clear();
            last = new Known();
            elements = 0;
        }
        return k.number;
    }

    /** see receives a value that was given a name. One that is known may have been filled unseen. */
    public static void see(Object o, int line) {
        if (!isBoard(o) || o instanceof String && o == latest || !mine()) return;
        Known k = known.get(o);
        if (k == null || k.kind < BOARD || (++k.named & k.named - 1) == 0) tell(o, BOARD, false, k != null, line);
    }
    public static void see(long v, int line) {}
    public static void see(double v, int line) {}
    public static void see(boolean v, int line) {}

    /** changed is called after something in an object was set. */
    public static void changed(Object o, int line) {
        Known k = known.get(o);
        if (k == null) see(o, line);
        else if (mine()) tell(o, k.kind, true, false, line);
    }

    /** element is called after an element of a sequence was set. */
    private static void element(int line, Object whole, Object o, Object at, Object v) {
        int length = length(o);
        if (length < SIZE) return;
        Known k = last.object == o ? last : known.get(o);
        if (k == null) see(length < CELLS ? whole : o, line);
        else if (!(at instanceof Integer i)) changed(o, line);
        else if (i <= CELLS && mine()) tellElement(k, i, v, line);
    }

    private static synchronized void tellElement(Known k, int i, Object v, int line) {
        last = k;
        int code = code(v, within(k.object, k.kind), false, line);
        if (ended) return;
        put(0, 0x88, line, line >> 8);
        putInt(k.number);
        putInt(i);
        putInt(code);
        latest = null;
    }

    // --- calls and tables

    private static ArrayList<long[]> levels; // by function: how many calls began at each level; without calls, the number of its first statement
    private static int[] active; // how many calls are under way
    private static final java.util.BitSet told = new java.util.BitSet();
    private static int depth, toldCalls, toldWrites, numbers;
    private static final HashMap<String, int[]> tables = new HashMap<>(); // by name: the number, the length that was told
    private static final HashMap<Integer, long[]> fills = new HashMap<>(); // by line: the last place and value, and how many in order had it
    private static final HashMap<Object, Integer> keys = new HashMap<>();

    private static void nameFunctions() {
        levels = new ArrayList<>();
        String[] all = Table.names().isEmpty() ? new String[0] : Table.names().split(",");
        active = new int[all.length];
        for (String name : all) {
            int colon = name.lastIndexOf(':'), at = Integer.parseInt(name.substring(colon + 1));
            name(levels.size() + 1, name.substring(0, colon), Table.SEARCH ? at : 0);
            levels.add(Table.SEARCH ? new long[4] : new long[] {at});
        }
    }

    private static synchronized void event(int kind, int a, int low, long x, long y) {
        if (ended) return;
        put(a, kind, low, low >> 8);
        putLong(x);
        putLong(y);
    }

    private static synchronized void name(int number, String name, int line) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, 200);
        event(0xA0, 0, number, length, line);
        putText(text, length);
    }

    private static void putText(byte[] bytes, int length) {
        byte[] text = Arrays.copyOf(bytes, length + 3);
        for (int i = 0; i < length; i += 4) put(text[i], text[i + 1], text[i + 2], text[i + 3]);
    }

    public static void begins(int f, Object[] args) {
        if (!mine()) return;
        int level = active[f]++;
        long[] counts = levels.get(f);
        if (level >= counts.length) levels.set(f, counts = Arrays.copyOf(counts, 2 * level));
        counts[level]++;
        boolean tell = toldCalls++ < 20000;
        told.set(depth++, tell);
        if (!tell) return;
        event(0x92, 0, f + 1, 0, 0);
        for (int i = 0; i < args.length && i < 4; i++) event(0x94, type(args[i]), 0, 0, small(args[i]));
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
        return o == null ? 0 : o.getClass().isArray() ? Array.getLength(o) : o instanceof List<?> l ? l.size() : 0;
    }

    private static int place(Object key) {
        if (key instanceof Integer k && k >= 0 && k < 1 << 20) return k;
        return keys.computeIfAbsent(key, k -> keys.size());
    }

    /** set is called after an element of o was set; o may be a row of a whole, else the row is -1. */
    public static void set(int line, String name, Object row, Object whole, Object o, Object column, Object v) {
        if (Table.SEARCH) told(line, name, row, whole, column, v);
        else element(line, whole, o, column, v);
    }

    /** told tells that an element of a table is a value now. */
    private static void told(int line, String name, Object row, Object whole, Object column, Object v) {
        if (name == null || column == null || line > 65535 || !mine() || toldWrites >= 1_000_000) return;
        int[] table = tables.get(name);
        if (table == null) {
            tables.put(name, table = new int[] {active.length + ++numbers, 0});
            name(table[0], name, line);
        }
        boolean flat = row instanceof Integer r && r == -1;
        int length = lengthOf(whole);
        if (length > table[1]) {
            table[1] = length;
            Object first = whole.getClass().isArray() ? Array.get(whole, 0) : ((List<?>) whole).get(0);
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

    /** after is called after a method has changed o. */
    public static void after(int line, String name, Object row, Object whole, String method, Object o, Object first) {
        try {
            boolean more = method.startsWith("add") || method.equals("push") || method.equals("append");
            if (method.equals("set") && first instanceof Integer k && o instanceof List<?> l) set(line, name, row, whole, o, k, l.get(k));
            else if (method.equals("setCharAt") && first instanceof Integer k && o instanceof StringBuilder s) set(line, name, row, whole, o, k, s.charAt(k));
            else if (!Table.SEARCH) changed(o, line);
            else if (o instanceof java.util.Map<?, ?> m) told(line, name, row, null, first, m.get(first));
            else if (o instanceof java.util.Set<?> && first != null) told(line, name, row, null, first, more ? (Object) true : null);
            else if (o instanceof java.util.Collection<?> || o instanceof StringBuilder) {
                int n = o instanceof java.util.Collection<?> c ? c.size() : length(o);
                if (!more) told(line, name, row, whole, n, null);
                else told(line, name, row, whole, n - 1, o instanceof List<?> l ? l.get(n - 1) : o instanceof java.util.Deque<?> d ? d.peekFirst() : at(o, n - 1));
            }
        } catch (RuntimeException e) {
            // o may be anything
        }
    }

    public static char put(char[] a, int i, int v, int line, String name, Object row, Object whole) { a[i] = (char) v; set(line, name, row, whole, a, i, a[i]); return a[i]; }
    public static int put(int[] a, int i, int v, int line, String name, Object row, Object whole) { a[i] = v; set(line, name, row, whole, a, i, a[i]); return a[i]; }
    public static byte put(byte[] a, int i, int v, int line, String name, Object row, Object whole) { a[i] = (byte) v; set(line, name, row, whole, a, i, a[i]); return a[i]; }
    public static short put(short[] a, int i, int v, int line, String name, Object row, Object whole) { a[i] = (short) v; set(line, name, row, whole, a, i, a[i]); return a[i]; }
    public static long put(long[] a, int i, long v, int line, String name, Object row, Object whole) { a[i] = v; set(line, name, row, whole, a, i, a[i]); return a[i]; }
    public static float put(float[] a, int i, float v, int line, String name, Object row, Object whole) { a[i] = v; set(line, name, row, whole, a, i, a[i]); return a[i]; }
    public static double put(double[] a, int i, double v, int line, String name, Object row, Object whole) { a[i] = v; set(line, name, row, whole, a, i, a[i]); return a[i]; }
    public static boolean put(boolean[] a, int i, boolean v, int line, String name, Object row, Object whole) { a[i] = v; set(line, name, row, whole, a, i, a[i]); return a[i]; }
    public static <T> T put(T[] a, int i, T v, int line, String name, Object row, Object whole) { a[i] = v; set(line, name, row, whole, a, i, v); return v; }
}
