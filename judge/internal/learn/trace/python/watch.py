# Rewrites a program's syntax tree so that it tells what it does, and is what it tells it to. See record for the format.
import ast
import atexit
import copy
import os
import signal

STREAM = 4
MOST = 1 << 15  # bytes kept before they are written
PUZZLE = os.environ.get("JUDGE_PUZZLE", "")
SIZE = round(len(PUZZLE) ** 0.5)
CELLS = SIZE * SIZE

out = bytearray(b"SJR1" + bytes((SIZE, 0, 0, 0)))
counts = []  # how often each statement ran
places = []  # its line
names = []  # functions: a name, and the statement that begins it
ended = False
leave = os._exit


def flush():
    global out
    data, out[:] = bytes(out), b""
    while data:
        try:
            data = data[os.write(STREAM, data):]
        except OSError:
            return


def end(stopped):
    global ended
    if ended:
        return
    ended = True
    for line, n in zip(places, counts):
        if 0 < line < 65536:
            out.extend(bytes((0, 0x81)) + line.to_bytes(2, "little") + n.to_bytes(8, "little"))
    for name, at in names[:2000]:
        text = name.encode("utf-8", "replace")[:200]
        out.extend(bytes((0, 0x82)) + len(text).to_bytes(2, "little") + counts[at].to_bytes(8, "little") + text + bytes(-len(text) % 4))
    out.extend(bytes((stopped, 0x84, 0, 0)))
    flush()


def stop(*_):
    end(1)
    leave(86)


def quit(status):
    end(0)
    leave(status)


# What a cell may hold for a digit.
digits = {}
for d in range(1, SIZE + 1):
    sign = "0123456789ABCDEFG"[d]
    for value in (d, sign, sign.lower(), sign.encode(), ord(sign), ord(sign.lower())):
        digits.setdefault(value, d)
get = digits.get
puzzle = [get(c, 0) for c in PUZZLE]
clues = [(i, d) for i, d in enumerate(puzzle) if d]
last = clues[-1][0] if clues else 0
now = puzzle[:]  # the board as it was told last
since = [0] * CELLS  # which of all digits that were placed it was
placed = 0

SEQUENCES = {list, tuple, str, bytes, bytearray}
MUTABLE = {list, bytearray}
ROOM = 20_000  # rows that are known at a time: those of boards that a search has left long ago make room

rows = {}  # id of a row -> the row, its board, its first cell, where that stands in it, what it held last
boards = {}  # id of a table of rows -> the table
current = None


def digit(value):
    try:
        return get(value, 0)
    except TypeError:  # what cannot be looked up is no digit
        return 0


def fits(row, start, cell, n):
    """Tells if the row holds the puzzle's clues from a cell on, and beside these nothing but cells."""
    if row.__class__ not in SEQUENCES:
        return len(row) == start + n and all(digit(row[start + k]) == puzzle[cell + k] for k in range(n) if puzzle[cell + k])
    for k in range(n):
        d = puzzle[cell + k]
        if d and digit(row[start + k]) != d:
            return False
    return True


def like_cells(v):
    return v.__class__ in SEQUENCES or v.__class__.__name__ in ("array", "ndarray")


def tell(cells, line):
    """Tells how the board differs from what was told last: first what is gone, the newest first, then what is new."""
    global placed
    gone, new = [], []
    for i, d in cells:
        if now[i] != d:
            if now[i]:
                gone.append(i)
            if d:
                new.append((i, d))
    for i in sorted(gone, key=since.__getitem__, reverse=True) if len(gone) > 1 else gone:
        now[i] = 0
        out.extend((i, 0, line & 255, line >> 8))
    for i, d in new:
        placed += 1
        now[i], since[i] = d, placed
        out.extend((i, d, line & 255, line >> 8))
    if len(out) > MOST:
        flush()


def flat(v, line):
    start = len(v) - CELLS
    if start not in (0, 1) or not fits(v, start, 0, CELLS):
        return
    global current
    current = v
    if v.__class__ not in (str, bytes, tuple):
        know(v, v, 0, start, CELLS)
    tell([(i, digit(v[start + i])) for i in range(CELLS)], line)


def know(row, board, cell, start, n):
    if len(rows) >= ROOM:
        rows.pop(next(iter(rows)))
    rows[id(row)] = (row, board, cell, start, n, [row[:]])


def table(v, line):
    start = len(v) - SIZE
    if start not in (0, 1):
        return
    for r in range(SIZE):
        row = v[start + r]
        if not like_cells(row) or len(row) < SIZE or not fits(row, start if len(row) > SIZE else 0, r * SIZE, SIZE):
            return
    if v.__class__ is list:
        remember(v)
    whole(v, line)


def remember(v):
    if len(boards) >= ROOM:
        boards.pop(next(iter(boards)))
    boards[id(v)] = v


def whole(v, line):
    """Tells all of a table, whose rows may be new ones, or of a dictionary of cells."""
    global current
    current = v
    if isinstance(v, dict):
        if len(v) == CELLS:
            tell([(i, digit(d)) for i, d in enumerate(v.values())], line)
        return
    start = len(v) - SIZE
    cells = []
    for r in range(SIZE):
        row = v[start + r]
        if not like_cells(row) or len(row) < SIZE:
            return
        first = start if len(row) > SIZE else 0
        if row.__class__ not in (str, bytes, tuple):
            known = rows.get(id(row))
            if known is None or known[0] is not row or known[1] is not v:
                know(row, v, r * SIZE, first, SIZE)
        cells += [(r * SIZE + k, digit(row[first + k])) for k in range(SIZE)]
    tell(cells, line)


