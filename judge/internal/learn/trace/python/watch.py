# Rewrites the syntax tree of a program. The program then calls the functions below, which write the record.
import copy
import struct
from collections import OrderedDict
from functools import lru_cache
from itertools import islice

MOST = 1 << 15  # bytes that are collected before they are written
CELLS = SIZE * SIZE

counts = []  # how often each statement ran
places = []  # its line
names = []  # functions: a name, and the statement that begins it


def report():
    for line, n in zip(places, counts):
        if 0 < line < 65536:
            out.extend(bytes((0, 0x81)) + line.to_bytes(2, "little") + n.to_bytes(8, "little"))
    for name, at in names[:2000]:
        event(0x91, 0, number(name, 0), 0, counts[at])
    tell_calls()


# --- boards: all that has the size of one is told, and what is in it. Package record finds the board.

ROOM = 50_000  # most objects known at a time; the oldest are forgotten first
BOARD, ROW, CELL, FIELD = 3, 2, 1, 0  # what an object may be
SEQUENCES = {list, tuple, str, bytes, bytearray}
PLAIN = {int, bool, float, str, bytes, type(None)}
WORDS = {str(d) for d in range(10, 17)}

known = OrderedDict()  # id of an object that can change -> itself, its number, what it may be, how often it was named
names_of = {}  # numbers of keys and fields
objects = 0


@lru_cache(5000)
def plain(v, key=False):
    """Returns the element for a value that holds no others, 0 if there is none."""
    if key and v.__class__ is tuple and len(v) == 2:
        v = v[0] * SIZE + v[1]
    if isinstance(v, (str, bytes)):
        v = ord(v) if len(v) == 1 else int(v) if v in WORDS else v
    if isinstance(v, (int, float)) or hasattr(v, "__index__"):
        return 1 << 24 | int(v) if v == v // 1 and 0 <= v < 1 << 24 else 0
    return 3 << 24 | names_of.setdefault(v, len(names_of) + 1) if key and len(names_of) < 1000 else 0


def element(v, what, again):
    """Returns the element for a value. If it holds others, it is told first."""
    t = v.__class__
    if (t is tuple or t is frozenset) and len(v) == 1:
        return element(*v, what, again)
    if (t in PLAIN or hasattr(t, "__index__") and not sequence(v)) and not (what == ROW and t in SEQUENCES and len(v) >= SIZE):
        return plain(v)
    return 2 << 24 | tell(v, what, again) if what >= FIELD else 0


def sequence(v):
    return v.__class__ in SEQUENCES or v.__class__.__name__ in ("array", "ndarray")


def fields(o):
    slots = [s for t in o.__class__.__mro__ for s in getattr(t, "__slots__", ())]
    return {k: getattr(o, k, None) for k in [*getattr(o, "__dict__", ()), *slots, *getattr(o, "_fields", ())]}


def tell(o, what, again, line=0, written=0):
    """Tells what an object holds, unless that was told before, and returns its number."""
    global objects
    entry = known.get(id(o))
    if entry is None:
        objects = objects % 0xFFFFFF + 1
        entry = [o, objects, what, 1]
        if o.__class__ not in (str, bytes, tuple, frozenset):
            known[id(o)] = entry
            if len(known) > ROOM:
                known.popitem(last=False)
    elif entry[2] >= what and not again and not written:
        return entry[1]
    entry[2] = what = max(what, entry[2])
    keyed = not (sequence(o) or isinstance(o, (set, frozenset)))
    values = o if isinstance(o, dict) or not keyed else fields(o)
    keys, values = list(islice(values, CELLS + 1)), list(islice(values.values() if keyed else values, CELLS + 1))
    inner = what - 1 if len(values) <= SIZE + 1 else what - 2
    made = [plain(v) for v in values] if inner != ROW and PLAIN.issuperset(map(type, values)) else [element(v, inner, again) for v in values]
    if keyed:
        made = [e for k, v in zip(keys, made) for e in (plain(k, True), v)]
    out.extend(struct.pack("<BBHII%dI" % len(made), written | keyed, 0x87, line, entry[1], len(values), *made))
    if len(out) > MOST:
        flush()
    return entry[1]


def big(v):
    """Reports whether a value has the size of a board."""
    n = len(v)
    if isinstance(v, dict):
        return SIZE <= n <= CELLS
    if n == SIZE or n == SIZE + 1:
        return sequence(v) and sequence(v[-1]) and len(v[-1]) >= SIZE
    return (n == CELLS or n == CELLS + 1) and sequence(v)


