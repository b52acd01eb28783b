import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

/** Rewrite IN OUT lines|board|search|circle: adds calls of Watch to the text of a program, at the statements of its syntax tree. */
public class Rewrite extends TreeScanner<Void, Void> {
    static final String WATCH = "judge__.Watch.";
    static final Set<String> CHANGES = Set.of("fill", "arraycopy", "setAll", "set", "setCharAt", "replace", "append", "deleteCharAt", "insert", "reverse", "put", "swap", "sort");

    /** A text that replaces the source from at to until. */
    record Edit(int at, int until, String text) {}

    final String source;
    final boolean lines, search;
    final CompilationUnitTree unit;
    final SourcePositions positions;
    final List<Edit> edits = new ArrayList<>();
    final List<Long> places = new ArrayList<>();
    final List<String> names = new ArrayList<>(); // of functions, each with a line or a place
    final Deque<String> within = new ArrayDeque<>();
    final Set<Tree> bodies = new HashSet<>();
    boolean ofObject; // the current method belongs to an object
    int lastCounted = -1;
    int loops; // those that show what they see
    final List<String> classes = new ArrayList<>();

    Rewrite(String source, String mode, CompilationUnitTree unit, SourcePositions positions) {
        this.source = source;
        this.lines = mode.equals("lines");
        this.search = mode.equals("search");
        this.unit = unit;
        this.positions = positions;
    }

    public static void main(String[] args) throws Exception {
        Path in = Path.of(args[0]), out = Path.of(args[1]);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        JavacTask task = (JavacTask) compiler.getTask(null, files, d -> {}, List.of("-proc:none"), null, files.getJavaFileObjects(in));
        CompilationUnitTree unit = task.parse().iterator().next();
        String source = unit.getSourceFile().getCharContent(true).toString();
        Rewrite r = new Rewrite(source, args[2], unit, Trees.instance(task).getSourcePositions());
        if (args[2].equals("circle")) r.circles();
        else r.scan(unit, null);
        Files.writeString(out.resolve("Rewritten"), r.text());
        Files.writeString(out.resolve("Table.java"), r.table());
    }

    String text() {
        edits.sort(Comparator.comparingInt(Edit::at)); // keeps the order of the walk for texts at the same place
        StringBuilder made = new StringBuilder();
        int at = 0;
        for (Edit e : edits) {
            made.append(source, at, Math.max(at, e.at)).append(e.text);
            at = Math.max(at, e.until);
        }
        return made.append(source.substring(at)).toString();
    }

    /** table holds the line of each statement that is counted, and the functions with their first statements. */
    String table() {
        String functions = String.join(",", names), lines = String.join(",", places.stream().map(String::valueOf).toList());
        return "package judge__;\nfinal class Table {\nstatic final boolean SEARCH = " + search + ";\nstatic final int SIZE = " + places.size() + ", LOOPS = " + loops + ";\n"
            + "static String classes() { return " + literal(String.join(",", classes)) + "; }\nstatic String places() { return " + literal(lines) + "; }\n"
            + "static String names() { return " + literal(functions.length() < 60000 ? functions : "") + "; }\n}\n";
    }

    /** literal returns an expression for a text, since a single literal has at most 65535 bytes. */
    static String literal(String text) {
        StringBuilder made = new StringBuilder("new StringBuilder()");
        for (int at = 0; at < text.length(); at += 20000) made.append(".append(\"").append(text, at, Math.min(text.length(), at + 20000)).append("\")");
        return made + ".toString()";
    }

    int start(Tree t) { return (int) positions.getStartPosition(unit, t); }
    int end(Tree t) { return (int) positions.getEndPosition(unit, t); }
    long line(Tree t) { return unit.getLineMap().getLineNumber(start(t)); }
    String text(Tree t) { return source.substring(start(t), end(t)); }
    void put(int at, String text) { edits.add(new Edit(at, at, text)); }

    /** statement handles a statement that others may precede and follow. */
    void statement(StatementTree s) {
        if (start(s) < 0 || end(s) < 0) return; // made by the compiler
        boolean first = text(s).startsWith("this(") || text(s).startsWith("super(") || s instanceof ClassTree || s instanceof EmptyStatementTree;
        if (lines && !first && start(s) != lastCounted) {
            lastCounted = start(s);
            put(start(s), WATCH + "n[" + places.size() + "]++;");
            places.add(line(s));
        }
        scan(s, null);
        if (!lines && source.charAt(end(s) - 1) == ';') behind(s);
    }

