package judge__;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;

/** Finds out whether a loop goes on for ever: whether all that it sees where its body begins is what it was before. */
public final class Circle {
    public static volatile boolean due; // a loop is to be looked at
    public static final int[] runs = new int[Table.LOOPS]; // how often each loop was entered

    private static final int MOST = 200_000; // objects in a state
    private static final Set<String> seen = new HashSet<>();
    private static final sun.misc.Unsafe unsafe;
    private static volatile long pause = 20;
    private static MessageDigest sum;
    private static IdentityHashMap<Object, Integer> known;

    static {
        try {
            Field f = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            f.setAccessible(true);
            unsafe = (sun.misc.Unsafe) f.get(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        Watch.n[0] = 0; // starts its clock
        Thread t = new Thread(() -> {
            try {
                while (true) {
                    Thread.sleep(pause);
                    due = true;
                }
            } catch (InterruptedException e) {
                // the program ends
            }
        });
        t.setDaemon(true);
        t.start();
    }

    /** loop looks at what a loop sees. If it was all the same before in this run of the loop, that is told, and the program ends. */
    public static void loop(int loop, int line, Object... all) {
        long began = System.nanoTime();
        due = false;
        try {
            String info = Files.readString(Path.of("/proc/self/fdinfo/0"));
            String at = info.substring(4, info.indexOf('\n')).trim();
            sum = MessageDigest.getInstance("SHA-1");
            known = new IdentityHashMap<>();
            add(loop + " " + runs[loop] + " " + at);
            for (Object o : all) add(o);
            add(System.in);
            for (String name : Table.classes().split(",")) {
                Class<?> c = Class.forName(name, false, Circle.class.getClassLoader());
                if (!unsafe.shouldBeInitialized(c)) fields(c, null);
            }
            if (!seen.add(new java.math.BigInteger(sum.digest()).toString(36))) {
                Watch.tell("circle " + (at.equals("" + Files.size(Path.of("/proc/self/fd/0"))) ? 1 : 0) + " " + line);
                Runtime.getRuntime().halt(86);
            }
        } catch (Exception | StackOverflowError e) {
            // it can see what is not seen here
        }
        pause = 4 + 2 * (System.nanoTime() - began) / 1_000_000;
    }

    private static void feed(String text) { sum.update((text + "\0").getBytes(java.nio.charset.StandardCharsets.UTF_8)); }

    private static void add(Object o) throws ReflectiveOperationException {
        if (o == null) {
            feed("null");
            return;
        }
        Class<?> c = o.getClass();
        feed(c.getName());
        if (o instanceof String || o instanceof Boolean || o instanceof Character || o instanceof Number && c.getName().startsWith("java.lang.")) {
            feed(o.toString());
            return;
        }
        if (o instanceof java.util.regex.Pattern p) { // what it is made of never changes
            feed(p.flags() + p.pattern());
            return;
        }
        if (o instanceof Thread || o instanceof Class || o instanceof ClassLoader || o instanceof java.lang.ref.Reference
            || c.getName().startsWith("java.util.concurrent.locks.") || c.getName().startsWith("jdk.internal.")) return;
        Integer before = known.putIfAbsent(o, known.size());
        feed("" + before);
        if (before != null) return;
        if (known.size() > MOST) throw new IllegalStateException();
        if (c.isArray()) {
            int n = Array.getLength(o);
            feed("" + n);
            if (o instanceof Object[] a) for (Object x : a) add(x);
            else if (o instanceof int[] a) feed(java.util.Arrays.toString(a));
            else if (o instanceof char[] a) feed(new String(a));
            else if (o instanceof byte[] a) sum.update(a);
            else for (int i = 0; i < n; i++) feed(String.valueOf(Array.get(o, i)));
            return;
        }
        for (; c != null; c = c.getSuperclass()) fields(c, o);
    }

    /** fields adds the fields of an object, or those of a class itself. */
    private static void fields(Class<?> c, Object o) throws ReflectiveOperationException {
        boolean library = c.getName().startsWith("java.") || c.getName().startsWith("sun.");
        if (library && c.getSimpleName().matches(".*It(r|erator).*")) throw new IllegalStateException(); // it compares what is not looked at here
        for (Field f : c.getDeclaredFields()) {
            if (Modifier.isStatic(f.getModifiers()) != (o == null) || library && f.getName().equals("modCount")) continue;
            feed(f.getName());
            if (!library) {
                f.setAccessible(true);
                add(f.get(o));
                continue;
            }
            long at = unsafe.objectFieldOffset(f);
            Class<?> t = f.getType();
            if (!t.isPrimitive()) add(unsafe.getObject(o, at));
            else if (t == int.class || t == float.class) feed("" + unsafe.getInt(o, at));
            else if (t == long.class || t == double.class) feed("" + unsafe.getLong(o, at));
            else if (t == char.class || t == short.class) feed("" + unsafe.getShort(o, at));
            else feed("" + unsafe.getByte(o, at));
        }
    }
}