def saw(v, line, written=0):
    """Receives a value that was given a name, or was changed, and returns it. It may also change without our hearing of it."""
    try:
        entry = known.get(id(v))
        if entry is not None and (written or entry[2] == BOARD):
            entry[3] += not written
            if written and (entry[2] != BOARD or big(v)) or not written and entry[3] & entry[3] - 1 == 0:
                tell(v, entry[2], not written, line, written)
        elif hasattr(v, "__len__") and big(v):
            tell(v, BOARD, True, line)
    except Exception:  # v may be anything
        pass
    return v


pending = []


def target(c):
    """Returns c, in which the statement will set something."""
    pending.append(c)
    return c


def settle(_, line):
    while pending:
        saw(pending.pop(), line, 2)


def at(node, line):
    for x in ast.walk(node):
        if "lineno" in x._attributes:
            x.lineno = x.end_lineno = line
            x.col_offset = x.end_col_offset = 0
    return node


def call(name, line, *args):
    """Returns a statement that calls a function below with copies of some expressions."""
    made = ast.Expr(copy.deepcopy(ast.Call(ast.Name(name, ast.Load()), list(args), [])))
    for x in ast.walk(made):
        if isinstance(getattr(x, "ctx", None), (ast.Store, ast.Del)):
            x.ctx = ast.Load()
    return at(made, line)


BODIES = ("body", "orelse", "finalbody")


class Rewriter:
    """Walks the statements of a tree. Subclasses say what comes before and after each, and first in a body."""

    def first(self, node):
        return []

    before = after = first

    def tree(self, tree):
        self.name = ""
        self.inside(tree)
        return tree

    def inside(self, node):
        outer = self.name
        scope = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        if scope:
            self.name = outer + "." + node.name if outer else node.name
        for field in BODIES:
            body = getattr(node, field, None)
            if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
                new = self.first(node) if field == "body" else []
                for k, s in enumerate(body):
                    fixed = isinstance(s, ast.ImportFrom) and s.module == "__future__" or k == 0 and isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant)
                    if fixed:
                        new.insert(k, s)
                        continue
                    new += self.before(s)
                    self.inside(s)
                    new += [s] + self.after(s)
                setattr(node, field, new)
        for child in getattr(node, "handlers", []) + getattr(node, "cases", []):
            self.inside(child)
        self.name = outer


class Lines(Rewriter):
    def before(self, s):
        counts.append(0)
        places.append(s.lineno)
        return [at(ast.parse("_judge_n[%d] += 1" % (len(counts) - 1)).body[0], s.lineno)]

    def inside(self, node):
        begins = len(counts)
        super().inside(node)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and len(counts) > begins:
            names.append((self.name + "." + node.name if self.name else node.name, begins))


PURE = (ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.BinOp, ast.operator, ast.expr_context, ast.UnaryOp, ast.unaryop, ast.Slice, ast.Tuple)
if hasattr(ast, "Index"):
    PURE += (ast.Index,)
METHODS = {"add", "append", "clear", "discard", "extend", "fill", "insert", "pop", "remove", "reverse", "setdefault", "sort", "update", "__setitem__"}


def pure(e):
    return all(isinstance(x, PURE) for x in ast.walk(e))


def parts(target):
    if isinstance(target, (ast.Tuple, ast.List)):
        for e in target.elts:
            yield from parts(e)
    elif isinstance(target, ast.Starred):
        yield from parts(target.value)
    else:
        yield target


def look(name, e, line):
    return call(name, line, e, ast.Constant(line if line < 65536 else 0))


class Board(Rewriter):
    def first(self, node):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            a = node.args
            args = getattr(a, "posonlyargs", []) + a.args + a.kwonlyargs
            return [look("_judge_a", ast.Name(x.arg, ast.Load()), node.lineno) for x in args if x.arg not in ("self", "cls")]
        if isinstance(node, (ast.For, ast.AsyncFor)):
            return self.looks([node.target], node.lineno, False)
        return []

    def after(self, s):
        if isinstance(s, ast.Assign):
            return self.looks(s.targets, s.lineno, not isinstance(s.value, ast.Constant))
        if isinstance(s, (ast.AugAssign, ast.AnnAssign)) and s.value is not None:
            return self.looks([s.target], s.lineno, not isinstance(s.value, ast.Constant))
        if isinstance(s, ast.Delete):
            return self.looks(s.targets, s.lineno, False)
        if isinstance(s, ast.Expr) and isinstance(s.value, ast.Call):
            f, args = s.value.func, s.value.args
            if isinstance(f, ast.Attribute) and f.attr in METHODS:
                return [self.set(f, s.lineno)]
            if isinstance(f, ast.Name) and f.id == "setattr" and args and pure(args[0]):
                return [look("_judge_w", args[0], s.lineno)]
        return []

    def looks(self, targets, line, bound):
        made = []
        for target in targets:
            for t in parts(target):
                if isinstance(t, ast.Subscript):
                    made.append(self.set(t, line))
                elif isinstance(t, ast.Attribute) and pure(t.value):
                    made.append(look("_judge_w", t.value, line))
                if bound and (isinstance(t, ast.Name) or isinstance(t, ast.Attribute) and pure(t)):
                    made.append(look("_judge_a", t, line))
        return made

    def set(self, t, line):
        """Returns a statement that looks at the container in t after a change. If it cannot be computed twice, it is kept."""
        if pure(t.value):
            return look("_judge_w", t.value, line)
        t.value = at(ast.Call(ast.Name("_judge_t", ast.Load()), [t.value], []), line)
        return look("_judge_s", ast.Constant(None), line)