    /** bodiesOf returns the statements that a branch or a loop decides about. */
    static List<StatementTree> bodiesOf(Tree t) {
        if (t instanceof IfTree i) return Arrays.asList(i.getThenStatement(), i.getElseStatement());
        StatementTree body = t instanceof ForLoopTree l ? l.getStatement() : t instanceof EnhancedForLoopTree l ? l.getStatement() : t instanceof WhileLoopTree l ? l.getStatement()
            : t instanceof DoWhileLoopTree l ? l.getStatement() : null;
        return Arrays.asList(body);
    }

    /** A single statement in the place of a block gets braces. */
    @Override public Void scan(Tree t, Void v) {
        bodies.addAll(bodiesOf(t));
        if (t instanceof BlockTree || !(t instanceof StatementTree s) || !bodies.remove(t)) return super.scan(t, v);
        put(start(t), "{");
        statement(s);
        put(end(t), "}");
        return null;
    }

    /** behind adds calls that tell of what a statement has changed, or has given a name. */
    void behind(StatementTree s) {
        if (s instanceof VariableTree v && v.getInitializer() != null && !(v.getType() instanceof PrimitiveTypeTree)) see(end(s), v.getName(), s);
        if (!(s instanceof ExpressionStatementTree e)) return;
        ExpressionTree x = e.getExpression(), target = target(x);
        if (x instanceof MethodInvocationTree call) {
            called(call, s);
        } else if (target instanceof ArrayAccessTree a) {
            if (!(x instanceof AssignmentTree)) put(end(s), element(a) + ";");
        } else if (target != null && pure(target)) {
            see(end(s), text(target), s);
            if (target instanceof MemberSelectTree m && !isClass(m.getExpression())) changed(m.getExpression(), text(m.getExpression()), s);
            else if (target instanceof IdentifierTree && ofObject) changed(target, "this", s);
        }
    }

    static ExpressionTree target(ExpressionTree x) {
        return x instanceof AssignmentTree a ? a.getVariable() : x instanceof CompoundAssignmentTree a ? a.getVariable() : x instanceof UnaryTree u ? u.getExpression() : null;
    }

    void see(int at, CharSequence text, StatementTree s) {
        if (!search) put(at, WATCH + "see(" + text + "," + line(s) + ");");
    }

    /** changed adds a call that tells of an object, and looks at what has it as an element: either may just have become a board. */
    void changed(ExpressionTree x, String text, StatementTree s) {
        if (!search) put(end(s), WATCH + "changed(" + text + "," + line(s) + ");");
        holders(x, s);
    }

    void holders(ExpressionTree x, StatementTree s) {
        for (ExpressionTree of = holder(x); of != null; of = holder(of)) see(end(s), text(of), s);
    }

    /** element returns a call that tells of an element that was set. */
    String element(ArrayAccessTree a) {
        String array = text(a.getExpression()), at = pure(a) ? text(a.getIndex()) + "," + text(a) : "null,null";
        return pure(a.getExpression()) ? WATCH + "set(" + line(a) + "," + stem(a.getExpression()) + "," + array + "," + at + ")" : "";
    }

    /** called adds a call that tells of what a method has changed: its object, or what a method of a library's class was given. */
    void called(MethodInvocationTree call, StatementTree s) {
        String method = call.getMethodSelect() instanceof MemberSelectTree m ? m.getIdentifier().toString() : "";
        if (!CHANGES.contains(method) && !(search && ADDS.contains(method))) return;
        List<? extends ExpressionTree> args = call.getArguments();
        ExpressionTree of = ((MemberSelectTree) call.getMethodSelect()).getExpression();
        if (isClass(of)) of = args.isEmpty() ? null : args.get(method.equals("arraycopy") ? 2 : 0);
        if (of == null || !pure(of)) return;
        String first = args.isEmpty() || !pure(args.get(0)) ? "null" : text(args.get(0));
        put(end(s), WATCH + "after(" + line(s) + "," + stem(of) + ",\"" + method + "\"," + text(of) + "," + first + ");");
        holders(of, s);
    }

    static final Set<String> ADDS = Set.of("add", "remove", "addLast", "removeLast", "push", "pop", "setLength");

    boolean isClass(ExpressionTree x) { return Character.isUpperCase(text(x).charAt(text(x).lastIndexOf('.') + 1)); }