def wrote(c, line):
    """Is told that something in c was set."""
    known = rows.get(id(c))
    if known is not None and known[0] is c:
        board, old = known[1], known[5]
        if board is not current:
            if board is c:
                flat(c, line) if len(c) - CELLS in (0, 1) else None
            else:
                whole(board, line)
            old[0] = c[:]
        elif c != old[0]:
            old[0] = c[:]
            cell, start, n = known[2:5]
            if len(c) >= start + n:
                tell([(cell + k, digit(c[start + k])) for k in range(n)], line)
        return
    v = boards.get(id(c))
    if v is not None and v is c:
        whole(c, line)
    else:
        found(c, line)


def found(v, line):
    """Is shown a value that something was called by: it may be the board."""
    t = v.__class__
    if t is int or t is bool or t is float or v is None or t is set:
        return
    try:
        n = len(v)
        if isinstance(v, dict):
            if n == CELLS and boards.get(id(v)) is not v and fits(list(v.values()), 0, 0, CELLS):
                remember(v)
                whole(v, line)
        elif n == CELLS or n == CELLS + 1:
            if t in SEQUENCES or like_cells(v):
                if not (id(v) in rows and rows[id(v)][0] is v):
                    flat(v, line)
        elif n == SIZE or n == SIZE + 1:
            if t in (list, tuple) and v[-1].__class__ is not int and like_cells(v[-1]) and not (id(v) in boards and boards[id(v)] is v):
                table(v, line)
            elif t.__name__ == "ndarray":
                table(list(v), line)
    except Exception:
        return


def saw(v, line):
    if v.__class__ is not int:
        found(v, line)


def changed(c, line):
    try:
        wrote(c, line)
    except Exception:
        return


def at(node, line):
    for x in ast.walk(node):
        if "lineno" in x._attributes:
            x.lineno = x.end_lineno = line
            x.col_offset = x.end_col_offset = 0
    return node


def call(name, e, line):
    e = copy.deepcopy(e)
    for x in ast.walk(e):
        if isinstance(getattr(x, "ctx", None), (ast.Store, ast.Del)):
            x.ctx = ast.Load()
    return at(ast.Expr(ast.Call(ast.Name(name, ast.Load()), [e, ast.Constant(line)], [])), line)


BODIES = ("body", "orelse", "finalbody")


class Rewriter:
    """Walks the statements of a tree. What is put before and after each is for the kinds of it."""

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
    def first(self, node):
        return []

    def before(self, s):
        counts.append(0)
        places.append(s.lineno)
        return [at(ast.parse("_judge_n[%d] += 1" % (len(counts) - 1)).body[0], s.lineno)]

    def after(self, s):
        return []

    def inside(self, node):
        begins = len(counts)
        super().inside(node)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and len(counts) > begins:
            names.append((self.name + "." + node.name if self.name else node.name, begins))


PURE = (ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.BinOp, ast.operator, ast.expr_context, ast.UnaryOp, ast.unaryop, ast.Slice, ast.Tuple)
if hasattr(ast, "Index"):
    PURE += (ast.Index,)
METHODS = {"append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort", "fill", "update", "__setitem__"}


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


class Board(Rewriter):
    def first(self, node):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            a = node.args
            args = getattr(a, "posonlyargs", []) + a.args + a.kwonlyargs
            return [call("_judge_a", ast.Name(x.arg, ast.Load()), node.lineno) for x in args if x.arg not in ("self", "cls")]
        if isinstance(node, (ast.For, ast.AsyncFor)):
            return self.looks([node.target], node.lineno, False)
        return []

    def before(self, s):
        return []

    def after(self, s):
        if isinstance(s, ast.Assign):
            return self.looks(s.targets, s.lineno, not isinstance(s.value, ast.Constant))
        if isinstance(s, (ast.AugAssign, ast.AnnAssign)) and s.value is not None:
            return self.looks([s.target], s.lineno, not isinstance(s.value, ast.Constant))
        if isinstance(s, ast.Delete):
            return self.looks(s.targets, s.lineno, False)
        if isinstance(s, ast.Expr) and isinstance(s.value, ast.Call) and isinstance(s.value.func, ast.Attribute) and s.value.func.attr in METHODS and pure(s.value.func.value):
            return [call("_judge_w", s.value.func.value, s.lineno)]
        return []

    def looks(self, targets, line, bound):
        made = []
        for target in targets:
            for t in parts(target):
                if isinstance(t, ast.Subscript) and pure(t.value):
                    made.append(call("_judge_w", t.value, line))
                elif bound and (isinstance(t, ast.Name) or isinstance(t, ast.Attribute) and pure(t)):
                    made.append(call("_judge_a", t, line))
        return made


def watched(source, path, space):
    """The code of a source that tells what it does, for a module of such names."""
    tree = (Board() if PUZZLE else Lines()).tree(ast.parse(source, path))
    space.update(_judge_n=counts, _judge_w=changed, _judge_a=saw)
    atexit.register(end, 0)
    os._exit = quit
    clock = os.environ.get("JUDGE_CLOCK", "")
    if clock.isdigit():
        signal.signal(signal.SIGPROF, stop)
        signal.setitimer(signal.ITIMER_PROF, int(clock) / 1000)
    return compile(ast.fix_missing_locations(tree), path, "exec")