class Named(ast.NodeTransformer):
    """Shows the values that expressions give names."""

    def visit_NamedExpr(self, node):
        self.generic_visit(node)
        node.value = at(ast.Call(ast.Name("_judge_a", ast.Load()), [node.value, ast.Constant(node.lineno)], []), node.lineno)
        return node


# --- calls and tables

calls = {}  # by function: how many calls began at each level
active = {}  # how many are under way
tables = {}  # by name: its number, its length as told, the places of its keys in rows and in columns
numbers = [0]
told_calls = told_writes = 0
fills = {}  # by line: its last place and value, and how many times in order it was the same


def event(kind, what, low, x, y):
    out.extend(bytes((what, kind)) + low.to_bytes(2, "little") + x.to_bytes(8, "little") + (y & (1 << 64) - 1).to_bytes(8, "little"))
    if len(out) > MOST:
        flush()


def number(name, line):
    """Gives a name a number in the record."""
    numbers[0] += 1
    text = name.encode("utf-8", "replace")[:200]
    event(0xA0, 0, numbers[0], len(text), line)
    out.extend(text + bytes(-len(text) % 4))
    return numbers[0]


def short(v):
    """Returns the type of a value and a number for it."""
    t = v.__class__
    if t is bool:
        return 5, int(v)
    if t is int and -1 << 63 <= v < 1 << 63:
        return 1, v
    if t is str and len(v) == 1:
        return 2, ord(v)
    if t is str and len(v.encode("utf-8", "replace")) <= 8:
        return 4, int.from_bytes(v.encode("utf-8", "replace"), "little")
    if v is None:
        return 0, 0
    if t is float and v == v and abs(v) < 1 << 60:
        return 3, round(v * 1000)
    return 6, 0


def begins(f, args):
    """Is called where a function begins."""
    global told_calls
    level = active[f]
    active[f] = level + 1
    counted = calls[f]
    if level == len(counted):
        counted.append(0)
    counted[level] += 1
    told_calls += 1
    if told_calls > 20000:
        return 0
    event(0x92, 0, f, 0, 0)
    for a in args:
        event(0x94, short(a)[0], 0, 0, short(a)[1])
    return 1


def ends(f, told):
    active[f] -= 1
    if told:
        event(0x93, 0, 0, 0, 0)


def place(keys, at, itself):
    """Returns the index that a key stands for: itself, or the order in which the keys came."""
    if itself and at.__class__ is int and 0 <= at < 1 << 20:
        return at
    return keys.setdefault(at, len(keys))


def put(name, line, base, at, value):
    """Tells that an element of base is a value now."""
    global told_writes
    if told_writes >= 1000000 or line > 65535:
        return
    table = tables.get(name)
    if table is None:
        table = tables[name] = [number(name, line), 0, {}, {}]
    if len(base) > table[1] and isinstance(base, (list, bytearray)):
        table[1] = len(base)
        wide = len(base[0]) if base[0].__class__ in (list, str, bytearray) and len(base[0]) > 1 else 0
        event(0x95, 0, table[0], len(base) if wide else 1, wide or len(base))
    if isinstance(base, (list, bytearray)) and at[0].__class__ is int and at[0] < 0:
        at = (at[0] + len(base), *at[1:])
    if len(at) == 1 and isinstance(base, (dict, set)) and at[0].__class__ is tuple and len(at[0]) == 2:
        at = at[0]
    row, column = (0, at[0]) if len(at) == 1 else at[-2:]
    itself = len(at) > 1 or isinstance(base, (list, bytearray))
    row, column = place(table[2], row, itself), place(table[3], column, itself)
    if value.__class__ is str and len(value) > 1 and len(at) == 1 and isinstance(base, list):
        for k, c in enumerate(value[:200]):  # a row that is a text
            event(0x96, 2, line, table[0] | column << 16 | k << 40, ord(c))
        return
    kind, y = short(value)
    last, same, run = fills.get(line, ((), None, 0))
    run = run + 1 if (kind, y) == same and (row, column) >= last else 0
    fills[line] = (row, column), (kind, y), run
    if run >= 10000:  # it fills the table
        return
    told_writes += 1
    event(0x96, kind, line, table[0] | (row & 0xFFFFFF) << 16 | (column & 0xFFFFFF) << 40, y)