    /** holder returns what has an expression as an element. */
    ExpressionTree holder(ExpressionTree of) {
        if (of instanceof ArrayAccessTree a) return a.getExpression();
        return of instanceof MethodInvocationTree c && pure(c) && c.getArguments().size() == 1 ? ((MemberSelectTree) c.getMethodSelect()).getExpression() : null;
    }

    /** stem returns arguments that say where a container is: the name of its table, its row there, and the whole. */
    String stem(ExpressionTree of) {
        ExpressionTree holder = pure(of) ? holder(of) : null, whole = holder == null ? of : holder;
        String row = holder == null ? "-1" : of instanceof ArrayAccessTree a ? text(a.getIndex()) : text(((MethodInvocationTree) of).getArguments().get(0));
        String name = whole instanceof IdentifierTree i ? i.getName().toString() : whole instanceof MemberSelectTree m ? m.getIdentifier().toString() : null;
        return !pure(of) ? "null,-1,null" : (name == null ? name : "\"" + name + "\"") + "," + row + "," + text(whole);
    }

    /** pure reports whether an expression can be evaluated twice without a change. */
    static boolean pure(Tree t) {
        if (t instanceof IdentifierTree i) return !i.getName().contentEquals("super");
        if (t instanceof LiteralTree) return true;
        if (t instanceof MemberSelectTree m) return pure(m.getExpression());
        if (t instanceof ArrayAccessTree a) return pure(a.getExpression()) && pure(a.getIndex());
        if (t instanceof ParenthesizedTree p) return pure(p.getExpression());
        if (t instanceof BinaryTree b) return pure(b.getLeftOperand()) && pure(b.getRightOperand());
        if (t instanceof MethodInvocationTree c) return c.getMethodSelect() instanceof MemberSelectTree m && m.getIdentifier().contentEquals("get") && pure(m) && c.getArguments().stream().allMatch(Rewrite::pure);
        return false;
    }

    @Override public Void visitClass(ClassTree c, Void v) {
        within.addLast(c.getSimpleName().toString());
        super.visitClass(c, v);
        within.removeLast();
        return null;
    }
    @Override public Void visitMethod(MethodTree m, Void v) {
        if (m.getBody() == null) return null;
        boolean isNew = m.getName().contentEquals("<init>"), outer = ofObject;
        String name = String.join(".", within) + "." + (isNew ? "new" : m.getName()) + ":";
        int at = start(m.getBody()) + 1, first = places.size(), f = names.size();
        if (isNew && !m.getBody().getStatements().isEmpty()) {
            StatementTree call = m.getBody().getStatements().get(0);
            if (start(call) >= 0 && (text(call).startsWith("this(") || text(call).startsWith("super("))) at = end(call);
        }
        if (search && !isNew) {
            put(at, WATCH + "begins(" + f + ",new Object[]{" + String.join(",", m.getParameters().stream().map(VariableTree::getName).toList()) + "});try{");
            names.add(name + line(m));
        } else if (!lines && start(m.getBody()) >= 0) for (VariableTree p : m.getParameters()) {
            if (!(p.getType() instanceof PrimitiveTypeTree)) see(at, p.getName(), m.getBody());
        }
        ofObject = !m.getModifiers().getFlags().contains(javax.lang.model.element.Modifier.STATIC);
        scan(m.getBody(), null);
        ofObject = outer;
        if (search && !isNew) put(end(m.getBody()) - 1, "}finally{" + WATCH + "ends(" + f + ");}");
        if (lines && places.size() > first) names.add(name + first);
        return null;
    }
    @Override public Void visitBlock(BlockTree b, Void v) {
        for (StatementTree s : b.getStatements()) statement(s);
        return null;
    }
    @Override public Void visitCase(CaseTree c, Void v) {
        if (c.getStatements() != null) for (StatementTree s : c.getStatements()) statement(s);
        else scan(c.getBody(), null);
        return null;
    }
    @Override public Void visitForLoop(ForLoopTree t, Void v) {
        super.visitForLoop(t, v);
        for (ExpressionStatementTree s : t.getUpdate()) {
            if (!lines && !(s.getExpression() instanceof AssignmentTree) && target(s.getExpression()) instanceof ArrayAccessTree a && pure(a.getExpression())) put(end(s), "," + element(a));
        }
        return null;
    }
    @Override public Void visitAnnotation(AnnotationTree t, Void v) { return null; }