def set_at(name, line, base, at, gone=False):
    try:
        value = None if gone else base
        for k in () if gone else at:
            value = value[k]
        put(name, line, base, at, value)
    except Exception:  # base may be anything
        return


def method(name, line, base, at, called, args):
    """Is called after a method that changes a container."""
    try:
        o = base
        for k in at:
            o = o[k]
        if called in ("append", "extend", "push") and isinstance(o, list):
            put(name, line, base, at + (len(o) - 1,), o[-1])
        elif called == "pop" and isinstance(o, list) and not args:
            put(name, line, base, at + (len(o),), None)
        elif called in ("add", "remove", "discard") and isinstance(o, set):
            put(name, line, base, at + (args[0],), called == "add" or None)
        elif called == "pop" and isinstance(o, dict):
            put(name, line, base, at + (args[0],), None)
        elif isinstance(o, list) and len(o) <= 256:
            for i, v in enumerate(o):
                put(name, line, base, at + (i,), v)
    except Exception:
        return


def tell_calls():
    for f, counted in calls.items():
        for level, n in enumerate(counted):
            event(0x91, 0, f, level, n)


class Tables(Rewriter):
    """Tells of the calls of functions and of the writes to elements."""

    def inside(self, node):
        super().inside(node)
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return
        f = number(self.name + "." + node.name if self.name else node.name, node.lineno)
        calls[f], active[f] = [], 0
        args = [x.arg for x in getattr(node.args, "posonlyargs", []) + node.args.args if x.arg not in ("self", "cls")][:4]
        doc = 1 if isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant) else 0
        begin = at(ast.parse("_judge_k = _judge_c(%d, (%s))" % (f, "".join(x + "," for x in args))).body[0], node.lineno)
        end = at(ast.parse("_judge_r(%d, _judge_k)" % f).body[0], node.lineno)
        body = node.body[doc:] or [at(ast.Pass(), node.lineno)]
        whole = ast.Try(body, [], [], [end])
        whole.lineno = whole.end_lineno = node.lineno
        whole.col_offset = whole.end_col_offset = 0
        node.body = node.body[:doc] + [begin, whole]

    def after(self, s):
        targets = s.targets if isinstance(s, (ast.Assign, ast.Delete)) else [s.target] if isinstance(s, (ast.AugAssign, ast.AnnAssign)) else []
        gone = [ast.Constant(True)] if isinstance(s, ast.Delete) else []
        told = [self.told("_judge_p", t, s.lineno, *gone) for target in targets for t in parts(target)]
        if isinstance(s, ast.Expr) and isinstance(s.value, ast.Call) and isinstance(s.value.func, ast.Attribute) and s.value.func.attr in METHODS:
            args = ast.Tuple([a if pure(a) else ast.Constant(None) for a in s.value.args], ast.Load())
            told = [self.told("_judge_m", s.value.func.value, s.lineno, ast.Constant(s.value.func.attr), args)]
        return [t for t in told if t]

    def told(self, do, t, line, *more):
        keys = []
        while isinstance(t, ast.Subscript):
            keys.insert(0, t.slice)
            t = t.value
        if not keys and not more or not isinstance(t, (ast.Name, ast.Attribute)) or not all(map(pure, [t, *keys])) or any(isinstance(k, ast.Slice) for k in keys):
            return None
        name = ast.Constant(t.id if isinstance(t, ast.Name) else t.attr)
        return call(do, line, name, ast.Constant(line), t, ast.Tuple(keys, ast.Load()), *more)


def watched(search, source, path, space):
    """Compiles a rewritten source, and puts the functions that it calls into its module."""
    tree = ast.parse(source, path)
    tree = Tables().tree(tree) if search else Board().tree(Named().visit(tree)) if PUZZLE else Lines().tree(tree)
    space.update(_judge_n=counts, _judge_w=lambda c, line: saw(c, line, 2), _judge_a=saw, _judge_t=target, _judge_s=settle,
                 _judge_c=begins, _judge_r=ends, _judge_p=set_at, _judge_m=method)
    return ready(tree, path)