    /** a[i][j] = v becomes put(a[i], j, v, line, "a", i, a). */
    @Override public Void visitAssignment(AssignmentTree t, Void v) {
        if (lines || !(t.getVariable() instanceof ArrayAccessTree a)) return super.visitAssignment(t, v);
        put(start(t), WATCH + "put(");
        scan(a.getExpression(), null);
        edits.add(new Edit(end(a.getExpression()), start(a.getIndex()), ","));
        scan(a.getIndex(), null);
        edits.add(new Edit(end(a.getIndex()), start(t.getExpression()), ","));
        scan(t.getExpression(), null);
        put(end(t), "," + line(t) + "," + stem(a.getExpression()) + ")");
        return null;
    }

    // --- circles

    /** What may change without the program, or in an order by chance. */
    static final java.util.regex.Pattern OPEN = java.util.regex.Pattern.compile("\\b(nanoTime|currentTimeMillis|random|Random\\(\\s*\\)|shuffle|Thread\\w*|Runnable|Executor\\w*|"
        + "CompletableFuture|ForkJoin\\w*|Timer|Instant|LocalDate\\w*|LocalTime|ZonedDateTime|Date|Calendar|Clock|UUID|SecureRandom|File\\w*|Files|Paths?|RandomAccessFile|nio|net|"
        + "Socket|ProcessBuilder|Process|Runtime|MXBean|getenv|getProperty|console|Console|Unsafe|Atomic\\w*|parallel\\w*|\\w+Reference|WeakHashMap|native|volatile|identityHashCode|"
        + "ClassLoader|Class|reflect|Proxy|setIn|wait|judge__)\\b");

    /** namesIn counts the names within a tree. */
    static Map<String, Integer> namesIn(Tree t) {
        Map<String, Integer> all = new HashMap<>();
        new TreeScanner<Void, Void>() {
            @Override public Void visitIdentifier(IdentifierTree i, Void v) { all.merge(i.getName().toString(), 1, Integer::sum); return null; }
            @Override public Void visitMemberSelect(MemberSelectTree m, Void v) { all.merge("." + m.getIdentifier(), 1, Integer::sum); return super.visitMemberSelect(m, v); }
            @Override public Void visitMemberReference(MemberReferenceTree m, Void v) { all.merge("." + m.getName(), 1, Integer::sum); return super.visitMemberReference(m, v); }
        }.scan(t, null);
        return all;
    }

    /** circles makes each loop show the variables that it sees, and itself. */
    void circles() {
        Map<String, Set<String>> mentions = new HashMap<>();
        boolean[] closed = {!OPEN.matcher(source).find()};
        new TreeScanner<Void, String>() { // in a class
            @Override public Void scan(Tree t, String in) {
                String by = t instanceof ClassTree c ? c.getSimpleName().toString() : t instanceof VariableTree x ? x.getName().toString()
                    : !(t instanceof MethodTree m) ? null : m.getName().contentEquals("<init>") ? in : m.getName().toString();
                if (by != null) mentions.computeIfAbsent(by, k -> new HashSet<>()).addAll(namesIn(t).keySet());
                return super.scan(t, t instanceof ClassTree ? by : in);
            }
        }.scan(unit, "");
        String home = unit.getPackageName() == null ? "" : unit.getPackageName() + ".";
        new TreeScanner<Void, Void>() {
            final Deque<Map<String, String>> scopes = new ArrayDeque<>(); // the type of each variable; "": it may have no value
            String method = null, type = "";
            final Map<Tree, java.util.function.Supplier<String>> decided = new HashMap<>(); // how bodies begin
            boolean hidden, object; // in a lambda or a class within a method; in a method of an object

            @Override public Void visitClass(ClassTree c, Void v) {
                if (method == null) {
                    type = type.isEmpty() ? home + c.getSimpleName() : type + "$" + c.getSimpleName();
                    classes.add(type);
                }
                hidden |= method != null;
                for (Tree t : c.getMembers()) if (hidden && t instanceof VariableTree f && f.getModifiers().getFlags().contains(javax.lang.model.element.Modifier.STATIC)) closed[0] = false;
                return super.visitClass(c, v);
            }
            @Override public Void visitMethod(MethodTree m, Void v) {
                method = m.getName().contentEquals("<init>") ? type.substring(1 + Math.max(type.lastIndexOf('.'), type.lastIndexOf('$'))) : m.getName().toString();
                hidden |= m.getModifiers().getAnnotations().size() > 0; // it may be called by a library
                object = !m.getModifiers().getFlags().contains(javax.lang.model.element.Modifier.STATIC);
                return super.visitMethod(m, v);
            }
            /** Each body gets braces; that of a loop begins with a look at what it sees. */
            @Override public Void scan(Tree t, Void v) {
                boolean body = decided.containsKey(t), single = body && !(t instanceof BlockTree);
                if (body) put(start(t) + (single ? 0 : 1), (single ? "{" : "") + decided.get(t).get());
                String look = t instanceof WhileLoopTree || t instanceof DoWhileLoopTree || t instanceof ForLoopTree ? look(t) : "";
                for (StatementTree s : bodiesOf(t)) if (s != null) decided.put(s, () -> look.isEmpty() ? "" : look + seen(t));
                boolean scope = t instanceof BlockTree || t instanceof SwitchTree || t instanceof TryTree || t instanceof CatchTree || t instanceof MethodTree || t instanceof LambdaExpressionTree
                    || t instanceof ForLoopTree || t instanceof EnhancedForLoopTree;
                if (scope) scopes.addLast(new HashMap<>());
                String outer = type, of = method;
                boolean was = hidden, ofObject = object;
                hidden |= t instanceof LambdaExpressionTree;
                super.scan(t, v);
                type = outer;
                method = of;
                hidden = was;
                object = ofObject;
                if (scope) scopes.removeLast();
                if (single) put(end(t), "}");
                return null;
            }
            @Override public Void visitVariable(VariableTree t, Void v) {
                if (method != null && end(t) < 0) closed[0] = false; // in a record's constructor without parameters
                else if (method != null) {
                    boolean plain = text(t).matches("(?s)[\\w<>\\[\\], .?]+\\s" + t.getName() + "\\s*;") && t.getModifiers().getFlags().isEmpty();
                    String kind = String.valueOf(t.getType());
                    if (t.getInitializer() == null && plain) put(end(t) - 1, kind.equals("boolean") ? "=false" : t.getType() instanceof PrimitiveTypeTree ? "=0" : "=null");
                    scopes.getLast().put(t.getName().toString(), t.getInitializer() == null && text(t).endsWith(";") && !plain ? "" : kind);
                }
                return super.visitVariable(t, v);
            }
            @Override public Void visitBindingPattern(BindingPatternTree t, Void v) {
                closed[0] = false;
                return null;
            }
            @Override public Void visitLabeledStatement(LabeledStatementTree t, Void v) {
                label = start(t);
                return super.visitLabeledStatement(t, v);
            }
            int label = -1;
            /** look notes where a loop is entered, and returns how the look at it begins; nothing if it may be entered again from within. */
            String look(Tree t) {
                int at = label >= 0 ? label : start(t);
                label = -1;
                if (hidden || method == null || reaches(namesIn(t).keySet(), new HashSet<>())) return "";
                put(at, "judge__.Circle.runs[" + loops + "]++;");
                return "if(judge__.Circle.due)judge__.Circle.loop(" + loops++ + "," + line(t) + "," + (object ? "this" : "0");
            }
            /** seen returns the variables of a loop, but not counters that decide nothing. */
            String seen(Tree t) {
                Map<String, Integer> all = namesIn(t), counted = new HashMap<>();
                new TreeScanner<Void, Void>() {
                    @Override public Void visitExpressionStatement(ExpressionStatementTree e, Void v) {
                        if (target(e.getExpression()) instanceof IdentifierTree i) counted.merge(i.getName().toString(), 1, Integer::sum);
                        return super.visitExpressionStatement(e, v);
                    }
                }.scan(t, null);
                StringBuilder args = new StringBuilder();
                for (Map<String, String> scope : scopes) for (Map.Entry<String, String> e : new TreeMap<>(scope).entrySet()) {
                    if (!all.containsKey(e.getKey())) continue;
                    if (e.getValue().isEmpty()) closed[0] = false;
                    boolean number = e.getValue().matches("int|long|short|byte|char|double|float");
                    if (!number || !all.get(e.getKey()).equals(counted.get(e.getKey()))) args.append(",").append(e.getKey());
                }
                return args + ");";
            }
            boolean reaches(Set<String> names, Set<String> seen) {
                for (String name : names) {
                    String plain = name.startsWith(".") ? name.substring(1) : name;
                    if (plain.equals(method) || seen.add(plain) && mentions.containsKey(plain) && reaches(mentions.get(plain), seen)) return true;
                }
                return false;
            }
        }.scan(unit, null);
        if (closed[0]) return;
        edits.clear();
        loops = 0;
    }
}
